import CPostgreSQL
import Glibc

extension ServerSession {
  /// What the next result of the pipeline belongs to.
  enum Expected {
    case preparation
    /// Nobody asks for its rows.
    case command(String)
    /// The place of its parameters in a list.
    case answer(Int, String)

    var isPreparation: Bool { if case .preparation = self { true } else { false } }
  }

  /// Statements that wait for their results at most: the server and libpq keep them in memory.
  private static let mostExpected = 2000

  /// Sends a statement without waiting for its result. An error is thrown by the next call that waits.
  package func send(_ sql: String, _ values: [SQLValue]) throws(ServerError) {
    try queue(sql, values, as: .command(sql))
    if expected.count >= Self.mostExpected { try finish() }
  }

  /// Waits for what was sent.
  package func finish() throws(ServerError) {
    guard !expected.isEmpty else { return }
    try settle { _, _ in }
  }

  /// Runs a statement once with each list of values in one exchange, and passes each row to `take`. A list
  /// without rows is passed once, with the number of rows that were changed.
  /// - Parameter take: Gets the place of the list.
  package func read(
    _ sql: String, each lists: [[SQLValue]], _ take: (Int, ServerAnswer) -> Void
  ) throws(ServerError) {
    for (place, values) in lists.enumerated() {
      try queue(sql, values, as: .answer(place, sql))
      if expected.count >= Self.mostExpected { try settle(take) }
    }
    if !expected.isEmpty { try settle(take) }
  }

  private func queue(
    _ sql: String, _ values: [SQLValue], as kind: Expected
  ) throws(ServerError) {
    let parameters = ServerParameters(values)
    let name = try prepare(sql, parameters.types)
    guard parameters.send(name, on: connection) else { throw Self.lost(connection, self.name) }
    expected.append(kind)
  }

  private func prepare(_ sql: String, _ types: [Oid]) throws(ServerError) -> String {
    if let name = prepared[sql] { return name }
    statementCount += 1
    let name = "s\(statementCount)"
    guard
      PQsendPrepare(connection, name, Self.numbered(sql), Int32(types.count), types) == 1
    else { throw Self.lost(connection, self.name) }
    expected.append(.preparation)
    prepared[sql] = name
    return name
  }

  /// The statement with PostgreSQL's parameters: `$1` for `?1`, and for the first `?`.
  static func numbered(_ sql: String) -> String {
    var (text, count, isQuoted) = (String(), 0, false)
    var rest = Substring(sql)
    while let character = rest.popFirst() {
      if character == "'" { isQuoted.toggle() }
      guard character == "?", !isQuoted else {
        text.append(character)
        continue
      }
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      count += 1
      text += "$" + (digits.isEmpty ? "\(count)" : digits)
    }
    return text
  }

  /// Reads the results of everything in the pipeline.
  private func settle(
    _ take: (Int, ServerAnswer) -> Void
  ) throws(ServerError) {
    guard PQpipelineSync(connection) == 1 else { throw Self.lost(connection, name) }
    let all = expected
    expected = []
    var failure: ServerError?
    for kind in all {
      if let found = try results(of: kind, take), failure == nil { failure = found }
    }
    guard let end = try next() else { throw Self.lost(connection, name) }
    PQclear(end)
    guard let failure else { return }
    // A statement that was not prepared because another failed before it is unknown to the server.
    if all.contains(where: \.isPreparation) { prepared = [:] }
    throw failure
  }

  private func results(
    of kind: Expected, _ take: (Int, ServerAnswer) -> Void
  ) throws(ServerError) -> ServerError? {
    if case .answer = kind { PQsetSingleRowMode(connection) }
    var failure: ServerError?
    while let result = try next() {
      defer { PQclear(result) }
      try refuseCopy(result)
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE:
        guard case .answer(let place, _) = kind, failure == nil else { continue }
        take(place, ServerAnswer(result))
      case PGRES_PIPELINE_ABORTED: break
      default:
        let found = error(result, kind)
        // Nothing follows.
        if found.kind == .connection { throw found }
        failure = failure ?? found
      }
    }
    return failure
  }

  /// The next result; nil between those of two statements.
  func next() throws(ServerError) -> OpaquePointer? {
    var silences = 0
    while true {
      let rest = PQflush(connection)
      guard rest >= 0 else { throw Self.lost(connection, name) }
      if PQisBusy(connection) == 0 { return PQgetResult(connection) }
      let events = Self.wait(
        PQsocket(connection), for: Int16(POLLIN | (rest > 0 ? POLLOUT : 0)), milliseconds: silence)
      if events == 0 {
        silences += 1
        if silences == 1 || silences % 6 == 0 {
          whenWaiting("\(name): no answer for \(silences * Int(silence) / 1000) seconds")
        }
      }
      if events & Int16(POLLIN | POLLHUP | POLLERR) != 0, PQconsumeInput(connection) == 0 {
        throw Self.lost(connection, name)
      }
    }
  }

  /// A copy has no end that the server does not choose: libpq gives the same result again and again.
  private func refuseCopy(_ result: OpaquePointer) throws(ServerError) {
    switch PQresultStatus(result) {
    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
      throw ServerError(.statement, "\(name): the server begins a copy that nothing asked for")
    default: return
    }
  }

  private func error(_ result: OpaquePointer, _ kind: Expected) -> ServerError {
    func field(_ code: Character) -> String? {
      PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
    }
    // Without a SQLSTATE the connection ended (PG_DIAG_SQLSTATE is 'C').
    guard let state = field("C"), PQstatus(connection) != CONNECTION_BAD else {
      return Self.lost(connection, name)
    }
    let text = Self.message(field("M") ?? "the server gives no reason")
    let kindOfError = ServerError.kind(ofState: state)
    var place = ""
    if kindOfError == .statement {
      switch kind {
      case .answer(_, let sql), .command(let sql): place = " in: \(sql)"
      case .preparation: place = ""
      }
    }
    return ServerError(kindOfError, "\(name): \(text) (SQLSTATE \(state))\(place)", state: state)
  }

  /// Runs statements that are separated by semicolons, without preparing them.
  package func execute(_ script: String) throws(ServerError) { _ = try value(of: script) }

  /// The first value of the last row of such statements as text; nil if there is none.
  func value(of script: String) throws(ServerError) -> String? {
    try finish()
    guard PQexitPipelineMode(connection) == 1, PQsendQuery(connection, script) == 1 else {
      throw Self.lost(connection, name)
    }
    var (failure, value): (ServerError?, String?)
    while let result = try next() {
      defer { PQclear(result) }
      try refuseCopy(result)
      if PQntuples(result) > 0, PQnfields(result) > 0 {
        value = String(cString: PQgetvalue(result, PQntuples(result) - 1, 0))
      }
      let status = PQresultStatus(result)
      if status != PGRES_COMMAND_OK, status != PGRES_TUPLES_OK, status != PGRES_EMPTY_QUERY {
        failure = failure ?? error(result, .command(String(script.prefix(200))))
      }
    }
    guard PQenterPipelineMode(connection) == 1 else { throw Self.lost(connection, name) }
    if let failure { throw failure }
    return value
  }
}
