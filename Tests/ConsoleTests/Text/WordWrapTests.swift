import Console
import Testing

@Suite("Wrapped words")
struct WordWrapTests {
  @Test("Wrapped words fill each line, and a wider word has its own line")
  func filled() {
    #expect(WordWrap.lines(["ab", "cd", "efghijkl", "m"], width: 5) == ["ab cd", "efghijkl", "m"])
    #expect(WordWrap.lines(["日本", "桜"], width: 6) == ["日本", "桜"])
    #expect(WordWrap.lines([String](), width: 5) == [])
  }

  @Test("A mark between wrapped words counts in the width")
  func marked() {
    #expect(WordWrap.lines(["ab", "cd", "e"], mark: ",", width: 6) == ["ab,", "cd, e"])
    #expect(WordWrap.lines(["ab", "cd", "e"], mark: ",", width: 7) == ["ab, cd,", "e"])
  }
}
