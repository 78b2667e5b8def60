import Foundation
import MirrorCore
import WebText
import XML

/// A file or folder in the answer to PROPFIND (RFC 4918, section 14.24).
struct WebDAVEntry: Sendable, Hashable {
  /// The path on the server, decoded, without a slash at its end.
  let path: [UInt8]
  let facts: FileFacts
}

/// The properties that are asked for.
enum WebDAVListing {
  static let request = Array(
    """
    <?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:" xmlns:oc="http://owncloud.org/ns"><prop>\
    <resourcetype/><getcontentlength/><getlastmodified/><quota-available-bytes/><oc:checksums/>\
    </prop></propfind>
    """.utf8)

  /// Nil if the bytes are no such answer. Blocks.
  static func entries(_ bytes: [UInt8]) -> [WebDAVEntry]? { WebDAVReader.read(bytes)?.entries }

  /// Bytes that can still be stored (RFC 4331); nil if the server does not say it.
  static func available(_ bytes: [UInt8]) -> Int64? { WebDAVReader.read(bytes)?.available }

  /// The name of an entry in a folder: empty for the folder itself; nil for what is not directly in it, or has a name that
  /// no file can have.
  /// - Parameter folder: The path on the server, decoded, without a slash at its end.
  static func name(of entry: WebDAVEntry, in folder: [UInt8]) -> String? {
    guard entry.path.starts(with: folder) else { return nil }
    let rest = entry.path.dropFirst(folder.count)
    guard let first = rest.first else { return "" }
    guard first == UInt8(ascii: "/"),
      let name = String(validating: rest.dropFirst(), as: UTF8.self),
      name.isFileName
    else { return nil }
    return name
  }

  /// The decoded path of a reference, which is a path or a complete address; nil if it is neither, or has a slash within a
  /// name. A percent sign without two digits is itself.
  static func path(ofReference text: String) -> [UInt8]? {
    var rest = Array(text.utf8)[...]
    if rest.first != UInt8(ascii: "/") {
      guard let host = rest.firstRange(of: "://".utf8) else { return nil }
      rest = rest[host.upperBound...].drop { $0 != UInt8(ascii: "/") }
    }
    var path: [UInt8] = []
    path.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let value = value(rest.prefix(2)) else {
        path.append(byte)
        continue
      }
      guard value != UInt8(ascii: "/"), value != 0 else { return nil }
      path.append(value)
      rest = rest.dropFirst(2)
    }
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }

  private static func value(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2, let high = digits.first?.hexadecimal,
      let low = digits.last?.hexadecimal
    else { return nil }
    return high << 4 | low
  }
}

/// Takes the parts of an answer; for one call on one thread.
private final class WebDAVReader: XMLHandler {
  private static let memoryLimit = 16 << 20
  private static let mostEntries = 1_000_000
  private static let deepest = 16
  private static let longestText = 8192

  private struct TooMuch: Error {}

  /// What a `propstat` says, which counts if its status is one of success.
  private struct Properties {
    var isFolder = false
    var byteCount: Int64?
    var modifiedAt: Int64?
    var sha256: String?
    var available: Int64?
  }

  private(set) var entries: [WebDAVEntry] = []
  private(set) var available: Int64?
  private var names: [String] = []
  private var text: [UInt8] = []
  private var path: [UInt8]?
  private var found = Properties()
  private var properties: Properties?
  private var isSuccess = true

  static func read(_ bytes: [UInt8]) -> WebDAVReader? {
    let reader = WebDAVReader()
    let ending = XMLReader.read(bytes, memory: memoryLimit, to: reader)
    return ending.fault == nil && reader.isAnswer ? reader : nil
  }

  private var isAnswer = false

  /// No answer has one, and its declarations could make the document grow.
  func meetDoctype(hasDeclarations: Bool) throws { throw TooMuch() }

  func start(_ tag: XMLTag, at place: XMLPlace) throws {
    let name = XMLName(tag.name.text)
    guard names.count < Self.deepest else { throw TooMuch() }
    // Those of other namespaces have other meanings.
    let isKnown = name.namespace == "DAV:" || name.namespace == "http://owncloud.org/ns"
    names.append(isKnown ? name.local : "")
    text = []
    switch names.last {
    case "multistatus" where names.count == 1: isAnswer = true
    case "response":
      guard entries.count < Self.mostEntries else { throw TooMuch() }
      (path, properties) = (nil, nil)
    case "propstat": (found, isSuccess) = (Properties(), true)
    case "collection": found.isFolder = true
    default: break
    }
  }

  func add(_ text: String) {
    guard self.text.count < Self.longestText else { return }
    self.text += text.utf8.prefix(Self.longestText - self.text.count)
  }

  func end(at place: XMLPlace) {
    let name = names.popLast()
    let value = String(decoding: text, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    text = []
    switch name {
    case "href" where names.last == "response": path = WebDAVListing.path(ofReference: value)
    case "getcontentlength": found.byteCount = Int64(value).flatMap { $0 < 0 ? nil : $0 }
    case "getlastmodified": found.modifiedAt = HTTPDate.seconds(value)
    case "quota-available-bytes": found.available = Int64(value).flatMap { $0 < 0 ? nil : $0 }
    case "checksum": found.sha256 = Self.sha256(value) ?? found.sha256
    case "status":
      let words = value.split(separator: " ")
      isSuccess = words.count > 1 && words[1].hasPrefix("2")
    case "propstat": if isSuccess, properties == nil { properties = found }
    case "response": finish()
    default: break
    }
  }

  private func finish() {
    guard let path, let properties else { return }
    available = available ?? properties.available
    var facts = FileFacts(.folder)
    if !properties.isFolder {
      // A file whose size is not told is there.
      facts = FileFacts(
        properties.byteCount == nil ? .unknown : .file, byteCount: properties.byteCount ?? 0,
        modifiedAt: properties.modifiedAt)
      facts.sha256 = properties.sha256
    }
    entries.append(WebDAVEntry(path: path, facts: facts))
  }

  /// `SHA1:… SHA256:…`, as ownCloud and Nextcloud write them.
  private static func sha256(_ text: String) -> String? {
    text.split(separator: " ").lazy
      .compactMap { word -> String? in
        guard word.uppercased().hasPrefix("SHA256:") else { return nil }
        let digest = word.dropFirst(7).lowercased()
        return digest.utf8.count == 64 && digest.allSatisfy(\.isHexDigit) ? digest : nil
      }
      .first
  }
}

extension UInt8 {
  /// The value of a digit; nil for another character.
  fileprivate var hexadecimal: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
