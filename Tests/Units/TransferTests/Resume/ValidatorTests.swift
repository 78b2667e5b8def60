import Testing

@testable import Transfer

@Suite("A validator")
struct ValidatorTests {
  func validator(_ headers: KeyValuePairs<String, String>) -> Validator? {
    Validator(
      ResponseHead(status: 200, headers: headers.map { HTTPHeader($0.key, $0.value) }))
  }

  static let date = "Sat, 25 Jul 2026 10:01:00 GMT"

  @Test("The strong entity tag is preferred to the date")
  func tag() {
    let old = "Sat, 25 Jul 2025 10:00:00 GMT"
    let both = validator(["etag": "\"a\"", "last-modified": old, "date": Self.date])
    #expect(both == .etag("\"a\""))
  }

  @Test(
    "A weak, unquoted, empty or malformed tag is no validator",
    arguments: [
      "W/\"a\"", "a", "\"\"", "\"a", "a\"", "\"a\"b\"", "\"a b\"", "\"\u{7f}\"",
      "\"" + String(repeating: "a", count: 1023) + "\"",
    ])
  func weak(_ tag: String) {
    #expect(validator(["etag": tag]) == nil)
  }

  @Test("Last-Modified is a validator only if a minute older than the response")
  func age() {
    let usable = "Sat, 25 Jul 2026 10:00:00 GMT"
    #expect(validator(["last-modified": usable, "date": Self.date]) == .lastModified(usable))
    let young = "Sat, 25 Jul 2026 10:00:01 GMT"
    #expect(validator(["last-modified": young, "date": Self.date]) == nil)
  }

  @Test("Last-Modified is no validator without a valid Date")
  func noDate() {
    #expect(validator(["last-modified": "Sat, 25 Jul 2026 10:00:00 GMT"]) == nil)
    #expect(validator(["last-modified": "yesterday", "date": Self.date]) == nil)
  }

  @Test(
    "A date that cannot be sent back is no validator",
    arguments: ["\u{1}", "\t", "\u{0}\u{0}", "\u{7F}", "ä"])
  func unsendable(_ filler: String) {
    let odd = "Sat, 25 Jul 2025\(filler) 10:00:00 GMT"
    #expect(validator(["last-modified": odd, "date": Self.date]) == nil)
  }

  @Test("With a weak tag the date is the validator")
  func fallback() {
    let old = "Sat, 25 Jul 2025 10:00:00 GMT"
    let both = validator(["etag": "W/\"a\"", "last-modified": old, "date": Self.date])
    #expect(both == .lastModified(old))
  }
}
