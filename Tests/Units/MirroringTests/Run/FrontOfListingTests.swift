import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("The front of the listing, read after the rest of an interrupted run")
struct FrontOfListingTests {
  private let site: TestSite
  private let archive: TestArchive

  init() async throws { (site, archive) = (try TestSite(), try await TestArchive(photos: 0)) }

  /// Lists photos by their numbers on pages by their cursors.
  private func show(_ pages: [String: (numbers: [Int], next: String?)]) {
    site.show(
      pages: pages.mapValues { page in
        Page(photos: page.numbers.map { site.photo($0) }, next: page.next)
      })
  }

  @Test("A photo in progress that has moved to the listing's front is not started again")
  func moved() async throws {
    let (gone, second, moved, new) = (1, 2, 3, 4)
    let isNewAsked = Latch()
    let picture = try TestArchive.picture(TestArchive.id(moved))
    site.answer(
      TestSite.target(moved),
      with: [
        .response("200 OK", ["Content-Length: \(picture.count)"], Array(picture.prefix(100))),
        .hold(isNewAsked), .send(Array(picture.dropFirst(100))),
      ])
    site.answer(
      TestSite.target(new),
      with: [.open(isNewAsked), .ok(try TestArchive.picture(TestArchive.id(new)))])
    show(["": ([gone], "2"), "2": ([second], "3")])
    #expect(try await site.run(into: archive).summary.totals.mirrored == 2)
    #expect(try archive.catalog().source(TestArchive.source)?.cursor == "2")

    show(["": ([moved, new], "2"), "2": ([second, moved], nil)])
    let summary = try await site.run(into: archive).summary
    #expect(summary.totals.mirrored == 2 && summary.totals.failed == 0)
    #expect(summary.ending == .finished)
    #expect(site.pictures.count { $0 == TestSite.target(moved) } == 1)
  }

  @Test("The front of a listing is read beyond a first page without photos")
  func emptyPage() async throws {
    show(["": ([], "1"), "1": ([1], "2"), "2": ([2], "3")])
    #expect(try await site.run(into: archive).summary.totals.mirrored == 2)

    show(["": ([], "1"), "1": ([3, 1], "2"), "2": ([2], nil)])
    let summary = try await site.run(into: archive).summary
    #expect(summary.totals.mirrored == 1 && summary.ending == .finished)
    #expect(site.pictures.contains(TestSite.target(3)))
  }
}
