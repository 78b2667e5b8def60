import CSQLite
import Glibc
import PostgreSQL

/// One SQLite connection with its prepared statements. Not thread-safe: one owner at a time.
final class SQLiteDatabase: Database {
  let path: String
  private let handle: OpaquePointer
  private let pages: PageCount
  private let file: CatalogFile?
  var delaysWriters: Bool { file?.isHeld ?? false }
  private var statements: [String: Statement] = [:]

  /// - Parameters:
  ///   - isReadOnly: Creates and changes nothing.
  ///   - isImmutable: Also locks nothing: no process is changing the file.
  ///   - file: Of a catalog; nil for other databases.
  init(
    path: String, isReadOnly: Bool, isImmutable: Bool = false, file: CatalogFile? = nil
  ) throws(CatalogError) {
    var handle: OpaquePointer?
    let flags =
      (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | (isImmutable ? SQLITE_OPEN_URI : 0)
    let name = Self.followingFolder(path)
    let code = sqlite3_open_v2(
      isImmutable ? Self.immutableURI(name) : name, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let errno = Self.systemErrno(handle)
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw CatalogError(code: code, message: message, path: path, errno: errno)
    }
    self.path = path
    self.handle = handle
    self.file = file
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5000)
    Self.restrict(handle)
    pages = PageCount(handle, path: path)
    file?.checkpoints.guardCommits(of: handle)
  }

  /// An empty database in memory.
  static func inMemory() throws(CatalogError) -> SQLiteDatabase {
    try SQLiteDatabase(path: ":memory:", isReadOnly: false)
  }

  /// The database as the content of a file (https://sqlite.org/c3ref/serialize.html).
  func content() throws(CatalogError) -> [UInt8] {
    var size: Int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else {
      throw error(SQLITE_NOMEM, "serialize")
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  deinit {
    statements.removeAll()
    if let file {
      file.checkpoints.closeConnection(handle)
    } else {
      sqlite3_close_v2(handle)
    }
  }

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws(CatalogError) {
    pages.reset()
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, sql) }
  }

  /// The statement for `sql`, prepared on first use and ready for binding.
  func statement(_ sql: String) throws(CatalogError) -> Statement {
    pages.reset()
    if let known = statements[sql] {
      known.reset()
      return known
    }
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard code == SQLITE_OK, let pointer else { throw error(code, sql) }
    let statement = Statement(pointer, sql: sql, database: self)
    statements[sql] = statement
    return statement
  }

  func run(_ sql: String, with values: [SQLValue]) throws(CatalogError) {
    let statement = try statement(sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  func update(_ sql: String, each lists: [[SQLValue]]) throws(CatalogError) -> [Int] {
    guard !lists.isEmpty else { return [] }
    let statement = try statement(sql)
    var counts: [Int] = []
    counts.reserveCapacity(lists.count)
    for values in lists {
      pages.reset()
      try statement.bind(values)
      while try statement.step() {}
      counts.append(Int(sqlite3_changes(handle)))
    }
    return counts
  }

  func read(
    _ sql: String, each lists: [[SQLValue]], isPartial: Bool,
    _ take: (Int, any SQLRow) throws(CatalogError) -> Void
  ) throws(CatalogError) {
    let statement = try statement(sql)
    defer { statement.reset() }
    for (place, values) in lists.enumerated() {
      pages.reset()
      statement.reset()
      try statement.bind(values)
      while try statement.step() {
        try take(place, statement)
        guard statement.byteCount > Self.largestAnswer else { continue }
        if isPartial { break }
        throw error(SQLITE_TOOBIG, sql)
      }
    }
  }

  func transaction<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result {
    try transaction("BEGIN IMMEDIATE", body)
  }

  func reading<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result {
    try transaction("BEGIN", body)
  }

  func transaction<Result>(
    _ begin: String, _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result {
    try execute(begin)
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // A transaction that SQLite has already rolled back (a full disk) cannot be rolled back again.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  fileprivate func error(_ code: Int32, _ sql: String) -> CatalogError {
    CatalogError(
      code: code, message: String(cString: sqlite3_errmsg(handle)), path: path,
      errno: Self.systemErrno(handle), sql: sql)
  }

  /// SQLite does not store the error code if a commit fails (3.40).
  private static func systemErrno(_ handle: OpaquePointer?) -> Int32 {
    let noted = sqlite3_system_errno(handle)
    return noted != 0 ? noted : errno
  }
}

/// A prepared statement of a ``SQLiteDatabase``; valid as long as the database.
final class Statement: SQLRow {
  /// In bytes, in addition to its texts.
  private static let roomOfRow = 64

  private let pointer: OpaquePointer
  private let sql: String
  private unowned let database: SQLiteDatabase
  var origin: String { database.path }
  /// The total size of the rows' texts since the last reset.
  private(set) var byteCount = 0

  fileprivate init(_ pointer: OpaquePointer, sql: String, database: SQLiteDatabase) {
    self.pointer = pointer
    self.sql = sql
    self.database = database
  }

  deinit { sqlite3_finalize(pointer) }

  func reset() {
    byteCount = 0
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  func bind(_ values: [SQLValue]) throws(CatalogError) {
    for (index, value) in zip(Int32(1)..., values) {
      let code =
        switch value {
        case .integer(let number?): sqlite3_bind_int64(pointer, index, number)
        case .real(let number?): sqlite3_bind_double(pointer, index, number)
        case .text(let text?): bind(text, at: index)
        case .blob(let bytes):
          sqlite3_bind_blob(pointer, index, bytes, Int32(clamping: bytes.count), Self.transient)
        case .integer(nil), .real(nil), .text(nil): sqlite3_bind_null(pointer, index)
        }
      guard code == SQLITE_OK else { throw database.error(code, sql) }
    }
  }

  /// SQLite copies the bound value.
  private static var transient: sqlite3_destructor_type? {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Passes the length, so that a NUL inside does not truncate the text.
  private func bind(_ text: String, at index: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(
          pointer, index, $0.baseAddress, Int32(clamping: $0.count), Self.transient)
      }
    }
  }

  /// Whether there is a row to read; at the end the statement is reset.
  func step() throws(CatalogError) -> Bool {
    let code = sqlite3_step(pointer)
    switch code {
    case SQLITE_ROW:
      byteCount += Self.roomOfRow
      return true
    case SQLITE_DONE:
      reset()
      return false
    default:
      let error = database.error(code, sql)
      reset()
      throw error
    }
  }

  /// Columns are counted from 0.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  func real(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

  func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(pointer, column) else { return nil }
    let count = Int(sqlite3_column_bytes(pointer, column))
    byteCount += count
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func blob(_ column: Int32) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    let count = Int(sqlite3_column_bytes(pointer, column))
    byteCount += count
    return Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(pointer, column), count: count))
  }
}
