import Locking
import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Listings of further listings")
struct ListingPartsTests {
  @Test("A listing reads the listings that a page names, in order, before its next page")
  func sequence() async throws {
    let site = Site([
      "x": Page(photos: [], next: "2", listings: [.init(selector: "a"), .init(selector: "b")]),
      "x 2": Page(photos: [photo("9")]),
      "a": TestWalk.photos("1", "2", next: "more"), "a more": TestWalk.photos("3"),
      "b": TestWalk.photos("3", "4"),
    ])
    let listed = try await site.list()
    #expect(listed.flatMap { $0.photos.map(\.id) } == ["1", "2", "3", "4", "9"])
    #expect(listed.last?.isLast == true)
    #expect(listed.filter(\.isLast).count == 1)
  }

  @Test("A listing of further listings resumes at any position with the later photos")
  func resumption() async throws {
    let site = Site([
      "x": Page(photos: [photo("0")], listings: [.init(selector: "a"), .init(selector: "b")]),
      "a": TestWalk.photos("1", next: "more"), "a more": TestWalk.photos("2"),
      "b": TestWalk.photos("3"),
    ])
    let whole = try await site.list()
    for (index, page) in whole.enumerated() {
      let rest = try await site.list(from: page.cursor)
      #expect(rest.map { $0.photos.map(\.id) } == whole[index...].map { $0.photos.map(\.id) })
    }
  }

  @Test("A listing that resumes in a listing that is no longer named reads all named ones")
  func renamed() async throws {
    let site = Site([
      "x": Page(photos: [], listings: [.init(selector: "a")]), "a": TestWalk.photos("1"),
    ])
    let gone = ListingPlace(part: .init(selector: "gone", parameters: [:], cursor: "7")).text
    #expect(try await site.list(from: gone).flatMap { $0.photos.map(\.id) } == ["1"])
  }

  @Test("A named listing that fails is reported as missing, and the others are read")
  func missing() async throws {
    let site = Site([
      "x": Page(photos: [], listings: [.init(selector: "gone"), .init(selector: "b")]),
      "b": TestWalk.photos("1"),
    ])
    let listed = try await site.list()
    #expect(listed.flatMap { $0.photos.map(\.id) } == ["1"])
    #expect(listed.flatMap(\.missing) == ["gone was not listed: no such page"])
    #expect(listed.contains { $0.extent == .cutShort })
  }

  @Test(
    "A listing's position is parsed from its own text",
    arguments: [
      ListingPlace(), ListingPlace(cursor: "7"), ListingPlace(cursor: "{\"part\":{}}"),
      ListingPlace(cursor: "7", part: .init(selector: "a/b", parameters: ["k": "ü"], cursor: "{}")),
      ListingPlace(part: .init(selector: "a", parameters: [:])),
    ])
  func text(place: ListingPlace) { #expect(ListingPlace(text: place.text) == place) }

  @Test("A page is parsed with the answers to the further requests that it names")
  func furtherRequests() async throws {
    let further = [
      RequestDescription(url: "http://site/1"), RequestDescription(url: "http://site/2"),
    ]
    let site = Site(["x": Page(photos: [photo("1")])], more: [further])
    #expect(try await site.list().flatMap { $0.photos.map(\.id) } == ["1"])
    #expect(site.network.addresses == ["http://site/x/", "http://site/1", "http://site/2"])
  }

  @Test("A page that names further requests repeatedly is malformed")
  func endlessRequests() async throws {
    let further = [RequestDescription(url: "http://site/1")]
    let site = Site(["x": Page(photos: [])], more: Array(repeating: further, count: 50))
    await #expect(throws: (any Error).self) { try await site.list() }
    #expect(site.network.addresses.count < 20)
  }

  private func photo(_ id: String) -> Photo { TestWalk.photo(id) }
}

@Suite("The id of a name")
struct NameResolverTests {
  @Test("A name is looked up once, in several steps, before the first page")
  func steps() async throws {
    let site = Site(["x": Page(photos: [], next: "2"), "x 2": TestWalk.photos("1")])
    site.names.withLock { $0 = ["": "again", "again": "=17"] }
    _ = try await site.list()
    #expect(
      site.network.addresses == [
        "http://site/name/", "http://site/name/again", "http://site/x/17", "http://site/x/17",
      ])
  }

