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
    #expect(try database.wrongCounts() == [])
  }

  @Test("The hosts that want no transfers now are read with the seconds that are left")
  func pauses() throws {
    let database = try TestServer.Database()
    let catalog = try Catalog(sharing: database.server)
    for (host, seconds) in [("b.example", 3000), ("a.example", 60), ("over.example", -1)] {
      try database.change(
        """
        INSERT INTO photomirror.host_pause (host, closed_until)
        VALUES ('\(host)', clock_timestamp() + \(seconds) * interval '1 second')
        """)
    }
    let pauses = try catalog.pauses()
    #expect(pauses.map(\.host) == ["a.example", "b.example"])
    #expect(pauses.allSatisfy { $0.seconds > 0 } && pauses[0].seconds <= 60)
    withExtendedLifetime(database) {}
  }

  @Test("Sources have turns in the order of their rows, if they have a photo to claim now")
  func turns() async throws {
    let database = try TestServer.Database()
    let desk = try WorkDesk(
      Catalog(sharing: database.server), name: "test", program: "1", lease: 60)
    #expect(try await desk.nextSource(after: 0) == nil)
    #expect(try await !desk.hasOpenJobs())
    // Their addresses have another order.
    try database.change(
      """
      INSERT INTO photomirror.source (id, address)
      VALUES (1, 'c'), (2, 'b'), (3, 'waits'), (4, 'done'), (5, 'a');
      INSERT INTO photomirror.job (photo, source, state, not_before) VALUES (1, 1, 0, now()),
        (2, 2, 0, now()), (3, 3, 0, now() + interval '1 hour'), (4, 5, 0, now()), (5, 4, 2, now())
      """)
    var (last, turns): (Int64, [Int64]) = (0, [])
    for _ in 0..<4 {
      last = try await desk.nextSource(after: last)?.id ?? -1
      turns.append(last)
    }
    #expect(turns == [1, 2, 5, 1])
    try database.change("DELETE FROM photomirror.job WHERE photo IN (2, 4)")
    #expect(try await desk.nextSource(after: 1)?.id == 1)
    #expect(try await desk.hasQueuedJobs(besides: 1))
    #expect(try await desk.hasQueuedJobs(besides: 3))
    try database.change("UPDATE photomirror.job SET state = 1, worker = 7 WHERE photo = 1")
    #expect(try await desk.nextSource(after: 1) == nil)
    #expect(try await !desk.hasQueuedJobs(besides: 3))
    try database.change("DELETE FROM photomirror.job WHERE photo = 3")
    #expect(try await desk.hasOpenJobs())
    await desk.close()
  }

  @Test("A command to end is for the workers of its time; a pause is for later ones too")
  func orders() async throws {
    let database = try TestServer.Database()
    let server = try database.server
    func begin() throws -> WorkDesk {
      try WorkDesk(Catalog(sharing: server), name: "test", program: "1", lease: 60)
    }
    let catalog = try Catalog(sharing: server)
    try catalog.noteWorkOrder(.drain)
    #expect(try catalog.workOrder() == .work)
    let first = try begin()
    #expect(try await first.beat(WorkerTotals()) == .work)
    try catalog.noteWorkOrder(.drain)
    let second = try begin()
    #expect(try await first.beat(WorkerTotals()) == .drain)
    #expect(try await second.beat(WorkerTotals()) == .work)
    #expect(try catalog.workOrder() == .drain)
    await first.close()
    #expect(try catalog.workOrder() == .work)
    try catalog.noteWorkOrder(.pause)
    let third = try begin()
    #expect(try await third.beat(WorkerTotals()) == .pause)
    try catalog.noteWorkOrder(.work)
    #expect(try await third.beat(WorkerTotals()) == .work)
    await second.close()
    await third.close()
    withExtendedLifetime(database) {}
  }
}

extension TestServer.Database {
  /// What another program does.
  func change(_ sql: String) throws { try ServerSession(server).execute(sql) }
}
