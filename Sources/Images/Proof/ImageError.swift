import CImageCodec

/// Why a picture was refused.
public struct ImageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of reason it is; decides what a caller does next.
  public enum Kind: Sendable, Hashable {
    /// Something else came instead: a page, a text, nothing.
    case notAnImage
    /// It ends before its end: fetching the rest may help.
    case truncated
    /// All there and wrong: only fetching it anew may help.
    case damaged
    /// A limit was hit.
    case tooLarge
    /// The file could not be read.
    case unreadable
    /// The pixels cannot be written in this format.
    case unencodable
  }

  /// What kind of reason it is.
  public let kind: Kind
  /// A sentence without a period, with the codec's own words.
  public let message: String

  /// The message.
  public var description: String { message }

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension codec_report {
  /// The reason of the failure, in the library's own words.
  var text: String {
    withUnsafePointer(to: self) { String(cString: codec_report_message($0)) }
  }

  /// The first different warnings, in the library's own words.
  var warningTexts: [String] {
    withUnsafePointer(to: self) { report in
      (0..<text_count).compactMap { codec_report_warning(report, $0).map { String(cString: $0) } }
    }
  }
}
