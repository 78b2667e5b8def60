import Catalog
import Foundation
import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The repair of a mirror")
struct RepairTests {
  private func prepare(
    _ archive: TestArchive, isDryRun: Bool = false
  ) async throws -> Repair.Outcome {
    try await Repair(of: archive.mirror, Verification.Options()).prepare(isDryRun: isDryRun) { _ in
    }
  }

  /// A mirror with a missing, a damaged, an edited and a whole file.
  private func archive() async throws -> TestArchive {
    let archive = try await TestArchive(photos: 4)
    try archive.remove(archive.paths[0])
    try archive.write(
      try #require(archive.bytes(archive.paths[1])).dropLast(100), to: archive.paths[1])
    try archive.write(try TestArchive.picture("7", version: 7), to: archive.paths[2])
    return archive
  }

  @Test(
    "A missing file is recorded as lost, a damaged one stays until it is fetched, edited ones stay")
  func mixture() async throws {
    let archive = try await archive()
    let before = archive.files
    let outcome = try await prepare(archive)
    #expect(outcome.setAside == 0 && outcome.kept == 1 && outcome.counts.missing == 1)
    #expect(outcome.counts.changed == 2 && outcome.counts.checked == 4)
    #expect(outcome.sources.map(\.address) == [TestArchive.source])
    #expect(
      outcome.sources[0].choices == SourceChoices(size: .largest, thumbnailEdge: TestArchive.edge))
    #expect(outcome.sources[0].damaged == [2] && archive.files == before)
    let source = try MirrorStatus(of: archive.mirror).sources[0]
    #expect(source.mirrored == 3 && source.waiting == 1 && source.lost == 1)
    #expect(try await Repair(of: archive.mirror, .init()).remaining(after: outcome) == 2)
  }

  @Test(
    "Rotten files, copies of other photos, links and folders stay until their photos are fetched")
  func rotten() async throws {
    let archive = try await TestArchive(photos: 5)
    let paths = archive.paths
    try archive.recordAnotherDigest(ofPhoto: 0)
    try archive.write(try #require(archive.bytes(paths[4])), to: paths[1])
    let target = archive.outside("elsewhere.png")
    for (path, isLink) in [(paths[2], true), (paths[3], false)] {
      let place = archive.directory.file(path)
      try archive.remove(path)
      if isLink {
        try FileManager.default.createSymbolicLink(
          atPath: place, withDestinationPath: target)
      } else {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
      }
    }
    let before = archive.files
    let outcome = try await prepare(archive)
    #expect(outcome.setAside == 0 && outcome.kept == 0 && outcome.counts.changed == 2)
    #expect(outcome.sources.map(\.damaged) == [[1, 2, 3, 4]] && archive.files == before)
  }

  @Test("A dry run finds the same and changes nothing")
  func dryRun() async throws {
    let archive = try await archive()
    let before = archive.files
    let outcome = try await prepare(archive, isDryRun: true)
    #expect(outcome.setAside == 0 && outcome.kept == 1 && outcome.counts.changed == 2)
    #expect(archive.files == before)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].mirrored == 4)
  }

  @Test("A second repair of the same mirror sets nothing aside again")
  func again() async throws {
    let archive = try await archive()
    _ = try await prepare(archive)
    let before = archive.files
    let outcome = try await prepare(archive)
    #expect(outcome.setAside == 0 && outcome.kept == 1 && outcome.counts.checked == 4)
    #expect(archive.files == before)
  }

  @Test("Only a source with something to fetch or to make is named")
  func sources() async throws {
    let archive = try await TestArchive(photos: 3)
    try await archive.add([TestArchive.photo(7)], of: "site:other")
    let named = { try await prepare(archive).sources.map(\.address) }
    #expect(try await named() == [])
    let thumbnails = archive.files.keys.filter { $0.hasPrefix(".photomirror/thumbnails/") }
    try archive.remove(try #require(thumbnails.first { $0.contains(TestArchive.id(2)) }))
    #expect(try await named() == [TestArchive.source])
    try archive.write("damaged", to: try #require(thumbnails.first { $0.contains("100007") }))
    #expect(try await named() == [TestArchive.source, "site:other"])
  }

  @Test("A repair that is cancelled changes nothing")
  func cancelled() async throws {
    let archive = try await archive()
    let (before, mirror) = (archive.files, archive.mirror)
    let task = Task {
      try await Repair(of: mirror, Verification.Options()).prepare(isDryRun: false) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(archive.files.filter { !$0.key.hasSuffix("verification.json") } == before)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].mirrored == 4)
  }

  @Test("An intact mirror needs nothing: no file changes, and the run after it asks for none")
  func intact() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show(1...2)
    try await site.run(into: archive)
    let (before, requests) = (archive.files, site.server.requests.count)
    #expect(try await !prepare(archive).counts.hasProblems)
    try await site.run(into: archive) { $0.readsListing = false }
    #expect(archive.files == before && site.server.requests.count == requests)
  }

  @Test("After a repair, a run that reads no listing fetches what was lost under its old name")
  func fetched() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show(1...5)
    try await site.run(into: archive)
    let before = archive.files
    let paths = before.keys.filter { $0.hasPrefix("ada/") && $0.hasSuffix(".png") }.sorted()
    try archive.remove(paths[0])
    try archive.write(try #require(before[paths[1]]).dropLast(100), to: paths[1])
    for file in [paths[2] + ".xmp", archive.thumbnail(paths[2])] { try archive.remove(file) }
    try archive.remove(paths[3])
    try FileManager.default.createSymbolicLink(
      atPath: archive.directory.file(paths[3]), withDestinationPath: "nowhere")
    let outcome = try await prepare(archive)
    let requests = site.server.requests.count
    let run = try await site.run(into: archive) {
      ($0.readsListing, $0.damaged) = (false, outcome.sources[0].damaged)
    }
    #expect(run.summary.ending == .finished && run.summary.totals.mirrored == 3)
    #expect(site.server.requests.count == requests + 3)
    #expect(!site.server.requests[requests...].contains { $0.target == "/page" })
    #expect(archive.files.filter { !$0.key.contains("set-aside") } == before)
    #expect(
      Set(run.notes) == [
        .damagedSetAside(path: paths[1], place: ".photomirror/set-aside/" + paths[1]),
        .damagedSetAside(path: paths[3], place: ".photomirror/set-aside/" + paths[3]),
        .repaired(sidecars: 1, thumbnails: 1), .filesLost(1),
      ])
    #expect(try await Repair(of: archive.mirror, .init()).remaining(after: outcome) == 0)
  }

  @Test(
    "A bad file stays where it is if its photo cannot be fetched, and the repair is not complete")
  func refused() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show(1...2)
    try await site.run(into: archive)
    let paths = archive.files.keys.filter { $0.hasPrefix("ada/") && $0.hasSuffix(".png") }.sorted()
    for path in paths {
      try archive.write(try #require(archive.bytes(path)).dropLast(100), to: path)
    }
    let before = archive.files
    site.answer(TestSite.target(1), with: [.response("404 Not Found", ["Content-Length: 0"])])
    site.answer(TestSite.target(2), with: [.ok(Array("broken".utf8))])
    for _ in 1...3 {
      let outcome = try await prepare(archive)
      let run = try await site.run(into: archive) {
        ($0.readsListing, $0.damaged) = (false, outcome.sources[0].damaged)
      }
      #expect(run.summary.totals.failed == 2 && archive.files == before)
      #expect(try await Repair(of: archive.mirror, .init()).remaining(after: outcome) == 2)
    }
  }
}
