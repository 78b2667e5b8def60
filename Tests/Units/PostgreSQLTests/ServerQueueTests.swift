import MirrorCore
import MirrorTesting
import PostgreSQL
import Testing

@testable import Catalog

@Suite(
  "The queue of workers on PostgreSQL",
  .enabled(if: TestServer.isThere, "Tests/Programs/PostgreSQL/run starts one"))
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
        let session = try WorkerSession(
          Catalog(sharing: server), name: "test", program: "1", lease: 60)
        return try RunCatalog(
          working: Catalog(sharing: server), on: source, provider: "site", worker: session.worker)
      },
      expire: {
        try database.change("UPDATE photomirror.worker SET lease_until = now() - interval '1 s'")
        let session = try WorkerSession(
          Catalog(sharing: server), name: "reaper", program: "1", lease: 60)
        _ = try await session.beat(WorkerTotals())
        await session.close()
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
    let session = try WorkerSession(
      Catalog(sharing: database.server), name: "test", program: "1", lease: 60)
    #expect(try await session.nextSource(after: 0) == nil)
    #expect(try await !session.hasOpenJobs())
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
      last = try await session.nextSource(after: last)?.id ?? -1
      turns.append(last)
    }
    #expect(turns == [1, 2, 5, 1])
    try database.change("DELETE FROM photomirror.job WHERE photo IN (2, 4)")
    #expect(try await session.nextSource(after: 1)?.id == 1)
    #expect(try await session.hasQueuedJobs(besides: 1))
    #expect(try await session.hasQueuedJobs(besides: 3))
    try database.change("UPDATE photomirror.job SET state = 1, worker = 7 WHERE photo = 1")
    #expect(try await session.nextSource(after: 1) == nil)
    #expect(try await !session.hasQueuedJobs(besides: 3))
    try database.change("DELETE FROM photomirror.job WHERE photo = 3")
    #expect(try await session.hasOpenJobs())
    await session.close()
  }

  @Test(
    "Times of workers, pauses, jobs, budgets and slots that no clock has stop neither status nor work",
    arguments: ["infinity", "-infinity", "290000-01-01", "0001-01-01 BC"])
  func times(time: String) async throws {
    let database = try TestServer.Database()
    let server = try database.server
    let session = try WorkerSession(Catalog(sharing: server), name: "test", program: "1", lease: 60)
    let catalog = try Catalog(sharing: server)
    try database.change(
      """
      INSERT INTO photomirror.source (id, address) VALUES (1, 'site:all');
      INSERT INTO photomirror.worker (id, name, program, started_at, seen_at, lease_until)
        VALUES (0, 'stranger', '1', '\(time)', '\(time)', '\(time)');
      INSERT INTO photomirror.job (photo, source, not_before) VALUES (1, 1, '\(time)');
      INSERT INTO photomirror.job (photo, source, state, worker) VALUES (2, 1, 1, 0);
      INSERT INTO photomirror.host_pause VALUES ('a.example', '\(time)');
      INSERT INTO photomirror.work_listing VALUES (1, '\(time)');
      UPDATE photomirror.worker SET started_at = '\(time)', seen_at = '\(time)'
      """)
    let limit = 86_400.0
    func check() throws {
      let fleet = try catalog.fleet()
      #expect(fleet.workers.allSatisfy { $0.age >= 0 && $0.silence >= 0 && $0.lease <= limit })
      #expect(fleet.workers.allSatisfy { $0.age < 4e9 && $0.silence < 4e9 && $0.lease > -4e9 })
      #expect(fleet.queues.allSatisfy { ($0.oldest ?? 0) >= 0 && ($0.oldest ?? 0) < 4e9 })
      #expect(fleet.pauses.values.allSatisfy { (0...limit).contains($0) })
      #expect(try catalog.pauses().allSatisfy { (0...limit).contains($0.seconds) })
    }
    try check()
    #expect(try await session.beat(WorkerTotals()) == .work)
    try check()
    // The stranger's row is gone, and both photos can be claimed.
    #expect(try catalog.fleet().workers.map(\.name) == ["test"])
    let due = try database.read(
      "SELECT photo::text FROM photomirror.job WHERE not_before <= now() AND state = 0 ORDER BY 1")
    #expect(due == ["1", "2"])
    #expect(try await session.nextSource(after: 0)?.id == 1)
    #expect(try await session.listed() == [])
    await session.close()
  }

  @Test(
    "A budget of calls with any number and any time delays a call for a limited time",
    arguments: ["'-infinity'", "'infinity'", "'NaN'", "-1e300"], ["infinity", "-infinity"])
  func budgets(tokens: String, time: String) throws {
    let database = try TestServer.Database()
    let catalog = try Catalog(sharing: database.server)
    let account = CallAccount(host: "a.example", keyDigest: "k")
    try database.change(
      "INSERT INTO photomirror.call_budget VALUES ('a.example', 'k', 1, \(tokens), '\(time)')")
    let bucket = CallBucket(seconds: 1, capacity: 10, rate: 10)
    for _ in 0..<2 {
      #expect((0...1001).contains(try catalog.takeCall(of: account, [bucket])))
    }
  }

  @Test("A command to end is for the workers of its time; a pause is for later ones too")
  func orders() async throws {
    let database = try TestServer.Database()
    let server = try database.server
    func begin() throws -> WorkerSession {
      try WorkerSession(Catalog(sharing: server), name: "test", program: "1", lease: 60)
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
