import Locking
import MirrorTesting
import ProviderKit

@testable import MirrorCore

/// A mirror in memory that several runs share, each on a day of its own.
struct TestMirror {
  let store = Locked(MemoryStore())
  var content = MemoryPlace.Content()
  var policy = GonePolicy()
  var keptVersions: Int?
  /// Photos that the site says do not exist; nil if it cannot be asked.
  var unknown: Set<String>?
  var options: @Sendable (inout WalkOptions) -> Void = { _ in }
  /// A provider in place of one that lists the pages of a run.
  var provider: (any ProviderChannel)?
  /// The bytes of an image by the id and version of the photo.
  var reply: @Sendable (String) throws(FetchError) -> [UInt8] = { Array("jpeg \($0)".utf8) }
  /// The error with which storing the nth photo of a run fails.
  var failing: @Sendable (Int) -> StorageError? = { _ in nil }
  /// Why no file can be moved to the trash or back.
  var retiring: StorageError?

  init(_ action: GonePolicy.Action = .trash) {
    policy.action = action
    policy.limit = .photos(9)
  }

  /// What a run found and did.
  struct Run {
    let results: [String: PhotoResult]
    let error: MirrorError?
    let gone: GoneReport?
    let notes: [MirrorNote]
    let transfers: Int
    /// Requests for pages.
    let calls: Int
    /// Whether the listing was not read to its end.
    let isEarly: Bool
  }

  /// Runs a source that lists these photos.
  @discardableResult
  mutating func run(
    _ ids: [String], day: Double = 0, source: String = "site:all", limit: Int? = nil,
    page: (Page) -> Page = { $0 }
  ) async -> Run {
    await run(
      ["": page(Page(photos: ids.map(TestWalk.photo)))], day: day, source: source, limit: limit)
  }

  /// Runs the source with one page of these photos.
  @discardableResult
  mutating func run(photos: [Photo], day: Double = 0) async -> Run {
    await run(["": Page(photos: photos)], day: day)
  }

  @discardableResult
  mutating func run(
    _ pages: [String: Page], day: Double, source: String = "site:all", limit: Int? = nil
  ) async -> Run {
    let catalog = MemoryCatalog(store, source: source, now: 1_700_000_000 + Int64(day * 86_400))
    var walk = TestWalk(pages, catalog: catalog, failing: failing, reply: reply)
    walk.options.gone = policy
    walk.options.limit = limit
    walk.options.keptVersions = keptVersions
    options(&walk.options)
    walk.provider = provider
    if let unknown { walk.provider = AskedProvider(pages, unknown: unknown) }
    walk.destination.content = content
    walk.destination.retiring.withLock { $0 = retiring }
    let pass = try? await catalog.beginPass(isLimited: limit != nil)
    walk.resumption = Resumption(cursor: pass?.cursor)
    let (results, error) = await walk.run()
    let isComplete = await catalog.hasEnded
    if !isComplete { try? await catalog.endPass(as: .cutShort, reason: "test") }
    content = walk.destination.content
    return Run(
      results: results, error: error, gone: walk.events.summary?.gone, notes: walk.events.notes,
      transfers: walk.network.addresses.count { !$0.contains("/page/") },
      calls: walk.network.addresses.count { $0.contains("/page/") },
      isEarly: walk.events.summary?.fullPassIn != nil)
  }

  /// The catalog, outside a run.
  var catalog: MemoryCatalog { MemoryCatalog(store) }

  var paths: Set<String> { Set(content.files.keys) }
  /// The places in the trash.
  var trash: Set<String> { Set(content.trash.keys) }
}

/// A provider with pages that also answers questions about single photos.
private struct AskedProvider: DirectProvider {
  private let listed: ListedProvider
  private let unknown: Set<String>

  init(_ pages: [String: Page], unknown: Set<String>) {
    (listed, self.unknown) = (ListedProvider(pages), unknown)
  }

  var manifest: Manifest { listed.manifest }

  func pageRequest(for query: PageQuery) throws -> RequestDescription {
    listed.pageRequest(for: query)
  }

  func page(from answer: Answer, for query: PageQuery) throws -> Page {
    try listed.page(from: answer, for: query)
  }

  func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    RequestDescription(url: "http://site/page/sizes/\(query.photo.id)")
  }

  func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    guard !unknown.contains(query.photo.id) else {
      throw ProviderFailure(.photo, "photo not found", code: 1)
    }
    return query.photo.renditions
  }
}
