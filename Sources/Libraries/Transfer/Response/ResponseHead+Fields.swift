import Foundation
import WebText

/// The header fields that transfers depend on.
extension ResponseHead {
  /// Content-Length; nil if the body is chunked, which overrides it (RFC 9112 6.3).
  ///
  /// Several different values are refused; libcurl would use the last.
  func contentLength() throws(Fault) -> Int64? {
    guard !isChunked else { return nil }
    var length: Int64?
    for header in headers where header.name == "content-length" {
      for value in header.value.utf8.split(separator: 44) {
        guard let count = Self.count(value) else {
          throw Fault(
            .protocolError,
            "the server sends the invalid Content-Length '\(String(Substring(value)))'")
        }
        guard length ?? count == count else {
          throw Fault(.inconsistent, "the server sends different Content-Lengths")
        }
        length = count
      }
    }
    return length
  }

  /// Whether the body marks its own end.
  var isChunked: Bool {
    headers.contains {
      $0.name == "transfer-encoding" && $0.value.lowercased().hasSuffix("chunked")
    }
  }

  /// Refuses a body that libcurl would decode further than requested. Called before the first byte
  /// of the body: libcurl decodes up to five codings within one call, in which a few hundred bytes
  /// can become any amount of work. It also applies the codings of an interim response to the final
  /// one.
  /// - Parameter decodes: whether libcurl decodes content codings; otherwise bodies are left as sent.
  func checkCodings(decodes: Bool) throws(Fault) {
    let transfer = codings("transfer-encoding")
    guard transfer.isEmpty || transfer == ["chunked"] && !isInterim else {
      throw Fault(
        .protocolError,
        "the transfer coding '\(transfer.joined(separator: ", "))' is not supported"
      )
    }
    let coding = ContentCoding(self)
    switch coding {
    case .plain: return
    case .decodable where !decodes || !isInterim: return
    case .other where !decodes: return
    case .decodable(let name), .other(let name):
      throw Fault(.protocolError, "the content coding '\(name)' is not supported")
    }
  }

  /// Whether libcurl would take words that mean no coding for an unknown one.
  var misleadsDecoder: Bool {
    ContentCoding(self) == .plain && codings("content-encoding").contains { $0 != "identity" }
  }

  /// The codings of all fields called `name`, in order and in lower case.
  func codings(_ name: String) -> [String] {
    headers.values(of: name).flatMap { $0.lowercased().split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// Retry-After, or X-RateLimit-Reset, limited to 1 second to 10 minutes; nil if it is invalid.
  ///
  /// A date is relative to the response's own Date, so that a wrong local clock does not matter
  /// (RFC 9110 10.2.3).
  /// - Parameter now: seconds since 1970, for a response without Date.
  func retryAfter(now: Int) -> Duration? {
    let reference = headers.first("date").flatMap(HTTPDate.seconds) ?? Int64(now)
    guard let value = headers.first("retry-after") else {
      return rateLimitReset(reference).map { .seconds(max($0, 1)) }
    }
    if let seconds = Self.count(value.utf8[...]) { return .seconds(min(max(seconds, 1), 600)) }
    guard let date = HTTPDate.seconds(value) else { return nil }
    return .seconds(min(max(date - reference, 1), 600))
  }

  /// How long no further request is allowed, by X-RateLimit-Remaining, which is 0, and X-RateLimit-Reset; at most 10
  /// minutes. Nil if there are requests left, or the site does not say until when.
  func spent(now: Int) -> Duration? {
    guard let left = headers.first("x-ratelimit-remaining"), Self.count(left.utf8[...]) == 0,
      let seconds = rateLimitReset(headers.first("date").flatMap(HTTPDate.seconds) ?? Int64(now)),
      seconds > 0
    else { return nil }
    return .seconds(seconds)
  }

  /// Seconds until X-RateLimit-Reset, which sites use without a standard: seconds, or a moment in seconds since 1970 or
  /// as ISO 8601, such as Mastodon's `2024-05-01T12:30:00.000000Z`; at most 10 minutes.
  private func rateLimitReset(_ reference: Int64) -> Int64? {
    guard let value = headers.first("x-ratelimit-reset") else { return nil }
    let moment: Int64
    if let number = Self.count(value.utf8[...]) {
      moment = number > 1_000_000_000 ? number : reference + min(number, 600)
    } else {
      guard
        let match = value.prefix(40).prefixMatch(of: /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)/),
        let date = HTTPDate.seconds(isoDate: match.1, time: match.2)
      else { return nil }
      moment = date
    }
    return min(moment - reference, 600)
  }

  /// A decimal number of at most 18 digits: no sign, no overflow.
  static func count(_ text: Substring.UTF8View) -> Int64? {
    let isBlank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
    let start = text.drop(while: isBlank)
    let digits = start.prefix { (48...57).contains($0) }
    guard (1...18).contains(digits.count), start.dropFirst(digits.count).allSatisfy(isBlank) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
  }
}

/// A Content-Range field (RFC 9110 14.4).
enum ContentRange: Equatable {
  /// `bytes first-last/total`; the total is nil if it is `*`.
  case bytes(first: Int64, last: Int64, total: Int64?)
  /// `bytes */total`, in a 416.
  case unsatisfied(total: Int64)

  /// Nil for other units and for contradictions.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let total = ResponseHead.count(halves[1].utf8)
    guard total != nil || halves[1] == "*" else { return nil }
    if halves[0] == "*" {
      guard let total else { return nil }
      self = .unsatisfied(total: total)
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = ResponseHead.count(ends[0].utf8),
      let last = ResponseHead.count(ends[1].utf8), first <= last, total.map({ last < $0 }) ?? true
    else { return nil }
    self = .bytes(first: first, last: last, total: total)
  }
}
