import Catalog
import Foundation
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("A run into a mirror")
struct MirrorRunTests {
  private let site: TestSite
  private let archive: TestArchive

  init() async throws { (site, archive) = (try TestSite(), try await TestArchive(photos: 0)) }

  private func findings() async throws -> [Verification.Finding] {
    var findings: [Verification.Finding] = []
    try await Verification(of: archive.mirror).run { findings += $0.finding.map { [$0] } ?? [] }
    return findings
  }

  private var pictures: [String: Data] {
    archive.files.filter { $0.key.hasPrefix("ada/") && $0.key.hasSuffix(".png") }
  }

  @Test(
    "A run stores each photo as the site sends it, with its companions, and the next fetches none")
  func whole() async throws {
    site.show(1...5)
    let run = try await site.run(into: archive)
    #expect(run.summary.ending == .finished && run.summary.isListingComplete)
    #expect(run.summary.totals.mirrored == 5 && run.summary.totals.done == 5)
    let sent = try (1...5).map { Data(try TestArchive.picture(TestArchive.id($0))) }
    #expect(Set(pictures.values) == Set(sent) && pictures.count == 5)
    for path in pictures.keys {
      #expect(archive.has(path + ".xmp") && archive.has(archive.thumbnail(path)))
    }
    #expect(try await findings() == [])
    let (before, requests) = (archive.files, site.server.requests.count)
    let again = try await site.run(into: archive)
    #expect(again.summary.totals.known == 5 && again.summary.totals.done == 5)
    #expect(archive.files == before && site.server.requests.count == requests + 1)
  }

  @Test("The first event says that the mirror is new, and later ones what is resumed")
  func events() async throws {
    site.show(1...2)
    for isNew in [true, false] {
      let run = try await site.run(into: archive)
      let facts = RunFacts(
        source: TestArchive.source, directory: archive.directory.path, isResuming: false,
        isDryRun: false, isNewMirror: isNew)
      #expect(run.events.first == .started(facts))
      #expect(run.events.last == .finished(run.summary))
    }
  }

  @Test("A run without a limit continues one that had a limit of photos")
  func limit() async throws {
    site.show(1...6)
    let first = try await site.run(into: archive) { $0.limit = 2 }
    #expect(first.summary.totals.mirrored == 2 && !first.summary.isListingComplete)
    #expect(Set(first.results.keys) == Set([1, 2].map(TestArchive.id)))
    #expect(try MirrorStatus(of: archive.mirror).sources[0].isComplete == false)
    let rest = try await site.run(into: archive)
    #expect(rest.summary.totals.mirrored == 4 && rest.summary.totals.known == 2)
    #expect(site.pictures.count == 6 && rest.summary.isListingComplete)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].isComplete)
  }

  @Test("A listing that is shorter than the limit is complete, but nothing of it is judged gone")
  func unusedLimit() async throws {
    site.show(1...4)
    try await site.run(into: archive) { $0.limit = 9 }
    #expect(try MirrorStatus(of: archive.mirror).sources[0].isComplete)
    site.show(1...2)
    let run = try await site.run(into: archive) {
      ($0.limit, $0.gone.passes, $0.gone.action) = (9, 1, .trash)
    }
    #expect(run.summary.isListingComplete && run.summary.gone == nil)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].mirrored == 4)
    let exact = try await site.run(into: archive) { $0.limit = 2 }
    #expect(!exact.summary.isListingComplete)
  }

  @Test("Photos of a mirror that lost its catalog are adopted, not fetched")
  func lostCatalog() async throws {
    site.show(1...3)
    try await site.run(into: archive)
    let before = archive.files
    try archive.remove(".photomirror/catalog.sqlite")
    let run = try await site.run(into: archive) { $0.acceptsLosses = true }
    #expect(run.summary.totals.adopted == 3 && site.pictures.count == 3)
    #expect(archive.files == before)
  }

