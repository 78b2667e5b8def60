import CCurl

/// The fields that transfers are decided by.
extension ResponseHead {
  /// Content-Length, unless the body is chunked, when it has no say (RFC 9112 6.3).
  ///
  /// Several different ones are refused; libcurl would believe the last.
  func contentLength() throws(Fault) -> Int64? {
    let values = headers.values(of: "content-length").flatMap { $0.split(separator: ",") }
    guard let first = values.first, !isChunked else { return nil }
    let lengths = values.map { Self.count($0) }
    guard let length = lengths[0], lengths.allSatisfy({ $0 == length }) else {
      throw Fault(
        .protocolError,
        values.count > 1
          ? "the server gives different lengths for one body"
          : "the server gives the length '\(String(first).shown)'")
    }
    return length
  }

  /// Whether the body carries its own end.
  var isChunked: Bool {
    headers.values(of: "transfer-encoding").contains { $0.lowercased().hasSuffix("chunked") }
  }

  /// A Content-Encoding other than identity, as sent.
  var contentEncoding: String? {
    headers.values(of: "content-encoding").first { !$0.isEmpty && $0.lowercased() != "identity" }
  }

  /// What Retry-After asks for, between 1 second and 10 minutes; nil where it makes no sense.
  ///
  /// A date is taken relative to the response's own Date, so that a wrong clock here does no harm
  /// (RFC 9110 10.2.3).
  /// - Parameter now: seconds since 1970, used where the response has no Date.
  func retryAfter(now: Int) -> Duration? {
    guard let value = headers.first("retry-after") else { return nil }
    if let seconds = Self.count(Substring(value)) { return .seconds(min(max(seconds, 1), 600)) }
    guard let date = HTTPDate.seconds(value) else { return nil }
    let reference = headers.first("date").flatMap(HTTPDate.seconds) ?? now
    return .seconds(min(max(date - reference, 1), 600))
  }

  /// A decimal number of at most 18 digits: no sign, no trap on overflow.
  static func count(_ text: Substring) -> Int64? {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.drop(while: isBlank)
    let digits = start.prefix { !isBlank($0) }
    guard start.dropFirst(digits.count).allSatisfy(isBlank), (1...18).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int64(digits)
  }
}
