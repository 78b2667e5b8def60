import Catalog
import Foundation
import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The report on a mirror")
struct MirrorReportTests {
  /// A mirror of three photos that were stored before the last run, and a photo that failed. One of the three was
  /// replaced at its site, and one is gone.
  private func archive() async throws -> TestArchive {
    let archive = try await TestArchive(photos: 3)
    let catalog = try archive.catalog()
    try catalog.record(
      catalog.mirrored(after: 0, limit: 9).map { photo in
        MirroredPhoto(
          id: photo.id, path: photo.path, format: photo.format, width: photo.width,
          height: photo.height, byteCount: photo.byteCount, sha256: photo.sha256,
          label: photo.label, thumbnail: photo.thumbnail, storedAt: 1000)
      })
    let source = try catalog.beginRun(ofSource: TestArchive.source)
    var page = PageAdmission()
    page.replaced = [1]
    _ = try catalog.admit(page, provider: "site", source: source, pass: nil, at: 2000)
    try catalog.depart([2: Departure(.gone, since: 3000, reason: "not listed")])
    let photo = NewPhoto(photo: TestArchive.id(9), stem: "x/9", listing: "{}")
    let record = try catalog.admit([photo], provider: "site", source: source)[0]
    try catalog.noteFailure(ofPhoto: record.id, reason: "status 500", isDeferred: false)
    return archive
  }

  @Test("A report lists what is new, failed, replaced and gone, each with its reason and time")
  func kinds() async throws {
    let archive = try await archive()
    try await archive.add([TestArchive.photo(4)], of: "site:new")
    let report = try MirrorReport(of: archive.mirror)
    #expect(report.lists.map(\.kind) == [.new, .failed, .replaced, .gone])
    #expect(report.lists.allSatisfy { $0.count == 1 && $0.photos.count == 1 })
    let photos = report.lists.compactMap(\.photos.first)
    #expect(photos.map(\.key) == [4, 9, 1, 2].map(TestArchive.id))
    #expect(photos.map(\.reason) == [nil, "status 500", nil, "not listed"])
    #expect(photos.map(\.since).suffix(2) == [2000, 3000])
    #expect(photos[0].title == "Photo 4")
    #expect(photos[0].thumbnail == archive.thumbnail(photos[0].path ?? ""))
    #expect(photos[1].path == nil && photos[2].path == archive.paths[0])
    #expect(report.status.sources.map(\.mirrored) == [3, 1])
  }

  @Test("Photos that were stored before the last run began are not new")
  func old() async throws {
    let archive = try await archive()
    let report = try MirrorReport(of: archive.mirror)
    #expect(report.lists.allSatisfy { $0.kind != .new } && report.lastRun != nil)
  }

  @Test("The page shows thumbnails and links by paths from where the page is")
  func page() async throws {
    let archive = try await archive()
    let report = try MirrorReport(of: archive.mirror)
    let page = String(
      decoding: report.page(at: archive.outside("pages/report.html"), saying: ["run <it> again"]),
      as: UTF8.self)
    #expect(page.contains("<title>Report on mirror</title>"))
    #expect(page.contains("<li>run &lt;it&gt; again</li>"))
    #expect(page.contains("<h2>1 failed; the next run tries again</h2>"))
    #expect(page.contains("/mirror/\(archive.thumbnail(archive.paths[0]))\""), "\(page)")
    #expect(page.contains("status 500") && page.contains("not listed"))
    #expect(!page.contains("<header>"))
    try archive.write("pages", to: "gallery/index.html")
    let other = report.page(at: archive.outside("pages/report.html"), saying: [])
    #expect(
      String(decoding: other, as: UTF8.self).contains("mirror/gallery/index.html\">Gallery</a>"))
  }

  @Test("A mirror without a run since its photos were stored has a report of new photos only")
  func first() async throws {
    let archive = try await TestArchive(photos: 2)
    let report = try MirrorReport(of: archive.mirror)
    #expect(report.lists.map(\.kind) == [.new] && report.lists[0].count == 2)
    #expect(report.lists[0].photos.map(\.key) == [2, 1].map(TestArchive.id))
  }
}

extension MirrorReportTests {
  @Test("A report of a period has what was stored, failed, refused and left in it, by source")
  func period() async throws {
    let archive = try await archive()
    try await archive.add([TestArchive.photo(4)], of: "site:new")
    let now = Catalog.now()
    // The photos of the first source were stored at 1000, and the gone one left at 3000.
    let early = try MirrorReport(of: archive.mirror, in: 500...1500)
    #expect(early.sources.map(\.source) == [TestArchive.source])
    #expect(early.sources.map(\.stored) == [3] && early.sources[0].byteCount > 0)
    #expect(early.lists.map(\.kind) == [.new] && early.lists[0].title == "new")
    let middle = try MirrorReport(of: archive.mirror, in: 1501...3000)
    #expect(middle.sources.isEmpty && middle.lists.map(\.kind) == [.replaced, .gone])
    let late = try MirrorReport(of: archive.mirror, in: now - 600...now)
    let stored = late.sources.filter { $0.stored > 0 }
    #expect(stored.map(\.source) == ["site:new"] && stored.map(\.stored) == [1])
    #expect(late.lists.map(\.kind) == [.new, .failed])
    #expect(late.lists.map { $0.photos.map(\.key) } == [[4], [9]].map { $0.map(TestArchive.id) })
    #expect(try MirrorReport(of: archive.mirror, in: 0...499).lists.isEmpty)
  }

  @Test("The readings of listings are counted in the periods in which they were under way")
  func listings() async throws {
    let archive = try await TestArchive(photos: 1)
    let catalog = try archive.catalog()
    let source = try catalog.beginRun(ofSource: TestArchive.source)
    let pass = try catalog.beginPass(of: source, isLimited: false, at: 1000)
    try catalog.endPass(pass.number, of: source, as: .complete, at: 2000)
    _ = try catalog.beginPass(of: source, isLimited: true, at: 3000)
    let counts = try [500...999, 1500...1600, 1500...5000].map { period in
      try MirrorReport(of: archive.mirror, in: period).sources
        .map { [$0.listings, $0.completeListings] }
    }
    #expect(counts == [[], [[1, 1]], [[2, 1]]])
  }
}
