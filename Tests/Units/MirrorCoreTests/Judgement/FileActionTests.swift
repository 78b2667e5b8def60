import Testing

@testable import MirrorCore

@Suite("What is done with a file because of another place")
struct FileActionTests {
  private static let whole: [FileState] = [.same, .newer, .accepted]
  private static let letGo: [FileState] = [.trashed, .forgotten, .gone]
  private static let useless = FileState.allCases.filter {
    !whole.contains($0) && !letGo.contains($0)
  }
  private static let bad: [FileState] = [.swapped, .rotten, .damaged, .unreadable, .obstructed]

  private func actions(
    to targets: [FileState], from sources: [FileState], keepsEdits: [Bool] = [false, true]
  ) -> Set<FileAction> {
    Set(
      targets.flatMap { target in
        sources.flatMap { source in
          keepsEdits.map { FileAction(to: target, from: source, keepsEdits: $0) }
        }
      })
  }

  @Test("Every pair of states has one action, as in this table of targets and sources")
  func table() {
    let sources: [FileState] = [.same, .newer, .accepted, .edited, .missing, .trashed]
    let following: [FileState: [FileAction]] = [
      .same: [.keep, .replace, .replace, .keep, .keep, .setAside],
      .newer: [.keep, .keep, .keep, .keep, .keep, .setAside],
      .accepted: [.keep, .keep, .keep, .keep, .keep, .setAside],
      .edited: [.replace, .replace, .replace, .report, .report, .setAside],
      .swapped: [.replace, .replace, .replace, .report, .report, .setAside],
      .renamed: [.move, .place, .place, .move, .move, .setAside],
      .rotten: [.replace, .replace, .replace, .report, .report, .setAside],
      .damaged: [.replace, .replace, .replace, .report, .report, .setAside],
      .unreadable: [.replace, .replace, .replace, .report, .report, .setAside],
      .obstructed: [.replace, .replace, .replace, .report, .report, .setAside],
      .missing: [.place, .place, .place, .report, .report, .keep],
      .trashed: [.keep, .keep, .keep, .keep, .keep, .keep],
      .forgotten: [.keep, .keep, .keep, .keep, .keep, .keep],
      .gone: [.keep, .keep, .keep, .keep, .keep, .keep],
    ]
    var keepingEdits = following
    keepingEdits[.same]?[1...2] = [.keep, .keep]
    keepingEdits[.edited]?[0...2] = [.report, .report, .report]
    keepingEdits[.renamed]?[1...2] = [.move, .move]
    #expect(following.count == FileState.allCases.count)
    for (target, actions) in following {
      for (source, action) in zip(sources, actions) {
        #expect(
          FileAction(to: target, from: source, keepsEdits: false) == action, "\(target) \(source)")
      }
    }
    for (target, actions) in keepingEdits {
      for (source, action) in zip(sources, actions) {
        #expect(
          FileAction(to: target, from: source, keepsEdits: true) == action, "\(target) \(source)")
      }
    }
  }

  @Test("A place without whole bytes never takes a file away from another one, nor replaces it")
  func useless() {
    let found = actions(to: FileState.allCases, from: Self.useless)
    #expect(found == [.keep, .report, .move])
    #expect(actions(to: Self.whole, from: Self.useless) == [.keep])
  }

  @Test("Whole bytes mend each file that is bad or missing")
  func whole() {
    #expect(actions(to: Self.bad, from: Self.whole) == [.replace])
    #expect(actions(to: [.missing], from: Self.whole) == [.place])
  }

  @Test("Only a photo that its owner let go leaves another place")
  func letGo() {
    let present = FileState.allCases.filter { $0 != .missing && !Self.letGo.contains($0) }
    #expect(actions(to: present, from: Self.letGo) == [.setAside])
    #expect(actions(to: [.missing] + Self.letGo, from: Self.letGo) == [.keep])
    let others = FileState.allCases.filter { !Self.letGo.contains($0) }
    #expect(!actions(to: FileState.allCases, from: others).contains(.setAside))
  }

  @Test("Where people edit, an edit stays whatever other places have")
  func edits() {
    let others = FileState.allCases.filter { !Self.letGo.contains($0) }
    #expect(actions(to: [.edited], from: others, keepsEdits: [true]) == [.report])
    #expect(actions(to: Self.whole, from: others, keepsEdits: [true]) == [.keep])
  }
}
