import Catalog
import Foundation
import LocalFiles
import Locking
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The rebuild of a mirror's thumbnails")
struct ThumbnailRebuildTests {
  private func rebuild(
    _ archive: TestArchive, edge: Int? = nil, _ format: ThumbnailFormat? = nil
  ) async throws -> (totals: ThumbnailRebuild.Totals, steps: [ThumbnailRebuild.Step]) {
    var options = ThumbnailRebuild.Options()
    (options.edge, options.format) = (edge, format)
    let steps = Locked<[ThumbnailRebuild.Step]>([])
    let totals = try await ThumbnailRebuild(in: archive.mirror, options).run { step in
      steps.withLock { $0.append(step) }
    }
    return (totals, steps.withLock(\.self))
  }

  private func thumbnails(_ archive: TestArchive) -> Set<String> {
    Set(archive.files.keys.filter { $0.hasPrefix(".photomirror/thumbnails/") })
  }

  private func edges(_ archive: TestArchive) -> [Int?] {
    thumbnails(archive).sorted().map { path in
      ThumbnailSize(ofFileAt: archive.directory.file(path)).map { max($0.width, $0.height) }
    }
  }

  private func findings(_ archive: TestArchive) async throws -> [Verification.Finding] {
    var findings: [Verification.Finding] = []
    try await Verification(of: archive.mirror).run { findings += $0.finding.map { [$0] } ?? [] }
    return findings
  }

  @Test("Every format replaces the one before, becomes the mirror's, and is made once")
  func formats() async throws {
    let archive = try await TestArchive(photos: 3)
    for (format, kind) in [(ThumbnailFormat.png, "png"), (.webp, "webp"), (.jpeg, "jpg")] {
      let (totals, steps) = try await rebuild(archive, format)
      #expect((totals.made, totals.unchanged, totals.failed) == (3, 0, 0))
      #expect(steps == [.progress(totals, of: 3)])
      #expect(thumbnails(archive) == Set(archive.paths.map { archive.thumbnail($0, kind) }))
      #expect(edges(archive) == [16, 16, 16])
      #expect(try ThumbnailCounts(of: archive.mirror).files == [format: 3])
      // Without a choice it is the mirror's own.
      let again = try await rebuild(archive)
      #expect((again.totals.made, again.totals.unchanged) == (0, 3))
      #expect(try await findings(archive) == [])
    }
  }

  @Test("Another edge is the mirror's from then on")
  func edge() async throws {
    let archive = try await TestArchive(photos: 2)
    #expect(try await rebuild(archive, edge: 24).totals.made == 2)
    #expect(edges(archive) == [24, 24])
    #expect(try await rebuild(archive).totals.unchanged == 2)
    let choices = try archive.catalog().sources().map(\.choices?.thumbnailEdge)
    #expect(choices == [24])
  }

  @Test("A photo that is as small as a thumbnail is its own, until thumbnails are smaller")
  func own() async throws {
    let archive = try await TestArchive(photos: 2)
    let (totals, _) = try await rebuild(archive, edge: 48)
    #expect((totals.own, totals.made, totals.done) == (2, 0, 2) && thumbnails(archive) == [])
    #expect(try ThumbnailCounts(of: archive.mirror).own == 2)
    #expect(try await findings(archive) == [])
    #expect(try await rebuild(archive, edge: 47).totals.made == 2)
    #expect(edges(archive) == [47, 47])
    #expect(try ThumbnailCounts(of: archive.mirror).own == 0)
  }

  @Test("A thumbnail that is missing or damaged is made again, and no other")
  func missing() async throws {
    let archive = try await TestArchive(photos: 3)
    let before = archive.files
    try archive.remove(archive.thumbnail(archive.paths[0]))
    try archive.write("damaged", to: archive.thumbnail(archive.paths[1]))
    let (totals, _) = try await rebuild(archive)
    #expect((totals.made, totals.unchanged) == (2, 1))
    #expect(archive.files == before)
  }

  @Test("A photo that is damaged keeps the thumbnail that it had, and the rebuild names it")
  func damaged() async throws {
    let archive = try await TestArchive(photos: 2)
    try archive.write("damaged", to: archive.paths[0])
    let (totals, steps) = try await rebuild(archive, .webp)
    #expect((totals.made, totals.failed) == (1, 1) && totals.done == 2)
    guard case .failed(archive.paths[0], _) = steps.first else {
      Issue.record("\(steps)")
      return
    }
    #expect(
      thumbnails(archive) == [
        archive.thumbnail(archive.paths[0]), archive.thumbnail(archive.paths[1], "webp"),
      ])
    #expect(try ThumbnailCounts(of: archive.mirror).files == [.jpeg: 1, .webp: 1])
  }

  @Test("A photo that was mirrored without a thumbnail gets one")
  func absent() async throws {
    let archive = try await TestArchive(photos: 2)
    try archive.catalog().noteThumbnails([1: .absent])
    try archive.remove(archive.thumbnail(archive.paths[0]))
    #expect(try ThumbnailCounts(of: archive.mirror).absent == 1)
    #expect(try await rebuild(archive).totals.made == 1)
    #expect(try ThumbnailCounts(of: archive.mirror).absent == 0 && thumbnails(archive).count == 2)
  }

  @Test("A picture over a limit fails alone, and its file is not changed")
  func limited() async throws {
    let archive = try await TestArchive(photos: 1)
    var options = ThumbnailRebuild.Options()
    (options.format, options.limits.pixels) = (.webp, 1000)
    let before = archive.files
    let totals = try await ThumbnailRebuild(in: archive.mirror, options).run { _ in }
    #expect((totals.failed, totals.made) == (1, 0) && archive.files == before)
  }

  @Test("Nothing is rebuilt where there is no mirror, nor while another task changes it")
  func refused() async throws {
    let none = try await TestArchive(photos: 0)
    await #expect(throws: MirrorError.self) { try await rebuild(none) }
    #expect(throws: MirrorError.self) { try ThumbnailCounts(of: none.mirror) }
    #expect(!FileManager.default.fileExists(atPath: none.directory.path))
    let archive = try await TestArchive(photos: 1)
    try await archive.mirror.open(.changing) { _ in
      await #expect(throws: MirrorError.self) { try await rebuild(archive, .webp) }
      let files = try ThumbnailCounts(of: archive.mirror).files
      #expect(files == [.jpeg: 1])
    }
  }
}
