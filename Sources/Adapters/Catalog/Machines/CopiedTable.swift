import PostgreSQL

/// A table of the catalog, as it is copied between engines: row by row in the order of its primary key, which is the
/// same on both.
struct CopiedTable: Sendable {
  typealias Row = [SQLValue]

  enum Kind: String, Sendable {
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
  }

  let name: String
  let columns: [(name: String, kind: Kind)]
  /// Places in `columns`, in the order of the primary key.
  let key: [Int]

  /// Every table of the current version, those with the rows that others name first.
  static func all() throws(CatalogError) -> [CopiedTable] { try known.get() }

  private static let known = Result { () throws(CatalogError) in
    let reference = try Schema.reference(Schema.migrations(.sqlite))
    let names = try reference.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid"
    ) { $0.text(0) ?? "" }
    var tables: [CopiedTable] = []
    for name in names { tables.append(try CopiedTable(name, in: reference)) }
    return tables
  }

  private init(_ name: String, in reference: SQLiteDatabase) throws(CatalogError) {
    let found = try reference.rows(
      "SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", .text(name)
    ) { (name: $0.text(0) ?? "", kind: $0.text(1) ?? "", key: $0.integer(2)) }
    self.name = name
    columns = found.map { ($0.name, Kind(rawValue: $0.kind) ?? .text) }
    key = found.indices.filter { found[$0].key > 0 }.sorted { found[$0].key < found[$1].key }
  }

  /// Rows behind a key, in its order.
  /// - Parameters:
  ///   - after: Nil for the first rows.
  ///   - through: The last key; nil for no limit.
  func rows(
    of catalog: Catalog, after: Row?, through: Row? = nil, limit: Int
  ) throws(CatalogError) -> [Row] {
    var conditions = [CatalogCopy.isCopied(in: self)]
    if after != nil { conditions.append("\(tuple) > \(marks)") }
    if through != nil { conditions.append("\(tuple) <= \(marks)") }
    let sql = """
      SELECT \(columns.map(\.name).joined(separator: ", ")) FROM \(name)
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(keyNames) LIMIT \(limit)
      """
    var rows: [Row] = []
    let values = (after.map(keyValues) ?? []) + (through.map(keyValues) ?? [])
    try catalog.database.read(sql, each: [values], isPartial: true) { _, row in
      rows.append(columns.indices.map { value(row, $0) })
    }
    return rows
  }

  func insert(_ rows: [Row], into catalog: Catalog) throws(CatalogError) {
    let sql = """
      INSERT INTO \(name) (\(columns.map(\.name).joined(separator: ", ")))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      """
    for row in rows { try catalog.database.run(sql, with: row) }
  }

  func delete(_ rows: [Row], from catalog: Catalog) throws(CatalogError) {
    let sql = "DELETE FROM \(name) WHERE \(tuple) = \(marks)"
    for row in rows { try catalog.database.run(sql, with: keyValues(row)) }
  }

  func count(in catalog: Catalog) throws(CatalogError) -> Int {
    try catalog.database.rows(
      "SELECT count(*) FROM \(name) WHERE \(CatalogCopy.isCopied(in: self))"
    ) { Int($0.integer(0)) }.first ?? 0
  }

  /// Gives the next new row of a server's table a free number.
  func setNumbering(in catalog: Catalog) throws(CatalogError) {
    guard catalog.database is ServerDatabase, columns[key[0]].name == "id" else { return }
    let sequence = "pg_get_serial_sequence('\(ServerSchema.name).\(name)', 'id')"
    _ = try catalog.database.rows(
      "SELECT setval(\(sequence), (SELECT coalesce(max(id), 0) + 1 FROM \(name)), false)"
    ) { _ in }
  }

  /// The key in messages.
  func keyText(_ row: Row) -> String {
    keyValues(row).map { value in
      switch value {
      case .integer(let number): number.map { String($0) } ?? "NULL"
      case .text(let text): "'\(text ?? "")'"
      case .real, .blob: "?"
      }
    }.joined(separator: ", ")
  }

  private var keyNames: String { key.map { columns[$0].name }.joined(separator: ", ") }
  private var tuple: String { "(\(keyNames))" }
  private var marks: String { "(\(key.map { _ in "?" }.joined(separator: ", ")))" }

  func keyValues(_ row: Row) -> Row { key.map { row[$0] } }

  private func value(_ row: any SQLRow, _ place: Int) -> SQLValue {
    let column = Int32(place)
    let isNull = row.isNull(column)
    switch columns[place].kind {
    case .integer: return .integer(isNull ? nil : row.integer(column))
    case .real: return .real(isNull ? nil : row.real(column))
    case .text: return .text(isNull ? nil : row.text(column))
    case .blob: return .blob(row.blob(column) ?? [])
    }
  }
}
