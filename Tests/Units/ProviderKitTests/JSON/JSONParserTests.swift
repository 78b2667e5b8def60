import ProviderKit
import Testing

@Suite("The JSON parser")
struct JSONParserTests {
  @Test("The JSON parser parses every kind of value")
  func kinds() throws {
    let value = try JSONValue(
      parsing: " { \"a\" : [ null , true , false , -1.5e+3 , \"x\" , { } , [ ] ] } \n")
    let elements: [JSONValue] = [
      .null, .bool(true), .bool(false), .number("-1.5e+3"), .string("x"), .object([:]), .array([]),
    ]
    #expect(value == .object(["a": .array(elements)]))
  }

  @Test("The JSON parser decodes escapes, surrogate pairs and lone surrogates")
  func escapes() throws {
    let value = try JSONValue(
      parsing: #""\"\\\/\b\f\n\r\t\u00fc\ud83d\ude00|\ud83d|\ude00|\ud83d\u0041""#)
    #expect(value == .string("\"\\/\u{8}\u{C}\n\r\tü😀|\u{FFFD}|\u{FFFD}|\u{FFFD}A"))
  }

  @Test(
    "The JSON parser tolerates the errors that sites are known to make",
    arguments: [
      "\u{FEFF}{\"a\":\"it's\"}", "{\"a\":\"it\\'s\"}", "{\"a\":\"it's\",}", "{\"a\":\"it's\"}\n\n",
    ])
  func faults(text: String) throws {
    #expect(try JSONValue(parsing: text)["a"].string == "it's")
  }

  @Test("The JSON parser reads a string whose escape is at any place")
  func places() throws {
    for count in 0..<40 {
      for place in 0...count {
        let (before, after) = (
          String(repeating: "ü", count: place), String(repeating: "-", count: count - place)
        )
        let value = try JSONValue(parsing: "[\"\(before)\\n\(after)\",1]")
        #expect(value.array == [.string("\(before)\n\(after)"), .number("1")])
      }
    }
  }

  @Test("The JSON parser accepts control characters within a string")
  func controls() throws {
    #expect(try JSONValue(parsing: "\"a\nb\u{0}\"").string == "a\nb\u{0}")
  }

  @Test(
    "The JSON parser rejects invalid JSON with the byte's position",
    arguments: [
      ("<html>", "the answer is not JSON at byte 0"),
      ("", "the answer ends in the middle of its JSON"),
      ("{\"a\":1", "the answer ends in the middle of its JSON"),
      ("[1 2]", "the answer is not JSON at byte 3"),
      ("{a:1}", "the answer is not JSON at byte 1"),
      ("tru", "the answer ends in the middle of its JSON"),
      ("1 1", "the answer is not JSON at byte 2"), ("[-]", "the answer is not JSON at byte 1"),
      ("\"\\x\"", "the answer is not JSON at byte 2"),
      ("\"\\u12", "the answer ends in the middle of its JSON"),
      ("[,]", "the answer is not JSON at byte 1"),
      ("\"abc", "the answer ends in the middle of its JSON"),
    ])
  func refusals(text: String, message: String) {
    #expect(throws: ProviderFailure(.malformed, message)) { try JSONValue(parsing: text) }
  }

  @Test("The JSON parser rejects nesting beyond its depth limit")
  func depth() throws {
    let depth = JSONValue.depthLimit
    let deepest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(throws: Never.self) { try JSONValue(parsing: deepest) }
    let failure = ProviderFailure(.malformed, "the answer's JSON is nested deeper than 128 levels")
    #expect(throws: failure) { try JSONValue(parsing: "[[" + deepest + "]]") }
    #expect(throws: failure) {
      try JSONValue(parsing: String(repeating: "{\"a\":", count: 1_000_000))
    }
  }

  @Test(
    "The JSON parser rejects more values than its limit",
    arguments: [
      "[" + String(repeating: "{},", count: 600_000) + "]",
      "[" + String(repeating: "[[],1],", count: 200_000) + "]",
      "{" + (0..<500_000).map { "\"\($0)\":1" }.joined(separator: ",") + "}",
    ])
  func values(text: String) {
    let failure = ProviderFailure(.malformed, "the answer's JSON has more than 500000 values")
    #expect(throws: failure) { try JSONValue(parsing: text) }
  }
}
