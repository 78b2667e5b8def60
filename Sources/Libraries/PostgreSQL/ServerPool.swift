import CPostgreSQL

/// What is between a connection and the server.
package enum ServerPool: Sendable, Hashable {
  /// Nothing that gives the connection other processes of the server.
  case none
  /// A pool whose connections keep one process of the server.
  case ofSessions
  /// A pool that gives each transaction another process: locks, settings and prepared statements get lost, or belong to
  /// somebody else.
  case ofTransactions

  /// - Parameters:
  ///   - named: The process that the connection was told when it began. A pool sends numbers of its own.
  ///   - first: The process that served its first transaction.
  ///   - other: The one that served a transaction of another connection, as long as both were there.
  ///   - again: The one that served the first connection during that transaction.
  package init(named: Int32, first: Int32, other: Int32, again: Int32) {
    if named == first {
      self = .none
    } else {
      self = other == first || again != first ? .ofTransactions : .ofSessions
    }
  }
}

extension ServerSession {
  /// What is between this connection and the server. Makes another connection if it is a pool.
  package func pool(_ address: ServerAddress) throws(ServerError) -> ServerPool {
    let named = PQbackendPID(connection)
    let first = try process()
    guard named != first else { return .none }
    let other = try ServerSession(address)
    try other.execute("BEGIN")
    let (second, again) = (try other.process(), try process())
    try other.execute("ROLLBACK")
    return ServerPool(named: named, first: first, other: second, again: again)
  }

  /// By a simple query: a prepared statement could be somebody else's.
  private func process() throws(ServerError) -> Int32 {
    try value(of: "SELECT pg_backend_pid()").flatMap { Int32($0) } ?? 0
  }
}
