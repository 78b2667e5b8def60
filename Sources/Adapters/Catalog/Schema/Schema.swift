/// The tables and views of a catalog, the same on both engines.
enum Schema {
  /// "PHMR": marks the file as ours (https://sqlite.org/pragma.html#pragma_application_id).
  static let applicationID: Int64 = 0x5048_4D52

  /// Applied in order, each once and atomically; the number applied is a file's `user_version`, and on a server in the
  /// table `version_of_catalog`. Never edit a released migration: add another.
  static func migrations(_ dialect: Dialect) -> [String] {
    [
      dialect.table(tables) + views(dialect)
        + (dialect == .postgreSQL ? ServerSchema.additions : "")
    ]
  }
}
