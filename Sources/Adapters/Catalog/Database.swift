import PostgreSQL

/// One connection to the engine that keeps a catalog. Not thread-safe: one owner at a time, on a thread that may
/// block.
///
/// The statements are in the SQL that SQLite and PostgreSQL share, with SQLite's parameters (`?`, `?1`).
protocol Database: AnyObject {
  /// The file's path or the server's address, for messages.
  var path: String { get }

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws(CatalogError)

  /// Runs a statement that returns no rows. In a transaction, a server's error may be thrown by a later call.
  func run(_ sql: String, with values: [SQLValue]) throws(CatalogError)

  /// Runs a statement with each list of values.
  /// - Returns: How many rows each inserted, updated or deleted.
  func update(_ sql: String, each lists: [[SQLValue]]) throws(CatalogError) -> [Int]

  /// Reads the rows of a statement with each list of values, which is one exchange with a server.
  /// - Parameters:
  ///   - isPartial: Whether the first rows are enough if all of them are too large.
  ///   - take: Gets the place of the list, and the row.
  func read(
    _ sql: String, each lists: [[SQLValue]], isPartial: Bool,
    _ take: (Int, any SQLRow) throws(CatalogError) -> Void) throws(CatalogError)

  /// Commits all of `body`, or rolls it back. `body` may run more than once: a server's transactions can
  /// prevent each other, and connections end.
  func transaction<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result

  /// Runs many short statements that only read, without the cost of a transaction for each.
  func reading<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result
}

extension Database {
  func reading<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result { try body() }

  /// Runs `sql` with `values` bound in order, and returns no rows.
  func run(_ sql: String, _ values: SQLValue...) throws(CatalogError) { try run(sql, with: values) }

  /// How many rows a statement inserts, updates or deletes.
  func update(_ sql: String, _ values: SQLValue...) throws(CatalogError) -> Int {
    try update(sql, each: [values])[0]
  }

  /// Every row of `sql`, decoded by `decode`.
  /// - Parameter isPartial: Whether the first rows are enough if all of them are too large.
  func rows<Row>(
    _ sql: String, _ values: SQLValue..., isPartial: Bool = false,
    read decode: (any SQLRow) throws(CatalogError) -> Row
  ) throws(CatalogError) -> [Row] {
    var rows: [Row] = []
    try read(sql, each: [values], isPartial: isPartial) { (_, row) throws(CatalogError) in
      rows.append(try decode(row))
    }
    return rows
  }

  /// The first row of `sql` for each list of values; nil where there is none.
  func first<Row>(
    _ sql: String, each lists: [[SQLValue]], read decode: (any SQLRow) throws(CatalogError) -> Row
  ) throws(CatalogError) -> [Row?] {
    var rows = [Row?](repeating: nil, count: lists.count)
    guard !lists.isEmpty else { return rows }
    try read(sql, each: lists, isPartial: false) { (place, row) throws(CatalogError) in
      if rows[place] == nil { rows[place] = try decode(row) }
    }
    return rows
  }
}
