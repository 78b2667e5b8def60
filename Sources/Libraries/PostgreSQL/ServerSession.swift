import CPostgreSQL
import Glibc

/// One connection to a server: what is sent waits in a pipeline until an answer is needed.
///
/// Not thread-safe: it has one owner, which calls it on a thread of its own. libpq is used without blocking calls, so
/// that a server which sends and does not read cannot stop both sides
/// (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html).
package final class ServerSession {
  /// For messages.
  package let name: String
  let connection: OpaquePointer
  /// The names of prepared statements.
  var prepared: [String: String] = [:]
  /// Statements of this connection, prepared or tried.
  var statementCount = 0
  /// The results to come, in order.
  var expected: [Expected] = []
  private static let connectTimeout: Int32 = 10_000
  /// Called with a sentence while a server that has the connection does not answer. On the owner's thread.
  package var whenWaiting: (String) -> Void = { _ in }
  /// After how many milliseconds of silence, and after each further six times as many.
  var silence = connectTimeout

  /// - Throws: ``ServerError`` if there is no connection after ten seconds for each address.
  package init(_ address: ServerAddress) throws(ServerError) {
    name = address.text
    connection = try Self.connect(address)
    guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else {
      let error = Self.lost(connection, name)
      PQfinish(connection)
      throw error
    }
  }

  deinit { PQfinish(connection) }

  private static func connect(_ address: ServerAddress) throws(ServerError) -> OpaquePointer {
    let attempt = try start(address.parameters.merging(defaults) { own, _ in own }, address.text)
    guard needsVerification(attempt, address) else { return try finish(attempt, address.text) }
    PQfinish(attempt)
    var parameters = address.parameters.merging(defaults) { own, _ in own }
    parameters["sslmode"] = "verify-full"
    if parameters["sslrootcert"] == nil, getenv("PGSSLROOTCERT") == nil, !hasOwnAuthorities {
      parameters["sslrootcert"] = authorities
    }
    return try finish(try start(parameters, address.text), address.text)
  }

  /// What an address may replace.
  private static let defaults = [
    "fallback_application_name": "photomirror", "client_encoding": "UTF8", "keepalives_idle": "30",
    "keepalives_interval": "10", "keepalives_count": "3", "tcp_user_timeout": "60000",
  ]

  /// Debian's list of certificate authorities: libpq 15 has none by itself.
  private static let authorities = "/etc/ssl/certs/ca-certificates.crt"

  private static var hasOwnAuthorities: Bool {
    guard let home = getenv("HOME") else { return false }
    return access(String(cString: home) + "/.postgresql/root.crt", R_OK) == 0
  }

  /// Whether libpq would accept any certificate, or none, from another machine, although nobody said so. An attempt
  /// that has just begun has sent nothing, and knows what the environment and the service file say.
  private static func needsVerification(_ attempt: OpaquePointer, _ address: ServerAddress) -> Bool
  {
    guard address.parameters["sslmode"] == nil, getenv("PGSSLMODE") == nil,
      let options = PQconninfo(attempt)
    else { return false }
    defer { PQconninfoFree(options) }
    let values = ServerAddress.values(options)
    return values["sslmode"] == "prefer"
      && !ServerAddress.isLocal(host: values["host"], address: values["hostaddr"])
  }

  private static func start(
    _ parameters: [String: String], _ name: String
  ) throws(ServerError) -> OpaquePointer {
    let keywords = parameters.keys.sorted()
    var names = keywords.map { strdup($0) } + [nil]
    var values = keywords.map { strdup(parameters[$0] ?? "") } + [nil]
    defer { for text in names + values { free(text) } }
    let attempt = names.withUnsafeMutableBufferPointer { names in
      values.withUnsafeMutableBufferPointer { values in
        names.withMemoryRebound(to: UnsafePointer<CChar>?.self) { names in
          values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
            PQconnectStartParams(names.baseAddress, values.baseAddress, 0)
          }
        }
      }
    }
    guard let attempt else { throw ServerError(.resources, "\(name): out of memory") }
    // Before the first answer: libpq would write the server's notices to standard error as they are.
    PQsetNoticeProcessor(attempt, { _, _ in }, nil)
    return attempt
  }

  private static func finish(
    _ attempt: OpaquePointer, _ name: String
  ) throws(ServerError) -> OpaquePointer {
    do throws(ServerError) {
      var state = PGRES_POLLING_WRITING
      while state != PGRES_POLLING_OK {
        guard PQstatus(attempt) != CONNECTION_BAD, state != PGRES_POLLING_FAILED else {
          throw refusal(attempt, name)
        }
        let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
        guard wait(PQsocket(attempt), for: Int16(events), milliseconds: connectTimeout) != 0 else {
          throw ServerError(.connection, "\(name): no answer within 10 seconds")
        }
        state = PQconnectPoll(attempt)
      }
      let encoding = PQparameterStatus(attempt, "server_encoding").map { String(cString: $0) }
      guard encoding == "UTF8" else {
        throw ServerError(
          .statement, "\(name): the database has the encoding \(encoding ?? "-"), not UTF8")
      }
      // https://github.com/cockroachdb/cockroach/pull/14145
      guard PQparameterStatus(attempt, "crdb_version") == nil else {
        throw ServerError(
          .statement,
          "\(name): the server is CockroachDB, whose advisory locks exclude nobody; PostgreSQL is needed"
        )
      }
      return attempt
    } catch {
      PQfinish(attempt)
      throw error
    }
  }

  /// - Parameter milliseconds: -1 for no limit.
  /// - Returns: The events that happened; 0 after the time.
  static func wait(_ socket: Int32, for events: Int16, milliseconds: Int32 = -1) -> Int16 {
    var item = pollfd(fd: socket, events: events, revents: 0)
    while true {
      let count = poll(&item, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      return count == 0 ? 0 : item.revents
    }
  }

  /// A failed attempt has no SQLSTATE (libpq 15): without an answer of the server it is the connection.
  private static func refusal(_ attempt: OpaquePointer, _ name: String) -> ServerError {
    let text = message(String(cString: PQerrorMessage(attempt)))
    let isAnswer = text.contains("FATAL:") && !text.contains("the database system is")
    let isRefused =
      isAnswer || text.contains("certificate") || text.contains("SSL")
      || text.contains("password")
    let isFull = text.contains("too many") || text.contains("remaining connection slots")
    let kind: ServerError.Kind = isFull ? .resources : isRefused ? .access : .connection
    return ServerError(kind, "\(name): \(text)")
  }

  static func lost(_ connection: OpaquePointer, _ name: String) -> ServerError {
    let text = message(String(cString: PQerrorMessage(connection)))
    return ServerError(.connection, "\(name): \(text.isEmpty ? "the connection ended" : text)")
  }

  /// In one line.
  static func message(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      String(line.drop(while: \.isWhitespace))
    }.joined(separator: "; ")
  }
}
