import CSQLite

/// Rows of a mirror's catalog, as another program reads them; the values of a row have bars between them.
func catalogRows(_ path: String, _ query: String) throws -> [String] {
  var database: OpaquePointer?
  defer { sqlite3_close(database) }
  var statement: OpaquePointer?
  defer { sqlite3_finalize(statement) }
  guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
    sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK
  else { throw CatalogQueryError(message: String(cString: sqlite3_errmsg(database))) }
  var rows: [String] = []
  while sqlite3_step(statement) == SQLITE_ROW {
    let values = (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }
    rows.append(values.joined(separator: "|"))
  }
  return rows
}

struct CatalogQueryError: Error {
  let message: String
}
