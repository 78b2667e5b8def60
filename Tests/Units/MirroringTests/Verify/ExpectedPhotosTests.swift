import Catalog
import Foundation
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The photos that a mirror is to have")
struct ExpectedPhotosTests {
  /// What a catalog can record of a photo that was mirrored.
  enum Record: Sendable, Hashable {
    case nothing, loss, failure, refusals
    case departure(Departure.State)
    case lossAfter(Departure.State)

    static let all: [Record] =
      [.nothing, .loss, .failure, .refusals] + Departure.State.allCases.map { .departure($0) }
      + [.lossAfter(.gone), .lossAfter(.kept)]

    /// Whether the mirror is to have the photo then.
    var isExpected: Bool {
      switch self {
      case .departure(let state): [.gone, .kept, .replacing].contains(state)
      default: true
      }
    }

    func note(ofPhoto id: Int64, in catalog: Catalog) throws {
      switch self {
      case .nothing: return
      case .departure(let state), .lossAfter(let state):
        try catalog.depart([id: Departure(state, since: 1, reason: "test")])
        if case .departure = self { return }
      case .loss, .failure, .refusals: break
      }
      try catalog.noteLoss(ofPhoto: id)
      if self == .failure {
        try catalog.noteFailure(ofPhoto: id, reason: "status 404", isDeferred: false)
      }
      for day in self == .refusals ? [1, 2] : [] {
        _ = try catalog.noteRefusal(
          ofPhoto: id, reason: "status 404", at: Int64(day) * 86_400)
      }
    }
  }

  @Test(
    "A photo whose file is missing is a finding whatever is recorded, until it is let go",
    arguments: Record.all)
  func missing(record: Record) async throws {
    let archive = try await TestArchive(photos: 2)
    try archive.remove(archive.paths[0])
    do {
      let catalog = try archive.catalog()
      try record.note(ofPhoto: try catalog.mirrored(after: 0, limit: 1)[0].id, in: catalog)
    }
    var findings: [Verification.Finding] = []
    for oldestFirst in [false, true] {
      var options = Verification.Options()
      (options.isOldestFirst, options.findsExtra) = (oldestFirst, false)
      try await Verification(of: archive.mirror, options).run { progress in
        findings += progress.finding.map { [$0] } ?? []
      }
    }
    let expected = Verification.Finding.missing(path: archive.paths[0])
    #expect(findings == (record.isExpected ? [expected, expected] : []))
  }

  @Test("A lost photo is counted by status and named by report until its owner lets it go")
  func reported() async throws {
    let archive = try await TestArchive(photos: 3)
    try archive.lose(photo: 1)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].lost == 1)
    let lost = try MirrorReport(of: archive.mirror).lists.filter { $0.kind == .lost }
    #expect(lost.flatMap(\.photos).map(\.key) == [TestArchive.id(2)])
    _ = try await MirrorTrash(of: archive.mirror).forget([TestArchive.id(2)])
    #expect(try MirrorStatus(of: archive.mirror).sources[0].lost == 0)
    #expect(try !MirrorReport(of: archive.mirror).lists.contains { $0.kind == .lost })
  }

  @Test("The sidecar of a lost photo is not extra, and a link in its place obstructs it")
  func beside() async throws {
    let archive = try await TestArchive(photos: 2)
    try archive.lose(photo: 0)
    try FileManager.default.createSymbolicLink(
      atPath: archive.directory.file(archive.paths[0]), withDestinationPath: "elsewhere")
    var findings: [Verification.Finding] = []
    try await Verification(of: archive.mirror).run { findings += $0.finding.map { [$0] } ?? [] }
    #expect(
      findings == [
        .obstructed(path: archive.paths[0], what: "a link or another thing that is no file")
      ])
  }

  @Test("A gallery counts lost photos among the missing, and a package names what it leaves out")
  func derived() async throws {
    let archive = try await TestArchive(photos: 3)
    try archive.lose(photo: 1)
    #expect(try await MirrorGallery(of: archive.mirror).write().missing == 1)
    var leftOut: [String] = []
    let totals = try await MirrorBundle(of: archive.mirror, to: archive.outside("bag")).run {
      step in
      if case .leftOut(let path, _) = step { leftOut.append(path) }
    }
    #expect(totals.bundled == 2 && leftOut == [archive.paths[1]])
  }
}
