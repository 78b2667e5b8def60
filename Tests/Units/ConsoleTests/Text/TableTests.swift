import Console
import Testing

@Suite("Tables")
struct TableTests {
  private func sample() -> Table {
    var table = Table([
      .init("id", isRight: true), .init("title", isFlexible: true), .init("size"),
    ])
    table.add(["7", "日本の桜", "1024x683"])
    table.add(["51234", "Sunset at the lake\u{1B}[2J", "75x75"])
    table.add(["8", "Cafe\u{301}"])
    return table
  }

  @Test("Columns of a table are aligned by display width")
  func aligned() {
    #expect(
      sample().lines(width: nil) == [
        "   id  title               size",
        "    7  日本の桜            1024x683",
        "51234  Sunset at the lake  75x75",
        "    8  Cafe\u{301}",
      ])
  }

  @Test("A flexible column of a table becomes narrower on a narrow terminal")
  func narrow() {
    let lines = sample().lines(width: 28)
    #expect(lines[2] == "51234  Sunset at …  75x75")
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 28 })
  }

  @Test("The widest flexible column of a table becomes narrower first")
  func several() {
    var table = Table([.init("a", isFlexible: true), .init("b", isFlexible: true)])
    table.add([String(repeating: "x", count: 200), String(repeating: "y", count: 20)])
    #expect(table.lines(width: 52)[1].split(separator: " ").map(\.count) == [30, 20])
    #expect(table.lines(width: 32)[1].split(separator: " ").map(\.count) == [15, 15])
    #expect(table.lines(width: 1)[1].split(separator: " ").map(\.count) == [8, 8])
  }

  @Test("A table can have no columns or rows")
  func empty() {
    #expect(Table([]).lines(width: 10) == [""])
    #expect(Table([.init("a")]).lines(width: 0) == ["a"])
  }
}
