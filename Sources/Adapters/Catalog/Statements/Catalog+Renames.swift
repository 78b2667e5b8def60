import PostgreSQL
import ProviderKit

/// A photo with the name that it has and the one that it gets.
package struct PhotoRename: Sendable, Hashable {
  /// The photo's id in the catalog.
  package let id: Int64
  /// The path of the name that it has, relative to the mirror, without an extension.
  package let oldStem: String
  /// The path of the name that it gets, relative to the mirror, without an extension.
  package let newStem: String
  /// The path of its file; nil if it never had one.
  package let path: String?
  /// If not, its file may be missing, and files beside it may be left.
  package let isMirrored: Bool

  package init(
    id: Int64, oldStem: String, newStem: String, path: String?, isMirrored: Bool = true
  ) {
    (self.id, self.oldStem, self.newStem, self.path) = (id, oldStem, newStem, path)
    self.isMirrored = isMirrored
  }
}

/// A photo with what its name is made of.
package struct NamedPhoto: Sendable {
  /// The photo's id in the catalog.
  package let id: Int64
  /// The path of its name, relative to the mirror, without an extension.
  package let stem: String
  /// The path of its file; nil if it never had one.
  package let path: String?
  /// Whether it counts as mirrored; otherwise its file may be missing, or in the trash.
  package let isMirrored: Bool
  /// Nil if the catalog does not know it.
  package let metadata: Photo?
}

/// Other names for photos, in two steps: first the names are reserved, then the files are moved, then the photos
/// have the names.
extension Catalog {
  /// Photos in the order of their rows.
  /// - Parameter after: The id of the last photo of the previous batch; 0 for the first batch.
  package func named(after: Int64, limit: Int) throws(CatalogError) -> [NamedPhoto] {
    let rows = try database.rows(
      """
      SELECT photo.id, stem, \(Self.path), is_mirrored FROM photo
        LEFT JOIN file ON file.photo = photo.id
      WHERE photo.id > ? ORDER BY photo.id LIMIT ?
      """, SQLValue(after), SQLValue(limit)
    ) { (row) throws(CatalogError) in
      (row.integer(0), try row.name(1) ?? "", try row.name(2), row.integer(3) == 1)
    }
    var photos: [NamedPhoto] = []
    for (id, stem, path, isMirrored) in rows {
      photos.append(
        NamedPhoto(
          id: id, stem: stem, path: path, isMirrored: isMirrored,
          metadata: try metadata(ofPhoto: id)))
    }
    return photos
  }

  /// A free name for a photo: `stem`, or with its site or a number if another photo has that name.
  package func freeStem(_ stem: String, ofPhoto id: Int64) throws(CatalogError) -> String {
    if try isFree(stem, forPhoto: id) { return stem }
    let site = try database.rows(
      "SELECT text FROM photo JOIN term ON term.id = site WHERE photo.id = ?", SQLValue(id)
    ) { $0.text(0) ?? "" }.first
    let base = stem + "_" + (site ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    if try isFree(base, forPhoto: id) { return base }
    var number = id
    while try !isFree("\(base)_\(number)", forPhoto: id) { number &+= 1 }
    return "\(base)_\(number)"
  }

  /// Gives a photo without a file another name: `stem`, or as ``freeStem(_:ofPhoto:)``.
  package func giveName(_ stem: String, toPhoto id: Int64) throws(CatalogError) -> String {
    try transaction { () throws(CatalogError) in
      let free = try freeStem(stem, ofPhoto: id)
      try database.run(
        "INSERT INTO name (hash, photo) VALUES (?, ?) ON CONFLICT DO NOTHING",
        SQLValue(NameHash.of(free)), SQLValue(id))
      try database.run("UPDATE photo SET stem = ? WHERE id = ?", .text(free), SQLValue(id))
      try keepName(free, of: id)
      return free
    }
  }

  private func isFree(_ stem: String, forPhoto id: Int64) throws(CatalogError) -> Bool {
    try database.rows(
      "SELECT photo FROM name WHERE hash = ?", SQLValue(NameHash.of(stem))
    ) { $0.integer(0) }.allSatisfy { $0 == id }
  }

  /// Reserves the new names.
  package func beginRenames(_ renames: [PhotoRename]) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      for rename in renames {
        try database.run(
          "INSERT INTO name (hash, photo) VALUES (?, ?) ON CONFLICT DO NOTHING",
          SQLValue(NameHash.of(rename.newStem)), SQLValue(rename.id))
        try database.run(
          """
          INSERT INTO rename (photo, stem) VALUES (?, ?)
          ON CONFLICT (photo) DO UPDATE SET stem = excluded.stem
          """, SQLValue(rename.id), .text(rename.newStem))
      }
    }
  }

  /// Renames that were begun and not ended.
  package func begunRenames(limit: Int) throws(CatalogError) -> [PhotoRename] {
    try database.rows(
      "\(Self.renames) ORDER BY rename.photo LIMIT ?", SQLValue(limit), read: Self.rename)
  }

  /// The rename of a photo that was begun and not ended; nil if none.
  package func begunRename(ofPhoto id: Int64) throws(CatalogError) -> PhotoRename? {
    try database.rows(
      "\(Self.renames) WHERE rename.photo = ?", SQLValue(id), read: Self.rename
    ).first
  }

  private static let renames = """
    SELECT photo.id, photo.stem, rename.stem,
      \(path.replacing("stem", with: "photo.stem")), is_mirrored
    FROM rename JOIN photo ON photo.id = rename.photo LEFT JOIN file ON file.photo = photo.id
    """

  private static func rename(_ row: any SQLRow) throws(CatalogError) -> PhotoRename {
    PhotoRename(
      id: row.integer(0), oldStem: try row.name(1) ?? "", newStem: try row.name(2) ?? "",
      path: try row.name(3), isMirrored: row.integer(4) == 1)
  }

  /// Gives the photos whose files were moved their new names; the others keep theirs.
  /// - Parameter moved: With the new paths of their files.
  package func endRenames(
    _ moved: [PhotoRename], cancelled: [PhotoRename]
  ) throws(CatalogError) {
    try transaction { () throws(CatalogError) in
      try note(.renamed, ofPhotos: moved.map(\.id), detail: Self.path)
      for rename in moved {
        try database.run(
          "UPDATE photo SET stem = ? WHERE id = ?", .text(rename.newStem), SQLValue(rename.id))
        if let path = rename.path {
          let ending =
            path.hasPrefix(rename.newStem + ".") ? path.dropFirst(rename.newStem.count) : path[...]
          try database.run(
            "UPDATE file SET path = ? WHERE photo = ?", .text(String(ending)), SQLValue(rename.id))
        }
        try keepName(rename.newStem, of: rename.id)
      }
      for rename in cancelled { try keepName(rename.oldStem, of: rename.id) }
    }
  }

  private func keepName(_ stem: String, of id: Int64) throws(CatalogError) {
    try database.run(
      "DELETE FROM name WHERE photo = ? AND hash != ?", SQLValue(id), SQLValue(NameHash.of(stem)))
    try database.run("DELETE FROM rename WHERE photo = ?", SQLValue(id))
  }
}
