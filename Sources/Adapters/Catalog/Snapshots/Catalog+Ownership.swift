import PostgreSQL

extension Catalog {
  /// What distinguishes a catalog from a copy of it that is used by itself: a line for each source, with the number of its
  /// last reading and of its photos, and one for the photos that left. What a repair or a check changes is not in it.
  package func ownership() throws(CatalogError) -> [String] {
    let sources = try database.rows(
      """
      SELECT address, coalesce((SELECT max(number) FROM pass WHERE pass.source = source.id), 0),
        (SELECT count(*) FROM photo WHERE photo.source = source.id)
      FROM source ORDER BY address
      """
    ) { "\($0.text(0) ?? "") \($0.integer(1)) \($0.integer(2))" }
    let departures = try database.rows(
      "SELECT count(*), coalesce(sum(is_forgotten), 0) FROM departure"
    ) { "\($0.integer(0)) \($0.integer(1))" }
    return sources + departures
  }
}
