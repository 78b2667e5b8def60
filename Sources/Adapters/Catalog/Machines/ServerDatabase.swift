import Glibc
import PostgreSQL

/// A catalog's connection to a PostgreSQL server. It connects again when the connection ends, and repeats the
/// statement or the transaction.
final class ServerDatabase: Database {
  private let address: ServerAddress
  private let access: Access
  /// Nil after the connection ended.
  private var session: ServerSession?
  private var isInTransaction = false
  var path: String { address.text }

  enum Access {
    case reading
    /// Records that no other process reads or writes, and waits for nobody.
    case noting
    /// Nobody else writes to the catalog meanwhile.
    case writing
    /// Only workers write to the catalog meanwhile.
    case working
    /// The same, and no other process reads listings.
    case listing
  }

  init(_ address: ServerAddress, for access: Access) throws(CatalogError) {
    (self.address, self.access) = (address, access)
    switch access {
    case .reading, .noting, .writing:
      session = try Self.reporting { () throws(ServerError) in try Self.open(address, access) }
    // The server of many machines may be down for a moment.
    case .working, .listing:
      session = try Self.reporting { () throws(ServerError) in try Self.reach(address, access) }
    }
  }

  /// Gives up its locks.
  func close() { session = nil }

  private static func open(
    _ address: ServerAddress, _ access: Access
  ) throws(ServerError) -> ServerSession {
    let session = try ServerSession(address)
    session.whenWaiting = { CatalogWait.tell($0) }
    guard try session.pool(address) != .ofTransactions else {
      throw ServerError(
        .statement,
        "\(address.text): a pool gives each transaction another connection, as pgbouncer's pool_mode = "
          + "transaction does, but the catalog's locks belong to connections; name the server itself, "
          + "or a pool of sessions")
    }
    try session.execute(Self.settings)
    switch access {
    case .reading: try session.execute("SET default_transaction_read_only = on")
    case .noting: break
    case .writing: try session.execute(lock("pg_advisory_lock(\(Schema.applicationID))"))
    case .working: try session.execute(lock(shared))
    case .listing: try session.execute(lock(shared) + lock("pg_advisory_lock(\(Self.listerLock))"))
    }
    return session
  }

  /// A server notices within two minutes that a client's machine is gone; then the lock is free.
  private static let settings = """
    SET search_path = \(ServerSchema.name);
    SET tcp_keepalives_idle = 30;
    SET tcp_keepalives_interval = 10;
    SET tcp_keepalives_count = 6;
    SET idle_in_transaction_session_timeout = '10min';
    SET client_min_messages = error;
    """

  /// One writer for each database, until its connection ends. The end of one that was just killed may take a moment.
  private static func lock(_ function: String) -> String {
    "SET lock_timeout = '3s'; SELECT \(function); RESET lock_timeout;"
  }

  /// Workers share the lock that a run has for itself.
  private static let shared = "pg_advisory_lock_shared(\(Schema.applicationID))"
  /// Held by the worker that reads listings: two numbers, apart from the lock above.
  static let listerLock = "\(Schema.applicationID), 2"

  /// - Throws: ``CatalogError`` of the kind `busy` if another process writes to the catalog.
  private static func reporting<Result>(
    _ body: () throws(ServerError) -> Result
  ) throws(CatalogError) -> Result {
    do { return try body() } catch { throw CatalogError(error) }
  }

  func execute(_ sql: String) throws(CatalogError) {
    try statement { session throws(ServerError) in try session.execute(sql) }
  }

  func run(_ sql: String, with values: [SQLValue]) throws(CatalogError) {
    try statement { session throws(ServerError) in
      try session.send(sql, values)
      if !isInTransaction { try session.finish() }
    }
  }

  func update(_ sql: String, each lists: [[SQLValue]]) throws(CatalogError) -> [Int] {
    try statement { session throws(ServerError) in
      var counts = [Int](repeating: 0, count: lists.count)
      try session.read(sql, each: lists) { place, answer in counts[place] = answer.changes }
      return counts
    }
  }

