import ProviderKit
import Testing

@Suite("A JSON value")
struct JSONValueTests {
  @Test(
    "A JSON value converts to an integer, however the number is written",
    arguments: ["12", "\"12\"", "12.0", "\"12.0\"", "{\"_content\":\"12\"}", "{\"_content\":12}"])
  func whole(text: String) throws {
    #expect(try JSONValue(parsing: text).int == 12)
  }

  @Test(
    "A JSON value that is not a whole number does not convert to an integer",
    arguments: ["\"\"", "1.5", "1e300", "99999999999999999999", "true", "null", "[12]", "\"12 \""])
  func noWhole(text: String) throws {
    #expect(try JSONValue(parsing: text).int == nil)
  }

  @Test("A JSON value keeps the digits that a floating-point number would lose")
  func digits() throws {
    let value = try JSONValue(parsing: "9007199254740993")
    #expect(value.int == 9_007_199_254_740_993)
    #expect(value.string == "9007199254740993")
  }

  @Test("A JSON number that is not finite does not convert to a number")
  func infinite() throws {
    #expect(try JSONValue(parsing: "\"inf\"").double == nil)
    #expect(try JSONValue(parsing: "\"nan\"").double == nil)
    #expect(try JSONValue(parsing: "1e999").double == nil)
    #expect(try JSONValue(parsing: "\"-13.25\"").double == -13.25)
  }

  @Test("A JSON value converts flags, digits and words to a Boolean")
  func truth() throws {
    let value = try JSONValue(parsing: "[true,1,\"1\",\"true\",false,0,\"0\",2,\"\",null]")
    #expect(
      value.array.map(\.bool) == [true, true, true, true, false, false, false, nil, nil, nil])
  }

  @Test(
    "A JSON object has the first of several members with the same name, however many there are",
    arguments: [0, 300])
  func members(others: Int) throws {
    let text = (0..<others).map { "\"\($0)\":\($0)," }.joined()
    let value = try JSONValue(parsing: #"{\#(text)"b\u0063":1,"bc":2,"":3,"d":{"e":4}}"#)
    #expect(value["bc"].int == 1)
    #expect(value[""].int == 3)
    #expect(value["d"]["e"].int == 4)
    #expect(value["e"].isNull)
    guard case .object(let members) = value else { throw ProviderFailure(.malformed, "no object") }
    #expect(members.all.count == others + 3)
    #expect(members == JSONMembers(members.all))
    #expect(members["bc"] == .number("1") && members["e"] == nil)
  }

  @Test("A JSON value returns null for a missing path")
  func paths() throws {
    let value = try JSONValue(parsing: "{\"a\":{\"b\":[1]}}")
    #expect(value["a"]["b"].array.map(\.int) == [1])
    #expect(value["a"]["x"]["y"].isNull)
    #expect(value["a"]["b"]["c"].isNull)
    #expect(value["a"].array.isEmpty)
  }
}
