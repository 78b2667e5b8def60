import Testing

@testable import Mirroring

@Suite("What a changed file is")
struct FileChangeTests {
  private static let whole = FileChange.Decode.whole
  private static let unproven = FileChange.Decode.unproven

  /// A file with other bytes: the change of its size, whether a program wrote it, its decode, and the verdict.
  static let changes: [(FileChange, FileChange.Decode, FileChange.Verdict)] = [
    (FileChange(.same, isWritten: false), whole, .rotten),
    (FileChange(.same, isWritten: false), unproven, .rotten),
    (FileChange(.same, isWritten: true), whole, .edited),
    (FileChange(.same, isWritten: true), unproven, .edited),
    (FileChange(.smaller, isWritten: false), whole, .edited),
    (
      FileChange(.smaller, isWritten: false), unproven,
      .damaged("its end is missing: it is shorter, and its time is the old one")
    ),
    (FileChange(.smaller, isWritten: true), unproven, .edited),
    (FileChange(.larger, isWritten: false), whole, .edited),
    (FileChange(.larger, isWritten: false), unproven, .edited),
    (FileChange(.same, isWritten: true), .broken("no end"), .damaged("no end")),
    (FileChange(.larger, isWritten: false), .nothing("stopped"), .unreadable("stopped")),
  ]

  @Test("Size, time and decode tell what a file with other bytes is", arguments: changes.indices)
  func changed(index: Int) {
    let (change, decode, verdict) = Self.changes[index]
    for isUnproven in [false, true] {
      #expect(change.verdict(hasBytes: false, isUnproven: isUnproven) { decode } == verdict)
    }
  }

  @Test("The recorded bytes are decoded only if they were recorded without a decode")
  func recorded() {
    let change = FileChange(.same, isWritten: true)
    var decodes = 0
    let decode = { (result: FileChange.Decode) in
      decodes += 1
      return result
    }
    #expect(change.verdict(hasBytes: true, isUnproven: false) { decode(.broken("")) } == .same)
    #expect(decodes == 0)
    for (result, verdict) in [
      (.whole, .same), (.unproven, .same), (.broken("no end"), .damaged("no end")),
      (.nothing("stopped"), .unreadable("stopped")),
    ] as [(FileChange.Decode, FileChange.Verdict)] {
      #expect(change.verdict(hasBytes: true, isUnproven: true) { decode(result) } == verdict)
    }
    #expect(decodes == 4)
  }

  private static let now: Int64 = 1_000_000

  /// Of a file of 100 bytes that was stored at 1000: its size, its time, whether it is suspicious, and its change.
  static let files: [(Int64, Int64, Bool, FileChange)] = [
    (100, 0, false, FileChange(.same, isWritten: false)),
    (100, 1002, false, FileChange(.same, isWritten: false)),
    (100, 1003, true, FileChange(.same, isWritten: true)),
    (100, now, true, FileChange(.same, isWritten: true)),
    (100, now + 3600, true, FileChange(.same, isWritten: true)),
    (100, now + 86_401, true, FileChange(.same, isWritten: false)),
    (100, .max, true, FileChange(.same, isWritten: false)),
    (99, 500, true, FileChange(.smaller, isWritten: false)),
    (99, 2000, true, FileChange(.smaller, isWritten: true)),
    (101, .min, true, FileChange(.larger, isWritten: false)),
  ]

  @Test(
    "A time after the file was stored is that of a program, unless it is in the future",
    arguments: files.indices)
  func times(index: Int) {
    let (size, time, isSuspicious, change) = Self.files[index]
    #expect(
      FileChange(recorded: (100, 1000), found: (size, time), now: Self.now) == change)
    #expect(
      FileChange.isSuspicious(recorded: (100, 1000), found: (size, time)) == isSuspicious)
  }
}
