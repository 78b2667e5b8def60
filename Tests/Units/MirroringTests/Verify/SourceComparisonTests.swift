import Foundation
import Locking
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("A mirror compared with its source")
struct SourceComparisonTests {
  private func compare(
    _ archive: TestArchive, _ site: TestSite, of source: String = TestArchive.source
  ) async throws -> (findings: Set<SourceComparison.Finding>, totals: SourceComparison.Totals) {
    let findings = Locked<[SourceComparison.Finding]>([])
    let totals = try await SourceComparison(site.configuration(for: archive.mirror, of: source)).run
    {
      finding in findings.withLock { $0.append(finding) }
    }
    return (Set(findings.withLock(\.self)), totals)
  }

  /// A mirror of three photos of a site, and their paths.
  private func mirrored() async throws -> (TestArchive, TestSite, paths: [String]) {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show(1...3)
    let run = try await site.run(into: archive)
    #expect(run.summary.totals.mirrored == 3)
    let paths = try await archive.mirror.open(.reading) { open in
      try await open.perform { try $0.mirrored(after: 0, limit: 9).map(\.path) }
    }
    return (archive, site, paths)
  }

  @Test("Photos of which the listing says what was mirrored are the same")
  func same() async throws {
    let (archive, site, paths) = try await mirrored()
    let (findings, totals) = try await compare(archive, site)
    #expect(findings == Set(paths.map { .same(path: $0) }))
    #expect(totals.listed == 3 && totals.same == 3 && !totals.hasDifferences)
  }

  @Test("New, changed and unlisted photos and missing files are told apart, and nothing is written")
  func different() async throws {
    let (archive, site, paths) = try await mirrored()
    try archive.remove(paths[0])
    site.show([site.photo(1), site.photo(2, version: 1), site.photo(4)])
    let (before, pictures) = (archive.files, site.pictures.count)
    let (findings, totals) = try await compare(archive, site)
    #expect(
      findings == [
        .missing(
          photo: PhotoFacts(site.photo(1)), reason: "its file \(paths[0]) is missing"),
        .changed(path: paths[1]), .extra(path: paths[2]),
        .missing(photo: PhotoFacts(site.photo(4)), reason: "not mirrored"),
      ])
    #expect((totals.missing, totals.changed, totals.extra, totals.same) == (2, 1, 1, 0))
    #expect(totals.hasDifferences && archive.files == before && site.pictures.count == pictures)
  }

  @Test("A photo that failed is missing for the site's reason")
  func failed() async throws {
    let (archive, site, _) = try await mirrored()
    site.answer(TestSite.target(4), with: [.response("404 Not Found", ["Content-Length: 0"])])
    site.show(1...4)
    let run = try await site.run(into: archive)
    guard case .failed(let failure) = run.results[TestArchive.id(4)] else {
      Issue.record("\(run.results)")
      return
    }
    let (findings, totals) = try await compare(archive, site)
    #expect(
      findings.contains(.missing(photo: PhotoFacts(site.photo(4)), reason: failure.reason)))
    #expect(totals.missing == 1 && totals.same == 3)
  }

  @Test("A forgotten photo is no difference, and one in the trash is missing")
  func departed() async throws {
    let (archive, site, paths) = try await mirrored()
    _ = try await MirrorTrash(of: archive.mirror).forget([paths[0]])
    site.show(1...2)
    try await site.run(into: archive) {
      ($0.gone.action, $0.gone.passes, $0.gone.limit) = (.trash, 1, .photos(9))
    }
    site.show(1...3)
    let (findings, totals) = try await compare(archive, site)
    #expect(
      findings == [
        .same(path: paths[1]),
        .missing(photo: PhotoFacts(site.photo(3)), reason: "it is in the trash"),
      ])
    #expect((totals.listed, totals.same, totals.missing) == (3, 1, 1))
  }

  @Test("Entries that cannot be read are counted, because they may be photos that seem to be extra")
  func refused() async throws {
    let (archive, site, paths) = try await mirrored()
    site.show(pages: [
      "": Page(photos: [site.photo(1), site.photo(2)], refused: ["an entry is bad"])
    ])
    let (findings, totals) = try await compare(archive, site)
    #expect(totals.refused == 1 && totals.extra == 1 && findings.contains(.extra(path: paths[2])))
  }

  @Test("A source that fails, and a directory without a mirror, end a comparison with an error")
  func failures() async throws {
    let (archive, site, _) = try await mirrored()
    site.show(pages: [:])
    let error = await #expect(throws: MirrorError.self) { try await compare(archive, site) }
    #expect(error == .source("no such page"))
    let none = try await TestArchive(photos: 0)
    let missing = await #expect(throws: MirrorError.self) { try await compare(none, site) }
    #expect(missing?.message == "there is no mirror in \(none.directory.path)")
  }
}
