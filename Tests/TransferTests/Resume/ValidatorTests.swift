import Testing

@testable import Transfer

@Suite("A validator")
struct ValidatorTests {
  func validator(_ headers: KeyValuePairs<String, String>) -> Validator? {
    Validator(
      ResponseHead(status: 200, headers: headers.map { HTTPHeader($0.key, $0.value) }))
  }

  static let date = "Sat, 25 Jul 2026 10:01:00 GMT"

  @Test("is the strong entity tag before the date")
  func tag() {
    let old = "Sat, 25 Jul 2025 10:00:00 GMT"
    let both = validator(["etag": "\"a\"", "last-modified": old, "date": Self.date])
    #expect(both == .etag("\"a\""))
  }

  @Test(
    "is no weak, unquoted, empty or broken tag",
    arguments: [
      "W/\"a\"", "a", "\"\"", "\"a", "a\"", "\"a\"b\"", "\"a b\"", "\"\u{7f}\"",
      "\"" + String(repeating: "a", count: 1023) + "\"",
    ])
  func weak(_ tag: String) {
    #expect(validator(["etag": tag]) == nil)
  }

  @Test("is a date only if it is a minute older than the response")
  func age() {
    let usable = "Sat, 25 Jul 2026 10:00:00 GMT"
    #expect(validator(["last-modified": usable, "date": Self.date]) == .lastModified(usable))
    let young = "Sat, 25 Jul 2026 10:00:01 GMT"
    #expect(validator(["last-modified": young, "date": Self.date]) == nil)
  }

  @Test("is no date where the response has none, or that is none")
  func noDate() {
    #expect(validator(["last-modified": "Sat, 25 Jul 2026 10:00:00 GMT"]) == nil)
    #expect(validator(["last-modified": "yesterday", "date": Self.date]) == nil)
  }

  @Test("of a weak tag falls back on the date")
  func fallback() {
    let old = "Sat, 25 Jul 2025 10:00:00 GMT"
    let both = validator(["etag": "W/\"a\"", "last-modified": old, "date": Self.date])
    #expect(both == .lastModified(old))
  }
}
