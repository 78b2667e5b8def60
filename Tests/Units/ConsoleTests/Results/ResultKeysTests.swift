import Testing

@testable import Console

@Suite("The table of a result's keys")
struct ResultKeysTests {
  private struct Sample {
    var name: String?
    var count = 0
    var time: Int64?
    var parts: [Int] = []
    var only: Int?
  }

  private static let partKeys = ResultKeys<Int> { $0.add("part", "a number", \.self) }

  private static let keys = ResultKeys<Sample> {
    $0.add("name", \.name)
    $0.add("count", "of files", \.count)
    $0.add("at", time: \.time)
    $0.add("parts", each: \.parts, partKeys)
    $0.add("first", "if any", part: \.parts.first, partKeys)
    $0.addIfAny("only", "unless unknown", \.only)
  }

  @Test("An object has each key with its value in the table's order, and null for what is unknown")
  func objects() {
    #expect(
      Self.keys.object(Sample(name: "a\"b", count: 7, time: 0, parts: [1, 2], only: 3)).line
        == #"{"name":"a\"b","count":7,"at":"1970-01-01T00:00:00Z","parts":[{"part":1},{"part":2}],"#
        + #""first":{"part":1},"only":3}"#)
    #expect(
      Self.keys.object(Sample()).line
        == #"{"name":null,"count":0,"at":null,"parts":[],"first":null}"#)
  }

  @Test("Help names the same keys, with what the table says about them")
  func told() {
    let told = Self.keys.told("and last:")
    #expect(told.names == ["name", "count", "at", "parts", "first", "only"])
    #expect(
      told.text == "and last: name, count (of files), at, parts (of each: part (a number)), "
        + "first (if any: part (a number)), only (unless unknown)")
  }
}
