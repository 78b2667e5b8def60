import CImageCodec

/// Why an image was refused.
public struct ImageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error, which decides what a caller does next.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// Not an image: a page, a text, nothing.
    case notAnImage
    /// Truncated: fetching the rest may help.
    case truncated
    /// Damaged: fetching it again may help.
    case damaged
    /// A limit was exceeded.
    case tooLarge
    /// The file could not be read.
    case unreadable
    /// The pixels cannot be written in this format.
    case unencodable
    /// The process that decodes crashed or exceeded its limits; see ``DecoderProcesses``.
    case stopped
    /// The library that decodes the format is missing, or lacks a feature.
    case unsupported
  }

  /// The kind of the error.
  public let kind: Kind
  /// A sentence without a period, with the codec's message.
  public let message: String
  /// The system's error number if this process could not open or read the file; otherwise nil.
  public let errno: Int32?

  /// The message.
  public var description: String { message }

  init(_ kind: Kind, _ message: String, errno: Int32? = nil) {
    self.kind = kind
    self.message = message
    self.errno = errno
  }
}

extension codec_report {
  /// The library's error message.
  var text: String {
    withUnsafePointer(to: self) { String(cString: codec_report_message($0)) }
  }

  /// The first different warnings of the library.
  var warningTexts: [String] {
    withUnsafePointer(to: self) { report in
      (0..<text_count).compactMap { codec_report_warning(report, $0).map { String(cString: $0) } }
    }
  }
}
