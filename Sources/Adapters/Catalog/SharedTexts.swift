import PostgreSQL

/// Texts that many photos share, by row: sites, licences, sizes, owners.
///
/// Caches the latest, so that a page of one owner's photos looks each up once. Use within a transaction only:
/// its rows are committed or rolled back with the rest.
final class SharedTexts {
  /// The maximum number of each kind: more than a page has.
  private static let most = 2000

  private struct OwnerKey: Hashable {
    let site: Int64
    let key: String
  }

  struct Owner {
    let id: Int64
    var name: String?
    /// The address of a photo's page, with `{key}` for the photo's key; NULL if no page had that form.
    let page: String?
  }

  private unowned let database: any Database
  private var terms: [String: Int64] = [:]
  private var owners: [OwnerKey: Owner] = [:]

  init(_ database: any Database) { self.database = database }

  /// Call after a rollback.
  func forget() {
    terms = [:]
    owners = [:]
  }

  /// The row of a size's label; nil if none.
  func label(_ text: String) throws(CatalogError) -> Int64? {
    text.isEmpty ? nil : try term(text)
  }

  func term(_ text: String) throws(CatalogError) -> Int64 {
    if let known = terms[text] { return known }
    try database.run("INSERT INTO term (text) VALUES (?) ON CONFLICT DO NOTHING", .text(text))
    let rows = try database.rows("SELECT id FROM term WHERE text = ?", .text(text)) {
      $0.integer(0)
    }
    guard let id = rows.first else { throw lost(text) }
    if terms.count >= Self.most { terms = [:] }
    terms[text] = id
    return id
  }

  /// The row of a photo's owner, with the latest name. The first page determines the form of all.
  func owner(
    _ key: String, site: Int64, name: String?, page: String?
  ) throws(CatalogError) -> Owner {
    let ownerKey = OwnerKey(site: site, key: key)
    if let known = owners[ownerKey], name == nil || name == known.name,
      page == nil || known.page != nil
    {
      return known
    }
    try database.run(
      """
      INSERT INTO owner (site, key, name, page) VALUES (?, ?, ?, ?)
      ON CONFLICT (site, key) DO UPDATE
      SET name = coalesce(excluded.name, owner.name), page = coalesce(owner.page, excluded.page)
      """, SQLValue(site), .text(key), SQLValue(name), SQLValue(page))
    let rows = try database.rows(
      "SELECT id, name, page FROM owner WHERE site = ? AND key = ?", SQLValue(site), .text(key)
    ) { Owner(id: $0.integer(0), name: $0.text(1), page: $0.text(2)) }
    guard let owner = rows.first else { throw lost(key) }
    if owners.count >= Self.most { owners = [:] }
    owners[ownerKey] = owner
    return owner
  }

  private func lost(_ text: String) -> CatalogError {
    CatalogError(.statement, "the catalog \(database.path) lost the row of '\(text)'")
  }
}
