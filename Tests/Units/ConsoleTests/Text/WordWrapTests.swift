import Testing

@testable import Console

@Suite("Wrapped words")
struct WordWrapTests {
  @Test("Wrapped words fill each line, and a wider word has its own line")
  func filled() {
    #expect(WordWrap.lines(["ab", "cd", "efghijkl", "m"], width: 5) == ["ab cd", "efghijkl", "m"])
    #expect(WordWrap.lines(["日本", "桜"], width: 6) == ["日本", "桜"])
    #expect(WordWrap.lines([String](), width: 5) == [])
  }

  @Test("A hint or a note that is wider than the terminal continues below its text")
  func hanging() {
    #expect(
      WordWrap.hanging("hint: run the same command again", width: 20)
        == ["hint: run the same", "      command again"])
    #expect(
      WordWrap.hanging("note      3 photos keep their names", width: 24)
        == ["note      3 photos keep", "          their names"])
    #expect(WordWrap.hanging("hint: short", width: 20) == ["hint: short"])
    #expect(
      WordWrap.hanging("hint: two  spaces stay", width: 18) == ["hint: two  spaces", "      stay"])
    #expect(WordWrap.hanging("hint: narrow", width: 8) == ["hint: narrow"])
  }

  @Test("A mark between wrapped words counts in the width")
  func marked() {
    #expect(WordWrap.lines(["ab", "cd", "e"], mark: ",", width: 6) == ["ab,", "cd, e"])
    #expect(WordWrap.lines(["ab", "cd", "e"], mark: ",", width: 7) == ["ab, cd,", "e"])
  }
}