  @Test("A name that the limit of lookups does not resolve fails")
  func endless() async throws {
    let site = Site(["x": Page(photos: [])])
    site.names.withLock { $0 = ["": "again", "again": "again"] }
    await #expect(throws: ProviderFailure.self) { try await site.list() }
    #expect(site.network.addresses.count == NameResolver.mostSteps)
  }

  @Test("A looked-up id is stored in the catalog, for later runs")
  func stored() async throws {
    let site = Site(["x": TestWalk.photos("1")])
    site.names.withLock { $0 = ["": "=17"] }
    let catalog = MemoryCatalog()
    site.memory = NameResolver.Memory(catalog)
    for _ in 0..<2 { _ = try await site.list() }
    #expect(try await catalog.resolution()?.value == "17")
    #expect(
      site.network.addresses == ["http://site/name/", "http://site/x/17", "http://site/x/17"])
  }

  @Test("A stored id saves the lookup, and is looked up again if the site does not know it")
  func remembered() async throws {
    let site = Site(["x": TestWalk.photos("1")])
    site.names.withLock { $0 = ["": "=17"] }
    let stored = Locked<String?>("17")
    site.memory.recall = { stored.withLock(\.self) }
    site.memory.remember = { resolution in stored.withLock { $0 = resolution.value } }
    _ = try await site.list()
    #expect(site.network.addresses == ["http://site/x/17"])
    stored.withLock { $0 = "gone" }
    #expect(try await site.list().flatMap { $0.photos.map(\.id) } == ["1"])
    #expect(stored.withLock(\.self) == "17")
  }
}

/// A site with named pages, each `SELECTOR` or `SELECTOR CURSOR`.
private final class Site: DirectProvider {
  let manifest = Manifest(
    name: "site", version: "1", summary: "", sources: [.init(usage: "x", summary: "")])
  let network = MemoryNetwork(MemoryWorkspace()) { (_) throws(FetchError) in [] }
  /// By the cursor of a look-up: the next one, or `=` and the id.
  let names = Locked<[String: String]>([:])
  nonisolated(unsafe) var memory = NameResolver.Memory()
  private let pages: [String: Page]
  /// By the number of further answers, the requests that the page names.
  private let more: [[RequestDescription]]

  init(_ pages: [String: Page], more: [[RequestDescription]] = []) {
    (self.pages, self.more) = (pages, more)
  }

  func list(from cursor: String? = nil) async throws -> [Listing.Element] {
    let announcer = Announcer(nil)
    let client = SiteClient(
      provider: self, query: PageQuery(selector: "x"), secrets: [:], network: network,
      retry: .network(attempts: 1, retriesOutages: false), announcer: announcer,
      names: NameResolver(memory))
    var listed: [Listing.Element] = []
    for try await page in Listing(client: client, start: cursor) { listed.append(page) }
    await announcer.close()
    return listed
  }

  func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    guard query.selector == "x", !names.withLock(\.isEmpty) else { return nil }
    return RequestDescription(url: "http://site/name/\(query.cursor ?? "")")
  }

  func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution {
    let found = names.withLock { $0[query.cursor ?? ""] } ?? ""
    return found.hasPrefix("=")
      ? Resolution(value: String(found.dropFirst())) : Resolution(value: nil, next: found)
  }

  func pageRequest(for query: PageQuery) throws -> RequestDescription {
    RequestDescription(url: "http://site/\(query.selector)/\(query.resolved ?? "")")
  }

  func page(from answer: Answer, for query: PageQuery) throws -> Page {
    try page(from: answer, further: [], for: query)
  }

  func page(from answer: Answer, further: [Answer], for query: PageQuery) throws -> Page {
    let name = query.selector + (query.cursor.map { " \($0)" } ?? "")
    guard var page = pages[name], query.resolved != "gone" else {
      throw ProviderFailure(.source, "no such page")
    }
    page.more = further.count < more.count * 2 ? more.dropFirst(further.count / 2).first ?? [] : []
    return page
  }
}
