import Foundation
import PostgreSQL
import Testing

@Suite("A pool before PostgreSQL")
struct ServerPoolTests {
  @Test(
    "A pool of transactions is known by the processes that serve two connections",
    arguments: [
      // The server itself.
      (7, 7, 8, 7, .none),
      // One process serves both, although both are connected.
      (1, 7, 7, 8, .ofTransactions), (1, 7, 7, 7, .ofTransactions),
      // The process has changed while the connection was there.
      (1, 7, 8, 9, .ofTransactions),
      (1, 7, 8, 7, .ofSessions),
    ] as [(Int32, Int32, Int32, Int32, ServerPool)])
  func kinds(named: Int32, first: Int32, other: Int32, again: Int32, pool: ServerPool) {
    #expect(ServerPool(named: named, first: first, other: other, again: again) == pool)
  }

  @Test(
    "Without a pool no other connection is made",
    .enabled(if: TestServer.isThere, "Tests/Programs/PostgreSQL/run starts one"))
  func direct() throws {
    let database = try TestServer.Database()
    let session = try ServerSession(database.server)
    let nowhere = try ServerAddress("postgresql://test@/postgres?host=/nowhere")
    #expect(try session.pool(nowhere) == .none)
  }
}
