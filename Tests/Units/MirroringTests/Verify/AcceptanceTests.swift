import Foundation
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The acceptance of edited files")
struct AcceptanceTests {
  private func findings(
    _ archive: TestArchive, isQuick: Bool = false
  ) async throws -> [Verification.Finding] {
    var options = Verification.Options()
    options.isQuick = isQuick
    var findings: [Verification.Finding] = []
    try await Verification(of: archive.mirror, options).run {
      findings += $0.finding.map { [$0] } ?? []
    }
    return findings
  }

  /// A mirror with two edited files, and a damaged one.
  private func archive() async throws -> TestArchive {
    let archive = try await TestArchive(photos: 4)
    for index in 0..<2 {
      try archive.write(
        try TestArchive.picture("7", version: index + 7), to: archive.paths[index])
    }
    try archive.write(
      try #require(archive.bytes(archive.paths[2])).dropLast(100), to: archive.paths[2])
    return archive
  }

  @Test("An edited file that is accepted is no finding any more, until it changes again")
  func accepted() async throws {
    let archive = try await archive()
    let (mine, other) = (archive.paths[0], archive.paths[1])
    let original = try TestArchive.picture(TestArchive.id(1))
    #expect(try await Acceptance(of: archive.mirror).accept([mine]) == [.done(path: mine)])
    for isQuick in [false, true] {
      #expect(try await !findings(archive, isQuick: isQuick).contains(.edited(path: mine)))
    }
    #expect(try await findings(archive).contains(.edited(path: other)))
    try archive.write(try TestArchive.picture("7", version: 9), to: mine)
    #expect(try await findings(archive).contains(.edited(path: mine)))
    // What was mirrored is still known, and intact.
    try archive.write(original, to: mine)
    #expect(try await findings(archive).count == 2)
  }

  @Test("All edited files are accepted at once, and damaged ones are not")
  func edits() async throws {
    let archive = try await archive()
    let outcomes = try await Acceptance(of: archive.mirror).acceptEdits { _ in }
    #expect(outcomes == archive.paths.prefix(2).map { .done(path: $0) })
    let left = try await findings(archive)
    #expect(left.count == 1)
    guard case .damaged(archive.paths[2], _) = left.first else {
      Issue.record("\(left)")
      return
    }
  }

  @Test("A damaged, a missing, an unchanged and an unknown file are refused with the reason")
  func refused() async throws {
    let archive = try await archive()
    try archive.remove(archive.paths[1])
    let names = [archive.paths[2], archive.paths[1], archive.paths[3], "nothing"]
    let reasons = ["no whole picture", "file is missing", "as it was mirrored", "no such photo"]
    let outcomes = try await Acceptance(of: archive.mirror).accept(names)
    for (outcome, (name, reason)) in zip(outcomes, zip(names, reasons)) {
      guard case .refused(name, let text) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(text.contains(reason))
    }
    #expect(outcomes.count == 4)
  }

  @Test("An accepted edit is in a snapshot of the catalog at once, and survives its loss")
  func recovered() async throws {
    let archive = try await archive()
    _ = try await Acceptance(of: archive.mirror).acceptEdits { _ in }
    let before = try await findings(archive)
    for end in ["", "-wal", "-shm"] where archive.has(".photomirror/catalog.sqlite" + end) {
      try archive.remove(".photomirror/catalog.sqlite" + end)
    }
    _ = try await Recovery(of: archive.mirror).run { _ in }
    #expect(try await findings(archive) == before && before.count == 1)
  }

  @Test("A repair keeps an accepted file")
  func repaired() async throws {
    let archive = try await archive()
    let mine = archive.paths[0]
    let bytes = archive.bytes(mine)
    _ = try await Acceptance(of: archive.mirror).acceptEdits { _ in }
    let outcome = try await Repair(of: archive.mirror, Verification.Options())
      .prepare(isDryRun: false) { _ in }
    #expect(
      outcome.kept == 0 && outcome.sources[0].damaged.count == 1 && archive.bytes(mine) == bytes)
  }
}
