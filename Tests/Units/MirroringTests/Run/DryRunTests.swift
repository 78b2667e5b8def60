import Foundation
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("A dry run")
struct DryRunTests {
  private let site: TestSite
  private let archive: TestArchive

  init() async throws { (site, archive) = (try TestSite(), try await TestArchive(photos: 0)) }

  @Test("It names the size and the address of each photo, fetches none, and makes no directory")
  func new() async throws {
    site.show([site.photo(1, widths: [24, 48]), site.photo(2)])
    let run = await site.dryRun(into: archive) { $0.size = .edge(20) }
    #expect(
      run.results == [
        TestArchive.id(1): .wouldFetch(
          label: "Size 24", url: site.server.url(TestSite.target(1, width: 24))),
        TestArchive.id(2): .wouldFetch(
          label: "Size 48", url: site.server.url(TestSite.target(2))),
      ])
    #expect(run.summary.ending == .finished && run.summary.isListingComplete)
    #expect(site.pictures.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: archive.directory.path))
  }

  @Test("It tells known, lost, new and left out photos apart, and writes nothing")
  func known() async throws {
    site.show(1...3)
    try await site.run(into: archive) { $0.limit = 2 }
    let path = try #require(archive.files.keys.filter { $0.hasPrefix("ada/") }.min())
    try archive.remove(path)
    let before = archive.files
    let run = await site.dryRun(into: archive)
    #expect((run.summary.totals.wouldFetch, run.summary.totals.known) == (2, 1))
    let filtered = await site.dryRun(into: archive) {
      $0.filter.excludedTags = [FoldedTag("sea")]
    }
    #expect((filtered.summary.totals.leftOut, filtered.summary.totals.known) == (2, 1))
    #expect(archive.files == before && site.pictures.count == 2)
  }

  @Test("A photo that the site refused twice is unavailable in a dry run too")
  func unavailable() async throws {
    site.answer(TestSite.target(1), with: [.response("404 Not Found", ["Content-Length: 0"])])
    site.show(1...2)
    for _ in 1...2 { try await site.run(into: archive) }
    let run = await site.dryRun(into: archive)
    #expect((run.summary.totals.unavailable, run.summary.totals.known) == (1, 1))
  }

  @Test("It counts entries that cannot be read, and reads no further than its limit of photos")
  func listing() async throws {
    site.show(pages: [
      "": Page(photos: [site.photo(1)], next: "2", refused: ["an entry is bad"]),
      "2": Page(photos: [site.photo(2)], next: "3"), "3": Page(photos: [site.photo(3)]),
    ])
    let run = await site.dryRun(into: archive) { $0.limit = 2 }
    #expect(run.summary.totals.refused == 1 && run.summary.totals.wouldFetch == 2)
    #expect(!run.summary.isListingComplete && site.server.requests.count == 2)
  }

  @Test("It ends at its limits of bytes and of time")
  func limits() async throws {
    site.show(1...2)
    let bytes = await site.dryRun(into: archive) { $0.maximumBytes = 1 }
    #expect(bytes.summary.ending == .limited(.bytes(1)))
    site.answer("/page", with: [.untilClosed])
    let time = await site.dryRun(into: archive) { $0.maximumTime = .milliseconds(10) }
    #expect(time.summary.ending == .limited(.time(.milliseconds(10))))
  }

  @Test("A failing source ends it with the source's error, after its start was reported")
  func failure() async throws {
    let run = await site.dryRun(into: archive)
    #expect(run.summary.ending == .sourceFailed(.source("no such page")))
    guard case .started(let facts)? = run.events.first else {
      Issue.record("\(run.events)")
      return
    }
    #expect(facts.isDryRun && !facts.isNewMirror)
  }
}
