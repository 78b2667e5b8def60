import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("A listing without a mirror")
struct PhotoListingTests {
  private let site: TestSite

  init() throws { site = try TestSite() }

  private func read(
    _ change: TestSite.Change = { _ in }
  ) async throws -> (ids: [String], refused: [String]) {
    var (ids, refused) = ([String](), [String]())
    try await PhotoListing(site.configuration(for: .none, change)).read { part in
      ids += part.photos.map(\.id)
      refused += part.refused
    }
    return (ids, refused)
  }

  private func show(_ pages: [[Int]], isEndless: Bool = false) {
    var all: [String: Page] = [:]
    for (index, numbers) in pages.enumerated() {
      let next = index + 1 < pages.count ? "\(index + 1)" : isEndless ? "\(index)" : nil
      all[index == 0 ? "" : "\(index)"] = Page(photos: numbers.map { site.photo($0) }, next: next)
    }
    site.show(pages: all)
  }

  @Test("A listing that changes while it is read gives each photo once, past short and empty pages")
  func drift() async throws {
    show([[1, 2, 3], [3, 4], [], [4, 2], [5], [1], [6]])
    #expect(try await read().ids == (1...6).map(TestArchive.id))
  }

  @Test("Pages of known photos in new combinations are read to the end of the listing")
  func overlap() async throws {
    show([[1, 2], [3, 4], [5, 6], [7, 8], [2, 3], [4, 5], [6], [8, 1], [9]])
    #expect(try await read().ids == (1...9).map(TestArchive.id))
  }

  @Test(
    "A listing is read no further than the limit requires", arguments: [(1, 1), (3, 2), (9, 3)])
  func limit(limit: Int, pages: Int) async throws {
    show([[1, 2], [3, 4], [5, 6]])
    #expect(try await read { $0.limit = limit }.ids == (1...min(limit, 6)).map(TestArchive.id))
    #expect(site.server.requests.count == pages)
  }

  @Test("A listing that repeats its last page ends")
  func endless() async throws {
    show([[1], [2]], isEndless: true)
    #expect(try await read().ids == [1, 2].map(TestArchive.id))
    #expect(site.server.requests.count < 10)
  }

  @Test("Entries that cannot be read, and two addresses of one id, are told as sentences")
  func refused() async throws {
    let page = Page(
      photos: [site.photo(1), site.photo(2), site.photo(1, version: 1)],
      refused: ["an entry is bad"])
    site.show(pages: ["": page])
    let (ids, refused) = try await read()
    #expect(Set(ids) == Set([1, 2].map(TestArchive.id)) && refused.count == 2)
    #expect(refused.contains("an entry is bad"))
    let conflict = try #require(refused.first { $0 != "an entry is bad" })
    for version in [0, 1] {
      #expect(conflict.contains(TestSite.target(1, version: version)), "\(conflict)")
    }
  }

  @Test("A listing ends with the source's error, the reader's error, or its cancellation")
  func failures() async throws {
    struct Own: Error {}
    let source = await #expect(throws: MirrorError.self) { try await read() }
    #expect(source == .source("no such page"))
    show([[1], [2]])
    let (site, configuration) = (site, site.configuration(for: .none))
    await #expect(throws: Own.self) {
      try await PhotoListing(configuration).read { _ in throw Own() }
    }
    let task = Task {
      try await PhotoListing(configuration).read { _ in
        site.answer("/page", with: [.untilClosed])
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(
    "A probe asks for one photo, and compares this machine's clock with the server's",
    arguments: [nil, "Thu, 01 Jan 1970 00:00:00 GMT"])
  func probe(date: String?) async throws {
    show([[1, 2], [3]])
    site.answer("/robots.txt", with: [.ok([], date.map { ["Date: \($0)"] } ?? [])])
    let answer = try await SiteProbe(site.configuration(for: .none)).run()
    #expect(answer.photos == 1)
    #expect(site.server.requests.map(\.target) == ["/page", "/robots.txt"])
    #expect((answer.clockLead ?? 0 > 1_000_000_000) == (date != nil))
  }

  @Test(
    "A list of hosts is divided at commas, and names the first part that is no address",
    arguments: [
      ("http://a", ["http://a"], nil),
      (" http://a , https://b:8,", ["http://a", "https://b:8"], nil),
      ("http://a,nas.local", ["http://a", "nas.local"], "nas.local"),
      ("ftp://nas", ["ftp://nas"], "ftp://nas"), ("", [], nil),
    ])
  func hosts(value: String, addresses: [String], invalid: String?) {
    #expect(HostList(value).addresses == addresses && HostList(value).invalid == invalid)
  }
}
