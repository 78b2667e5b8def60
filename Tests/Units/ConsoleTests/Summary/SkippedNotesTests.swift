import Console
import MirrorCore
import Testing

@Suite("Skipped entries in the summary")
struct SkippedNotesTests {
  private func lines(_ entries: [SkippedFacts]) -> [String] {
    var notes = SkippedNotes()
    notes.note(entries)
    return notes.lines
  }

  @Test("Skipped entries are counted by kind and reason")
  func counted() {
    let videos = (1...3).map { SkippedFacts(id: "\($0)", kind: "video", reason: "not yet") }
    let draft = SkippedFacts(id: "4", kind: "draft\u{1B}[5m", reason: "not public\n")
    #expect(lines([]) == [])
    #expect(
      lines(videos + [draft]) == [
        "3 videos were skipped: not yet", "1 draft was skipped: not public ",
      ])
  }

  @Test("A thousand reasons for skipped entries take a few lines")
  func bounded() {
    let entries = (0..<1000).map { SkippedFacts(id: "", kind: "entry", reason: "reason \($0)") }
    #expect(lines(entries).count == 11)
    #expect(lines(entries).last == "990 more skipped for other reasons")
  }
}
