import PostgreSQL

/// Makes and migrates the tables of a server.
extension ServerSchema {
  /// Migrates the catalog to the current version, in one transaction, which nobody else does meanwhile.
  static func prepare(_ database: ServerDatabase) throws(CatalogError) {
    let migrations = Schema.migrations(.postgreSQL)
    guard try version(database, migrations.count) != migrations.count else { return }
    try database.transaction { () throws(CatalogError) in
      try database.execute("SELECT pg_advisory_xact_lock(\(Schema.applicationID), 1)")
      let found = try version(database, migrations.count)
      if found == nil { try create(database) }
      for migration in migrations.dropFirst(found ?? 0) { try database.execute(migration) }
      try database.run("UPDATE version_of_catalog SET number = ?", SQLValue(migrations.count))
    }
  }

  /// The check for connections that only read.
  static func checkIsCurrent(_ database: ServerDatabase) throws(CatalogError) {
    let newest = Schema.migrations(.postgreSQL).count
    guard let version = try version(database, newest) else {
      throw CatalogError(.missing, "the database \(database.path) has no catalog")
    }
    guard version == newest else {
      throw CatalogError(
        .outdated, "the catalog \(database.path) has the old version \(version)")
    }
  }

  private static func create(_ database: ServerDatabase) throws(CatalogError) {
    try database.execute(
      """
      CREATE SCHEMA IF NOT EXISTS \(name);
      CREATE TABLE version_of_catalog (number integer NOT NULL);
      INSERT INTO version_of_catalog VALUES (0);
      """)
  }

  /// - Returns: Nil if there is no catalog.
  /// - Throws: If it is of a newer version, or if the schema is another program's.
  private static func version(
    _ database: ServerDatabase, _ newest: Int
  ) throws(CatalogError) -> Int? {
    let tables = try database.rows(
      "SELECT c.relname = 'version_of_catalog' FROM pg_catalog.pg_class AS c "
        + "JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = ?",
      .text(name)
    ) { $0.integer(0) != 0 }
    guard !tables.isEmpty else { return nil }
    guard tables.contains(true) else {
      throw CatalogError(
        .foreign, "the schema \(name) of \(database.path) belongs to another program")
    }
    let number = try database.rows("SELECT number FROM version_of_catalog") { Int($0.integer(0)) }
    guard let version = number.first, (1...newest).contains(version) else {
      throw CatalogError(
        .otherVersion,
        "the catalog \(database.path) has version \(number.first ?? 0); this program knows up to "
          + "\(newest)")
    }
    return version
  }
}