  @Test("A damaged file of a mirror that lost its catalog is set aside, and its photo is fetched")
  func damagedWithoutCatalog() async throws {
    site.show(1...3)
    try await site.run(into: archive)
    let before = archive.files
    let path = try #require(pictures.keys.min())
    // The second time, a file of that name exists there already.
    for count in 1...2 {
      try archive.remove(".photomirror/catalog.sqlite")
      try archive.write(try #require(before[path]).dropLast(99), to: path)
      let run = try await site.run(into: archive) { $0.acceptsLosses = true }
      #expect(run.summary.totals.adopted == 2 && run.summary.totals.mirrored == 1)
      #expect(try MirrorStatus(of: archive.mirror).setAside == count)
      #expect(archive.files.filter { !$0.key.contains("/set-aside/") } == before)
    }
  }

  @Test("A photo of two sources is stored once, and both know it")
  func twoSources() async throws {
    site.show(1...3)
    try await site.run(into: archive)
    site.show(2...4)
    let run = try await site.run(into: archive, of: "site:other")
    #expect(run.summary.totals.known == 2 && run.summary.totals.mirrored == 1)
    #expect(pictures.count == 4 && site.pictures.count == 4)
    #expect(try MirrorStatus(of: archive.mirror).sources.map(\.mirrored) == [3, 1])
  }

  @Test("Another size is noted once with the number of photos that keep theirs")
  func choices() async throws {
    site.show([site.photo(1, widths: [24, 48]), site.photo(2, widths: [24, 48])])
    try await site.run(into: archive) { $0.size = .edge(20) }
    for expected in [1, 0] {
      let run = try await site.run(into: archive)
      let notes = run.notes.filter {
        if case .choicesChanged(photos: 2, _, _) = $0 { true } else { false }
      }
      #expect(notes.count == expected && run.notes.count == expected)
      #expect(run.summary.totals.known == 2)
    }
    let path = try #require(pictures.keys.min())
    try archive.remove(path)
    try await site.run(into: archive)
    #expect(archive.bytes(path) == Data(try TestArchive.picture(TestArchive.id(1))))
  }

  @Test("Another template names new photos, and the note counts those that keep their names")
  func names() async throws {
    let template = try NameTemplate("{id}")
    site.show(1...2)
    try await site.run(into: archive)
    let before = archive.files
    site.show(1...3)
    for expected in [true, false] {
      let run = try await site.run(into: archive) { $0.names = template }
      #expect(
        run.notes.contains(.namesChanged(photos: 2, directory: archive.directory.path)) == expected)
    }
    #expect(archive.has(TestArchive.id(3) + ".png") && archive.has(TestArchive.id(3) + ".png.xmp"))
    for (path, bytes) in before { #expect(archive.bytes(path) == bytes, "\(path)") }
  }

  @Test("A file has the time at which its photo was uploaded, if the mirror chose that")
  func times() async throws {
    var photo = site.photo(1)
    photo.uploadedAt = 1_600_000_000
    site.show([photo])
    try await site.run(into: archive) { $0.fileTime = .uploaded }
    let path = archive.directory.file(try #require(pictures.keys.first))
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(date?.timeIntervalSince1970 == 1_600_000_000)
  }

  @Test("Files with the same bytes become one file, and a note says how much that freed")
  func dedupe() async throws {
    let picture = try TestArchive.picture("7")
    for number in 1...2 { site.answer(TestSite.target(number), with: [.ok(picture)]) }
    site.show(1...3)
    let run = try await site.run(into: archive) { $0.dedupe = .link }
    #expect(run.notes.contains(.shared(files: 1, byteCount: Int64(picture.count))))
    #expect(try await findings() == [])
    let again = try await site.run(into: archive) { $0.dedupe = .link }
    #expect(again.notes.isEmpty)
  }

  @Test(
    "Albums of the listing become folders, in the order of the listing, and only if they changed")
  func albums() async throws {
    func show(_ numbers: [Int]) {
      var page = Page(photos: numbers.map { site.photo($0) })
      page.album = AlbumPart(album: Album(id: "7", owner: "ada", title: "Summer"))
      site.show(pages: ["": page])
    }
    func links() throws -> [String] {
      let folder = archive.directory.file("albums/Summer_7")
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
        String($0.suffix(10))
      }
    }
    for (numbers, changed) in [([1, 2, 3], 1), ([3, 1, 2], 1), ([3, 1, 2], 0)] {
      show(numbers)
      let run = try await site.run(into: archive) { $0.albums = .links }
      #expect(run.notes == (changed == 0 ? [] : [.albums(changed: 1, all: 1)]))
      #expect(try links() == numbers.map { TestArchive.id($0) + ".png" })
    }
    #expect(site.pictures.count == 3)
  }
}
