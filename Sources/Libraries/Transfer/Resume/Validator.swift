import WebText

/// Identifies a version of a body: the value of If-Range (RFC 9110 13.1.5).
package enum Validator: Sendable, Equatable, Codable {
  /// A strong entity tag with its quotes.
  case etag(String)
  /// A Last-Modified that is old enough to be strong.
  case lastModified(String)

  /// The value for If-Range.
  package var value: String {
    switch self {
    case .etag(let value), .lastModified(let value): value
    }
  }

  /// Seconds by which Last-Modified must precede Date, to rule out a second version in between. RFC
  /// 9110 8.8.2.2 requires one second, and suggests 60 for clocks that disagree.
  static let safeAge = 60

  /// The strong validator of a response; nil if it has none.
  init?(_ head: ResponseHead) {
    if let tag = head.headers.first("etag"), Self.isStrong(tag) {
      self = .etag(tag)
    } else if let modified = head.headers.first("last-modified"),
      Self.isSendable(modified), let time = HTTPDate.seconds(modified),
      let date = head.headers.first("date").flatMap(HTTPDate.seconds),
      date - time >= Self.safeAge
    {
      self = .lastModified(modified)
    } else {
      return nil
    }
  }

  /// Whether the tag is quoted, not weak (RFC 9110 8.8.3), and short enough to be sent.
  static func isStrong(_ tag: String) -> Bool {
    let bytes = tag.utf8
    guard (3...1024).contains(bytes.count), bytes.first == 34, bytes.last == 34 else {
      return false
    }
    return bytes.dropFirst().dropLast().allSatisfy { $0 > 32 && $0 != 34 && $0 != 127 }
  }

  /// Whether a date can be sent as it is.
  private static func isSendable(_ date: String) -> Bool {
    date.utf8.allSatisfy { (32...126).contains($0) }
  }

  /// Whether the value is valid: the file may have been changed, and a value that cannot be sent
  /// would fail every request.
  var isPossible: Bool {
    switch self {
    case .etag(let tag): Self.isStrong(tag)
    case .lastModified(let date):
      HTTPDate.seconds(date) != nil && Self.isSendable(date)
    }
  }

  /// Whether a response names another version.
  func isContradicted(by head: ResponseHead) -> Bool {
    switch self {
    case .etag(let tag): head.headers.first("etag").map { $0 != tag } ?? false
    case .lastModified(let date): head.headers.first("last-modified").map { $0 != date } ?? false
    }
  }
}
