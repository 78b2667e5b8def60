import Foundation
import Locking
import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Details of photos")
struct DetailStageTests {
  /// A site with comments and EXIF data of its photos.
  private final class Site: DirectProvider {
    let manifest = Manifest(
      name: "site", version: "1", summary: "", sources: [.init(usage: "x", summary: "")],
      details: [.comments, .exif])
    let pages: Locked<[String: Page]>
    /// Each request as `PHOTO part`.
    let asked = Locked<[String]>([])
    let failure: @Sendable (String) -> ProviderFailure?

    init(
      _ photos: [Photo], failure: @escaping @Sendable (String) -> ProviderFailure? = { _ in nil }
    ) {
      pages = Locked(["": Page(photos: photos)])
      self.failure = failure
    }

    func pageRequest(for query: PageQuery) throws -> RequestDescription {
      RequestDescription(url: "http://site/page")
    }

    func page(from answer: Answer, for query: PageQuery) throws -> Page {
      pages.withLock { $0[""] } ?? Page(photos: [])
    }

    func detailsRequest(for query: PhotoQuery) throws -> RequestDescription {
      let part = query.parts.contains(.comments) ? "comments" : "exif"
      asked.withLock { $0.append("\(query.photo.id) \(part)") }
      return RequestDescription(url: "http://site/\(part)")
    }

    func details(from answer: Answer, for query: PhotoQuery) throws -> PhotoDetails {
      if let failure = failure(query.photo.id) { throw failure }
      guard query.parts.contains(.comments) else {
        return PhotoDetails(exif: [ExifField(tag: "Make", value: "Leitz")])
      }
      return PhotoDetails(
        comments: [PhotoComment(id: "c", text: "of \(query.photo.updatedAt ?? 0)")])
    }
  }

  private func photo(_ id: String, updatedAt: Int64 = 7) -> Photo {
    var photo = TestWalk.photo(id)
    photo.updatedAt = updatedAt
    return photo
  }

  private func run(
    _ site: Site, _ parts: Set<PhotoDetails.Part>, in store: Locked<MemoryStore>,
    sidecars: SidecarChoice = SidecarChoice(formats: [.json]),
    over destination: MemoryPlace? = nil
  ) async throws -> (TestWalk, MirrorError?) {
    var walk = TestWalk([:], catalog: MemoryCatalog(store), destination: destination)
    walk.provider = site
    walk.options.details = parts
    walk.options.sidecars = sidecars
    _ = try await walk.catalog.beginPass(isLimited: false)
    let (_, error) = await walk.run()
    return (walk, error)
  }

  @Test("Details are requested after the photos, recorded, and part of the JSON sidecar")
  func requested() async throws {
    let (site, store) = (Site([photo("1"), photo("2")]), Locked(MemoryStore()))
    let (walk, error) = try await run(site, [.comments, .exif], in: store)
    #expect(error == nil && walk.events.notes.contains(.detailsFetched(photos: 2)))
    #expect(
      site.asked.withLock(\.self).sorted() == ["1 comments", "1 exif", "2 comments", "2 exif"])
    let record = try #require(await walk.catalog.mirrored.first { $0.photo == "1" })
    let details = try #require(try await walk.catalog.metadata(of: record.id)?.details)
    #expect(details.exif?.first?.value == "Leitz" && details.comments?.count == 1)
    let sidecar = try #require(walk.destination.content.sidecars[record.path ?? ""])
    let text = String(decoding: sidecar, as: UTF8.self)
    #expect(text.contains("\"comments\"") && text.contains("\"Leitz\""), "\(text)")
  }

  @Test("The run reports how many photos have their details, from the first call to the last")
  func progress() async throws {
    let site = Site((1...5).map { photo("\($0)") }) { id in
      id == "3" ? ProviderFailure(.photo, "it is gone") : nil
    }
    let (walk, _) = try await run(site, [.exif, .comments], in: Locked(MemoryStore()))
    #expect(walk.events.details == (0...5).map { DetailFacts(done: $0, total: 5) })
  }

  @Test("Nothing is requested where nothing is wanted, and only what changed in a later run")
  func onlyChanges() async throws {
    let (site, store) = (Site([photo("1"), photo("2")]), Locked(MemoryStore()))
    _ = try await run(site, [], in: store)
    #expect(site.asked.withLock(\.isEmpty))
    for _ in 0..<2 { _ = try await run(site, [.comments], in: store) }
    #expect(site.asked.withLock(\.self).sorted() == ["1 comments", "2 comments"])
    site.pages.withLock { $0[""] = Page(photos: [photo("1"), photo("2", updatedAt: 8)]) }
    site.asked.withLock { $0 = [] }
    let (walk, _) = try await run(site, [.comments], in: store)
    #expect(site.asked.withLock(\.self) == ["2 comments"])
    #expect(walk.events.notes.contains(.detailsFetched(photos: 1)))
  }

  @Test("A sidecar that is rewritten for a new title keeps the details of an earlier run")
  func kept() async throws {
    let (site, store) = (Site([photo("1")]), Locked(MemoryStore()))
    let (first, _) = try await run(site, [.exif], in: store)
    var changed = photo("1")
    changed.title = "New"
    site.pages.withLock { $0[""] = Page(photos: [changed]) }
    let (second, _) = try await run(site, [], in: store, over: first.destination)
    let sidecars = second.destination.content.sidecars.values
    let text = String(decoding: try #require(sidecars.first), as: UTF8.self)
    #expect(text.contains("\"New\"") && text.contains("\"Leitz\""), "\(text)")
  }

  @Test(
    "A photo whose details fail stays mirrored, is counted, and is asked for again by the next run")
  func failure() async throws {
    let isBroken = Locked(true)
    let site = Site([photo("1"), photo("2")]) { id in
      id == "1" && isBroken.withLock(\.self) ? ProviderFailure(.photo, "it is gone") : nil
    }
    let store = Locked(MemoryStore())
    let (walk, error) = try await run(site, [.exif], in: store)
    #expect(error == nil && walk.events.summary?.totals.mirrored == 2)
    #expect(walk.events.notes.contains(.detailsMissing(photos: 1, reason: "it is gone")))
    isBroken.withLock { $0 = false }
    site.asked.withLock { $0 = [] }
    _ = try await run(site, [.exif], in: store)
    #expect(site.asked.withLock(\.self) == ["1 exif"])
  }

  @Test("An invalid sign-in ends the run with the provider's sentence")
  func signIn() async throws {
    let site = Site([photo("1")]) { _ in ProviderFailure(.setting, "the token is revoked") }
    let (walk, error) = try await run(site, [.exif], in: Locked(MemoryStore()))
    #expect(error?.message == "the token is revoked")
    #expect(await walk.catalog.mirrored.count == 1)
  }

  @Test("Many failures in a row end the requests, not the run")
  func manyFailures() async throws {
    let site = Site((1...60).map { photo("\($0)") }) { _ in ProviderFailure(.malformed, "no JSON") }
    let (walk, error) = try await run(site, [.exif], in: Locked(MemoryStore()))
    #expect(error == nil)
    let asked = site.asked.withLock(\.count)
    #expect(asked >= 16 && asked < 24, "\(asked)")
    #expect(walk.events.notes.contains(.detailsMissing(photos: asked, reason: "no JSON")))
  }
}
