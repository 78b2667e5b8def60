import PostgreSQL

extension Catalog {
  /// Some mirrored photos, which a file of each is recorded for: all if there are not more than `most`, else photos of
  /// random rows, each once.
  package func sampleOfStored(_ most: Int) throws(CatalogError) -> [StoredPhoto] {
    let first = try stored(after: 0, limit: most + 1)
    guard first.count > most, let start = first.first?.file.id else { return first }
    let end = try database.rows("SELECT max(photo) FROM file") { $0.integer(0) }.first ?? start
    var found: [Int64: StoredPhoto] = [:]
    for _ in 0..<most where start <= end {
      let photo = try stored(after: Int64.random(in: start...end) - 1, limit: 1).first
      if let photo { found[photo.file.id] = photo }
    }
    return Array(found.values)
  }
}
