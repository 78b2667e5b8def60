import Testing

@testable import MirrorCore

@Suite("What a file is after a catalog was lost")
struct FileVerdictTests {
  @Test("A file without a record is what its sidecar's digest says, and unproven without one")
  func unknown() {
    #expect(FileVerdict(of: "a", sidecar: "a") == .mirrored)
    #expect(FileVerdict(of: "a", sidecar: "b") == .changed(from: "b"))
    #expect(FileVerdict(of: "a", sidecar: nil) == .unproven)
  }

  @Test("A file with a record is another one only if its sidecar says so, or nothing does")
  func known() {
    let recorded: Set = ["old", "accepted"]
    let table: [(file: String?, sidecar: String?, newer: Bool, FileVerdict)] = [
      ("old", "old", false, .recorded), ("old", nil, true, .recorded),
      ("accepted", "old", true, .recorded), ("old", "new", true, .recorded),
      ("new", "new", true, .mirrored), ("new", "new", false, .mirrored),
      // Somebody changed it, whenever.
      ("edit", "old", true, .recorded), ("edit", "old", false, .recorded),
      ("edit", nil, false, .recorded), (nil, "old", true, .recorded),
      (nil, nil, true, .recorded),
      // Its sidecar is older than digests in sidecars.
      ("new", nil, true, .unproven),
      // It was replaced, and changed after that.
      ("rot", "new", true, .changed(from: "new")), (nil, "new", true, .changed(from: "new")),
    ]
    for (file, sidecar, newer, verdict) in table {
      let found = FileVerdict(of: file, sidecar: sidecar, recorded: recorded, isNewer: newer)
      #expect(found == verdict, "\(file ?? "-") \(sidecar ?? "-") \(newer)")
    }
  }
}
