import Catalog
import MirrorCore
import MirrorTesting
import PostgreSQL
import Testing

@Suite(
  "The queue of workers on PostgreSQL",
  .enabled(if: TestServer.isThere, "Tests/PostgreSQL/run starts one"))
struct ServerQueueTests {
  @Test("passes the conformance tests", arguments: QueueConformance.checks)
  func conformance(_ check: QueueConformance.Check) async throws {
    let database = try TestServer.Database()
    let server = try database.server
    let listed = try Catalog(sharing: server, lists: true)
    let catalog = try RunCatalog(listed, source: "site:all", provider: "site")
    let source = catalog.source
    let bench = QueueConformance.Bench(
      catalog,
      worker: {
        let desk = try WorkDesk(
          Catalog(sharing: server), name: "test", program: "1", lease: 60)
        return try RunCatalog(
          working: Catalog(sharing: server), on: source, provider: "site", worker: desk.worker)
      },
      expire: {
        try database.change("UPDATE photomirror.worker SET lease_until = now() - interval '1 s'")
        let desk = try WorkDesk(
          Catalog(sharing: server), name: "reaper", program: "1", lease: 60)
        _ = try await desk.beat(WorkerTotals())
        await desk.close()
      },
      wait: { try database.change("UPDATE photomirror.job SET not_before = now()") })
    #expect(try await check.findings(bench) == [])
    await catalog.close()
  }
}

extension TestServer.Database {
  /// What another program does.
  func change(_ sql: String) throws { try ServerSession(server).execute(sql) }
}
