/// A malformed answer.
struct MalformedAnswer {
  /// Describes the answer in a finding.
  let name: String
  let body: String

  init(_ name: String, _ body: String) {
    self.name = name
    self.body = body
  }

  /// Answers that no provider can parse as a listing.
  static let unreadable = [
    MalformedAnswer("an empty answer", ""),
    MalformedAnswer("white space", " \r\n\t"),
    MalformedAnswer(
      "a page of HTML", "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>"),
    MalformedAnswer("a number", "42"),
    MalformedAnswer("JSON's null", "null"),
    MalformedAnswer("zero bytes", String(repeating: "\u{0}", count: 1024)),
    MalformedAnswer("invalid UTF-8", String(repeating: "\u{FFFD}", count: 1024)),
    MalformedAnswer("a mebibyte of noise", noise),
    MalformedAnswer("unclosed arrays", String(repeating: "[", count: 100_000)),
    MalformedAnswer("unclosed objects", String(repeating: "{\"a\":", count: 100_000)),
    MalformedAnswer("unclosed elements", String(repeating: "<a>", count: 100_000)),
  ]

  /// Answers that may be valid for some site, such as an empty list.
  static let doubtful = [
    MalformedAnswer("an empty object", "{}"), MalformedAnswer("an empty array", "[]"),
    MalformedAnswer("an array of nulls", "[null,null]"), MalformedAnswer("a string", "\"text\""),
  ]

  /// Recorded answers that were cut short.
  static func cuts(of body: String) -> [MalformedAnswer] {
    let scalars = Array(body.unicodeScalars)
    // Trailing white space is not part of the answer.
    let count = (scalars.lastIndex { !$0.properties.isWhitespace } ?? -1) + 1
    let kept = [count / 4, count / 2, count * 3 / 4, count - 1].filter { $0 > 0 }
    return kept.map { kept in
      var cut = String.UnicodeScalarView()
      cut.append(contentsOf: scalars.prefix(kept))
      return MalformedAnswer("an answer cut after \(kept) characters", String(cut))
    }
  }

  /// Recorded answers with one byte changed.
  static func flips(of body: String) -> [MalformedAnswer] {
    var random = SeededGenerator(seed: 1)
    let bytes = Array(body.utf8)
    guard !bytes.isEmpty else { return [] }
    return (0..<100).map { _ in
      var changed = bytes
      let place = random.roll(below: bytes.count)
      changed[place] = UInt8(random.roll(below: 256))
      return MalformedAnswer(
        "byte \(place) as \(changed[place])", String(decoding: changed, as: UTF8.self))
    }
  }

  private static let noise: String = {
    var random = SeededGenerator(seed: 2)
    let block = String(
      decoding: (0..<4096).map { _ in UInt8(random.roll(below: 256)) }, as: UTF8.self)
    return String(repeating: block, count: (1 << 20) / block.utf8.count)
  }()
}

/// Reproducible pseudo-random numbers (Knuth's MMIX generator).
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func roll(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
