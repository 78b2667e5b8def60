/// Checks that a file has this program's tables, and migrates them.
extension Schema {
  /// No version of this program has more migrations.
  private static let newest: Int64 = 200

  /// Migrates the file to the current version.
  /// - Throws: ``CatalogError`` if the file cannot be used.
  static func prepare(
    _ database: SQLiteDatabase, by migrations: [String] = migrations(.sqlite)
  ) throws(CatalogError) {
    let version = try check(database, migrations)
    for (index, migration) in migrations.enumerated().dropFirst(version) {
      try database.transaction { () throws(CatalogError) in
        try database.execute(migration)
        try database.execute("PRAGMA user_version = \(index + 1)")
      }
    }
  }

  /// The check for connections that only read.
  static func checkIsCurrent(
    _ database: SQLiteDatabase, by migrations: [String] = migrations(.sqlite)
  ) throws(CatalogError) {
    let version = try check(database, migrations)
    guard version == migrations.count else {
      throw CatalogError(
        .outdated, "the catalog \(database.path) has the old version \(version)")
    }
  }

  /// The content of a file with an empty catalog.
  static func newCatalog() throws(CatalogError) -> [UInt8] {
    let database = try reference(migrations(.sqlite))
    try database.execute("PRAGMA application_id = \(applicationID)")
    try database.execute("PRAGMA user_version = \(migrations(.sqlite).count)")
    var content = try database.content()
    DatabaseHeader.setWriteAheadLog(in: &content)
    return content
  }

  /// Tables must match the text of the migrations exactly: others may compute without end, and an additional
  /// entry may run with our statements: triggers, views, virtual tables, generated columns.
  /// - Returns: The version, which is a known one.
  private static func check(
    _ database: SQLiteDatabase, _ migrations: [String]
  ) throws(CatalogError) -> Int {
    guard try number(database, "PRAGMA application_id") == applicationID else {
      throw CatalogError(
        .foreign, "\(database.path) is a database of another program, not a catalog")
    }
    // In one transaction, because another process may be migrating the file.
    let (version, found) = try database.transaction("BEGIN") { () throws(CatalogError) in
      (try number(database, "PRAGMA user_version"), try entries(of: database))
    }
    guard (1...newest).contains(version) else {
      throw CatalogError(
        .damaged, "the catalog \(database.path) is damaged: it has no version \(version)")
    }
    guard version <= migrations.count else {
      throw CatalogError(
        .otherVersion,
        "the catalog \(database.path) has version \(version); this program knows up to "
          + "\(migrations.count)")
    }
    let known = migrations.prefix(Int(version))
    let isCurrent = known.elementsEqual(Self.migrations(.sqlite))
    guard try found == (isCurrent ? current.get() : entries(of: reference(known))) else {
      throw CatalogError(
        .foreign, "\(database.path) does not have the tables of a catalog of version \(version)")
    }
    return Int(version)
  }

  /// What every file is compared with: a short run opens its catalog and copies of it several times.
  private static let current = Result { () throws(CatalogError) in
    try entries(of: reference(migrations(.sqlite)))
  }

  /// The tables that migrations make, in memory.
  static func reference(_ migrations: some Sequence<String>) throws(CatalogError) -> SQLiteDatabase
  {
    let database = try SQLiteDatabase.inMemory()
    // Before the first table: the file can shrink (https://sqlite.org/pragma.html#pragma_auto_vacuum).
    try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
    for migration in migrations { try database.execute(migration) }
    return database
  }

  private static func entries(of database: SQLiteDatabase) throws(CatalogError) -> [[String?]] {
    try database.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name LIMIT 100"
    ) { row in (0..<4).map { row.text($0) } }
  }

  private static func number(_ database: SQLiteDatabase, _ sql: String) throws(CatalogError)
    -> Int64
  {
    try database.rows(sql) { $0.integer(0) }.first ?? 0
  }
}
