extension Catalog {
  /// A choice that applies to the whole mirror; nil if it was never made.
  package func setting(_ name: String) throws(CatalogError) -> String? {
    try database.rows("SELECT value FROM setting WHERE name = ?", .text(name)) { $0.text(0) }.first
      ?? nil
  }

  /// Records a choice that applies to the whole mirror, replacing an earlier one.
  package func noteSetting(_ name: String, _ value: String) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO setting (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, .text(name), .text(value))
  }

  /// Records a choice unless one is recorded.
  package func noteSettingOnce(_ name: String, _ value: String) throws(CatalogError) {
    try database.run(
      "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
      .text(name), .text(value))
  }
}
