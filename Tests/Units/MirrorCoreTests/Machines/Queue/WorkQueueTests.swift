import Locking
import MirrorCore
import MirrorTesting
import Testing

@Suite("The queue of workers in memory")
struct MemoryQueueTests {
  @Test("passes the conformance tests", arguments: QueueConformance.checks)
  func conformance(_ check: QueueConformance.Check) async throws {
    let (store, catalog) = (Locked(MemoryQueue.Store()), MemoryCatalog())
    let bench = QueueConformance.Bench(
      catalog, worker: { MemoryQueue(store, catalog) },
      expire: {
        store.withLock { $0.now += 2 * MemoryQueue.lease }
        MemoryQueue(store, catalog).beat()
      }, wait: { store.withLock { $0.now += 86_400 } })
    #expect(try await check.findings(bench) == [])
  }
}
