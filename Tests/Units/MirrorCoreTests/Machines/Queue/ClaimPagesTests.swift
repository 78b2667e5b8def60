import Locking
import MirrorTesting
import Testing

@testable import MirrorCore

@Suite("The pages of photos that a worker claims")
struct ClaimPagesTests {
  private let store = Locked(MemoryQueue.Store())
  private let catalog = MemoryCatalog()

  /// Admits photos, and puts them into the queue.
  private func enqueue(_ ids: [String]) async throws -> [PhotoRecord] {
    var page = PageAdmission()
    for (index, id) in ids.enumerated() {
      let photo = TestWalk.photo(id)
      page.wanted.append(.init(photo: photo, site: "site", stem: "o/\(id)", index: index))
    }
    let records = try await catalog.admit(page)
    try await MemoryQueue(store, catalog).enqueue(records.map(\.id))
    return records
  }

  private func pages(
    of claims: OpenClaims, leavesWhenIdle: Bool,
    sleep: @escaping @Sendable (Double) async throws -> Void
  ) -> ClaimPages.Iterator {
    var orders = WorkOrders(order: { .work }, isListed: { true }, sleep: sleep)
    orders.leavesWhenIdle = leavesWhenIdle
    let failures = FailureHandler(catalog: catalog, announcer: Announcer(nil))
    return ClaimPages(claims: claims, most: 2, failures: failures, orders: orders)
      .makeAsyncIterator()
  }

  @Test("A worker that has other sources does not leave one while it has a photo of it")
  func leaves() async throws {
    let id = try await enqueue(["1"])[0].id
    let claims = OpenClaims(MemoryQueue(store, catalog))
    let sleeps = Locked(0)
    var pages = pages(of: claims, leavesWhenIdle: true) { _ in
      sleeps.withLock { $0 += 1 }
      _ = try await claims.bury(id, reason: "gone", isRefusal: false)
    }
    #expect(try await pages.next() != nil)
    #expect(try await pages.next() == nil)
    #expect(sleeps.withLock(\.self) == 1)
  }

  @Test("A worker asks ever less often for photos that others have, but every 5 seconds")
  func idle() async throws {
    _ = try await enqueue(["1"])
    let other = MemoryQueue(store, catalog)
    _ = try await other.claim(1)
    let sleeps = Locked<[Double]>([])
    var pages = pages(
      of: OpenClaims(MemoryQueue(store, catalog)), leavesWhenIdle: false
    ) { seconds in
      let count = sleeps.withLock { sleeps in
        sleeps.append(seconds)
        return sleeps.count
      }
      if count == 7 { try await other.release() }
    }
    guard case .claimed(let photos)? = try await pages.next()?.content else {
      Issue.record("nothing was claimed")
      return
    }
    #expect(photos.count == 1)
    #expect(sleeps.withLock(\.self) == [0.5, 1, 2, 4, 5, 5, 5])
  }
}
