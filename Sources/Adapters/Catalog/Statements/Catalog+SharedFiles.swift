import MirrorCore
import PostgreSQL

/// Mirrored photos whose files have the same bytes, and those of them that are one file with several names.
extension Catalog {
  /// The files that have the bytes of another, those with the same bytes one after the other, the photo that was
  /// listed first before the others. Files without bytes are left out.
  package func duplicates() throws(CatalogError) -> [MirroredPhoto] {
    try database.rows(
      """
      SELECT photo.id, \(Self.path), format, byte_count, sha256, stored_at
      FROM file JOIN photo ON photo.id = file.photo
      WHERE is_mirrored = 1 AND byte_count > 0 AND sha256 IN (
        SELECT sha256 FROM file JOIN photo ON photo.id = file.photo WHERE is_mirrored = 1
        GROUP BY sha256 HAVING count(*) > 1)
      ORDER BY sha256, photo.id
      """, isPartial: true
    ) { (row) throws(CatalogError) in
      MirroredPhoto(
        id: row.integer(0), path: try row.name(1) ?? "", format: row.text(2) ?? "", width: 0,
        height: 0, byteCount: row.integer(3, in: Limit.bytes), sha256: row.hex(4), label: "",
        storedAt: row.integer(5, in: Limit.seconds))
    }
  }

  /// Whether the file of a photo is recorded as another name of `original`'s file.
  package func isShared(_ photo: Int64, with original: Int64) throws(CatalogError) -> Bool {
    try database.rows(
      "SELECT 1 FROM shared_file WHERE photo = ? AND original = ?", SQLValue(photo),
      SQLValue(original)
    ) { _ in true }.first ?? false
  }

  /// By the ids of photos, the paths of the files that their own files are other names of.
  package func originals(ofShared photos: [Int64]) throws(CatalogError) -> [Int64: String] {
    var originals: [Int64: String] = [:]
    try database.read(
      """
      SELECT \(Self.path) FROM shared_file JOIN photo ON photo.id = shared_file.original
        JOIN file ON file.photo = photo.id
      WHERE shared_file.photo = ?
      """, each: photos.map { [SQLValue($0)] }, isPartial: false
    ) { (place, row) throws(CatalogError) in originals[photos[place]] = try row.name(0) }
    return originals
  }

  /// Records that the files of photos are other names of the first one's file.
  package func noteShared(_ photos: [Int64], with original: Int64) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      for photo in photos {
        try database.run(
          """
          INSERT INTO shared_file (photo, original) VALUES (?, ?)
          ON CONFLICT (photo) DO UPDATE SET original = excluded.original
          """, SQLValue(photo), SQLValue(original))
      }
    }
  }

  /// A file that is stored again has its own bytes.
  func forgetShared(_ photo: Int64) throws(CatalogError) {
    try database.run(
      "DELETE FROM shared_file WHERE photo = ?1 OR original = ?1", SQLValue(photo))
  }
}
