import Foundation
import MirrorCore
import ProviderKit
import Testing

@testable import Catalog
@testable import Mirroring

@Suite("A run that chooses among the photos of a listing")
struct FilterRunTests {
  private let site: TestSite
  private let archive: TestArchive

  /// A listing of three photos with different tags and dates.
  init() async throws {
    (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    var photos = [1, 2, 3].map { site.photo($0) }
    (photos[0].tags, photos[1].tags, photos[2].tags) = (["Cat"], ["dog"], ["cat", "secret"])
    for (index, year) in [2024, 2023, 2022].enumerated() {
      photos[index].uploadedAt = Int64(year - 1970) * 31_556_952 + 10_000_000
    }
    site.show(photos)
  }

  private func cats(_ configuration: inout MirrorConfiguration) {
    configuration.filter.tags = [FoldedTag("CAT")]
    configuration.filter.excludedTags = [FoldedTag("secret")]
  }

  @Test("Photos that are left out are not fetched, and are fetched by a run without the filter")
  func leftOut() async throws {
    let run = try await site.run(into: archive, cats)
    #expect((run.summary.totals.mirrored, run.summary.totals.leftOut) == (1, 2))
    #expect(run.results[TestArchive.id(2)] == .leftOut(.tag))
    #expect(site.pictures == [TestSite.target(1)])
    let all = try await site.run(into: archive)
    #expect((all.summary.totals.mirrored, all.summary.totals.known) == (2, 1))
  }

  @Test("A mirrored photo that a filter leaves out stays known, and is in the pass")
  func known() async throws {
    try await site.run(into: archive)
    let before = archive.files
    let run = try await site.run(into: archive) {
      $0.filter.tags = [FoldedTag("none of them")]
      ($0.gone.action, $0.gone.passes, $0.gone.limit) = (.trash, 1, .photos(9))
    }
    #expect(run.summary.totals.known == 3 && run.summary.totals.leftOut == 0)
    #expect(archive.files == before)
    let passes = try archive.catalog().database.rows(
      "SELECT min(last_pass), max(last_pass) FROM membership"
    ) { [$0.integer(0), $0.integer(1)] }
    #expect(passes == [[2, 2]])
  }

  @Test("A list of names leaves out photos by their ids")
  func list() async throws {
    let names = PhotoNames(lines: "# seen\n\(TestArchive.id(1))\n\n\(TestArchive.id(3))\n")
    let run = try await site.run(into: archive) { $0.filter.excludedPhotos = names }
    #expect(run.summary.totals.mirrored == 1 && run.results[TestArchive.id(1)] == .leftOut(.file))
  }

  @Test("Another filter makes a run read the whole listing again")
  func changed() async throws {
    let photos = [1, 2, 3].map { site.photo($0) }
    site.show(pages: [
      "": Page(photos: [photos[0]], next: "2", total: 3, growsAtFront: true),
      "2": Page(photos: [photos[1]], next: "3", total: 3, growsAtFront: true),
      "3": Page(photos: [photos[2]], total: 3, growsAtFront: true),
    ])
    var pages: [Int] = []
    for isFiltered in [false, false, true, false] {
      let before = site.server.requests.count { $0.target == "/page" }
      _ = try await site.run(into: archive) {
        if isFiltered { $0.filter.excludedTags = [FoldedTag("none")] }
      }
      pages.append(site.server.requests.count { $0.target == "/page" } - before)
    }
    #expect(pages == [3, 1, 3, 3])
  }

  @Test(
    "The size is the smallest that is large enough, or that with the label, else the largest",
    arguments: [
      (SizePolicy.largest, 48), (.edge(20), 24), (.edge(30), 36), (.edge(99), 48),
      (.label("size 24"), 24), (.label("none"), 48),
    ])
  func size(policy: SizePolicy, width: Int) async throws {
    site.show([site.photo(1, widths: [24, 36, 48])])
    let run = try await site.run(into: archive) { $0.size = policy }
    guard case .mirrored(let facts) = run.results[TestArchive.id(1)] else {
      Issue.record("\(run.results)")
      return
    }
    #expect(facts.width == width && site.pictures == [TestSite.target(1, width: width)])
  }
}