  func read(
    _ sql: String, each lists: [[SQLValue]], isPartial: Bool,
    _ take: (Int, any SQLRow) throws(CatalogError) -> Void
  ) throws(CatalogError) {
    let row = ServerRow(origin: path)
    var failure: CatalogError?
    var (hasBegun, byteCount) = (false, 0)
    try statement { session throws(ServerError) in
      // The first rows were taken: a second reading would repeat them.
      guard !hasBegun else { throw ServerError(.statement, "\(path): the connection ended") }
      try session.read(sql, each: lists) { place, answer in
        guard answer.isRow, failure == nil else { return }
        hasBegun = true
        byteCount += answer.byteCount
        guard byteCount <= Self.largestAnswer else {
          if !isPartial {
            failure = CatalogError(.damaged, "the catalog \(path) has too large rows")
          }
          return
        }
        row.answer = answer
        do throws(CatalogError) { try take(place, row) } catch { failure = error }
      }
    }
    row.answer = nil
    if let failure { throw failure }
  }

  func transaction<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result {
    var attempts = 0
    while true {
      do throws(CatalogError) {
        return try attempt(body)
      } catch {
        attempts += 1
        guard error.isRetried, attempts < Self.mostAttempts else { throw error }
      }
    }
  }

  /// In bytes: the largest total of one statement's values.
  private static let largestAnswer = 64 << 20
  /// Of one transaction.
  private static let mostAttempts = 10

  private func attempt<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result {
    _ = try Self.reporting { () throws(ServerError) in try current() }
    isInTransaction = true
    defer { isInTransaction = false }
    try run("BEGIN")
    do throws(CatalogError) {
      let result = try body()
      try run("COMMIT")
      try statement { session throws(ServerError) in try session.finish() }
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  private func rollBack() {
    guard let session else { return }
    // Statements that wait in the pipeline fail, as the one before them did.
    try? session.finish()
    do throws(ServerError) { try session.execute("ROLLBACK") } catch { self.session = nil }
  }

  /// Runs one statement. Outside a transaction it is repeated after a lost connection and after a conflict.
  private func statement<Result>(
    _ body: (ServerSession) throws(ServerError) -> Result
  ) throws(CatalogError) -> Result {
    var attempts = 0
    while true {
      do throws(ServerError) {
        return try body(try current())
      } catch {
        if error.kind == .connection { session = nil }
        attempts += 1
        guard [.connection, .conflict].contains(error.kind), !isInTransaction,
          attempts < Self.mostAttempts
        else { throw CatalogError(error) }
      }
    }
  }

  /// The connection, made again if it ended. A transaction has no second one.
  private func current() throws(ServerError) -> ServerSession {
    if let session { return session }
    guard !isInTransaction else {
      throw ServerError(.connection, "\(path): the connection ended")
    }
    let session = try Self.reach(address, access)
    self.session = session
    return session
  }

  /// A new connection, once the server can be reached. Commands that only read do not wait long.
  private static func reach(
    _ address: ServerAddress, _ access: Access
  ) throws(ServerError) -> ServerSession {
    let start = ContinuousClock.now
    let longest: Duration = access == .reading ? .seconds(10) : .seconds(900)
    var (wait, isTold) = (firstWait, false)
    while true {
      do throws(ServerError) {
        return try open(address, access)
      } catch {
        let isOver = .now - start > longest
        guard error.kind == .connection, !isOver, CatalogWait.sleep(microseconds: wait) else {
          throw error
        }
        if wait >= 800_000, !isTold {
          CatalogWait.tell(error.message)
          isTold = true
        }
        wait = min(2 * wait, longestWait)
      }
    }
  }

  /// In microseconds.
  private static let firstWait: UInt32 = 100_000
  private static let longestWait: UInt32 = 5_000_000
}

/// A row of a server's answer.
private final class ServerRow: SQLRow {
  let origin: String
  var answer: ServerAnswer?

  init(origin: String) { self.origin = origin }

  func isNull(_ column: Int32) -> Bool { answer?.isNull(column) ?? true }
  func integer(_ column: Int32) -> Int64 { answer?.integer(column) ?? 0 }
  func real(_ column: Int32) -> Double { answer?.real(column) ?? 0 }
  func text(_ column: Int32) -> String? { answer?.text(column) }
  func blob(_ column: Int32) -> [UInt8]? { answer?.blob(column) }
}

extension CatalogError {
  /// What the server says is in the message, with its name.
  init(_ error: ServerError) {
    let kind: Kind =
      switch error.kind {
      case .connection: .unreachable
      case .access, .address: .access
      case .locked: .busy
      case .conflict: .conflict
      case .resources, .library: .disk
      case .statement: .statement
      }
    let message =
      error.kind == .locked
      ? "another photomirror is writing to the catalog" : "the catalog cannot be used"
    self.init(kind, "\(message): \(error.message)")
  }

  /// Whether the same transaction may succeed.
  fileprivate var isRetried: Bool { [.unreachable, .conflict].contains(kind) }
}
