import Testing

@testable import Console

@Suite("Lines about a number of things")
struct CountedLineTests {
  @Test("A line is left out with its hint if there is nothing, and has the plural of its noun")
  func lines() {
    let lines = CountedLine.lines(
      .init(0, "photo", "lost", hint: "look for them"), .init(1, "photo", "moved"),
      .init(1200, "file", "kept", hint: "look at them"), .init(2, nil, "sidecars left out"))
    #expect(
      lines == ["1 photo moved", "1,200 files kept", "hint: look at them", "2 sidecars left out"])
    #expect(CountedLine.lines(.init(0, "photo", "lost")).isEmpty)
  }

  @Test("Of several counts, those that are not zero are told")
  func counts() {
    #expect(
      Quantity.counts([(0, "edited"), (2, "damaged"), (1, "extra")]) == ["2 damaged", "1 extra"])
  }
}
