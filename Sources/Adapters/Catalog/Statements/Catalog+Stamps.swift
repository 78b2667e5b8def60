import MirrorCore
import PostgreSQL
import ProviderKit

/// What the catalog says of a mirrored photo, as a number: the same as long as it says the same, also in another run.
package struct PhotoStamp: Sendable {
  /// The photo's id in the catalog.
  package let row: Int64
  /// The number, to which its albums and files are still to be added.
  package var hash: StableHash
  /// Relative to the mirror's directory.
  package let path: String
  /// The path of its thumbnail, relative to the mirror's directory; nil if it has none.
  package let thumbnail: String?
  /// The name of the file's format.
  package let format: String
  /// Pixels; 0 if the file was not decoded.
  package let width: Int
  /// Pixels; 0 if the file was not decoded.
  package let height: Int
  /// A hash of the file's digest.
  package let content: UInt64
  /// A hash of the digest of an edit that the user accepted; nil if there is none.
  private let accepted: UInt64?
  /// Whether the site shows it to some people only.
  package let isPrivate: Bool

  fileprivate init(
    row: Int64, hash: StableHash, path: String, thumbnail: String?, format: String, width: Int,
    height: Int, content: UInt64, accepted: UInt64?, isPrivate: Bool
  ) {
    (self.row, self.hash, self.path, self.thumbnail) = (row, hash, path, thumbnail)
    (self.format, self.width, self.height) = (format, width, height)
    (self.content, self.accepted, self.isPrivate) = (content, accepted, isPrivate)
  }

  /// Whether the file's digest is this one, in lower-case hexadecimal: as it was mirrored, or as the user accepted it.
  package func hasContent(_ sha256: String) -> Bool {
    [content, accepted].contains(Self.content(sha256))
  }

  fileprivate static func content(_ sha256: String) -> UInt64 {
    var hash = StableHash()
    hash.combine(sha256)
    return hash.value
  }
}

/// What is asked of a catalog to learn what has changed: no text becomes a value, which takes most of the time.
extension Catalog {
  /// Stamps of the photos that the mirror is to have, in the order of their rows, without their albums.
  /// - Parameter after: The row of the last photo of the previous batch; 0 for the first batch.
  package func stamps(after: Int64, limit: Int) throws(CatalogError) -> [PhotoStamp] {
    try database.reading { () throws(CatalogError) in
      var stamps = try database.rows(
        "\(Self.exportedRows) AND photo.id > ? ORDER BY photo.id LIMIT ?", SQLValue(after),
        SQLValue(limit), isPartial: true, read: Self.stamp)
      try combine("detail", "part, content", order: "part", into: &stamps)
      try combine(
        "comment", "key, author, author_name, text, page", order: "posted_at NULLS FIRST, key",
        into: &stamps)
      return stamps
    }
  }

  /// The albums of all photos.
  /// - Parameter take: Gets the row of each member, and a number that stands for its place in an album.
  package func forEachMembership(_ take: (Int64, UInt64) -> Void) throws(CatalogError) {
    var last = Int64(0)
    while true {
      let albums = try database.rows(
        "SELECT id, key, title FROM album WHERE id > ? ORDER BY id LIMIT ?", SQLValue(last),
        SQLValue(Self.mostAlbums), isPartial: true
      ) { row in
        var hash = StableHash()
        for column in 1...2 as ClosedRange<Int32> { hash.combine(row.text(column)) }
        return (id: row.integer(0), hash: hash)
      }
      guard let end = albums.last else { return }
      last = end.id
      try database.read(
        "SELECT photo, position FROM album_member WHERE album = ?",
        each: albums.map { [SQLValue($0.id)] }, isPartial: false
      ) { place, row in
        var hash = albums[place].hash
        hash.combine(row.integer(1))
        take(row.integer(0), hash.value)
      }
    }
  }

  private static let mostAlbums = 500

  /// The columns of ``exportedRows`` that are no texts.
  private static let numbers: Set<Int32> = [8, 17, 20, 21, 22, 24, 25, 26]
  private static let reals: Set<Int32> = [13, 14]
  private static let digest: Int32 = 23

  private static func stamp(_ row: any SQLRow) throws(CatalogError) -> PhotoStamp {
    var (hash, content) = (StableHash(), StableHash())
    content.combine(row.hex(digest))
    for column in 0...27 as ClosedRange<Int32> where column != digest {
      if numbers.contains(column) {
        hash.combine(row.isNull(column) ? Int64.min : row.integer(column))
      } else if reals.contains(column) {
        hash.combine(
          row.isNull(column) ? Int64.min : Int64(bitPattern: row.real(column).bitPattern))
      } else {
        hash.combine(row.text(column))
      }
    }
    hash.combine(Int64(bitPattern: content.value))
    let accepted = row.isNull(28) ? nil : PhotoStamp.content(row.hex(28))
    if let accepted { hash.combine(Int64(bitPattern: accepted)) }
    let path = try row.name(18) ?? ""
    return PhotoStamp(
      row: row.integer(17), hash: hash, path: path,
      thumbnail: thumbnail(row, 26).path(stem: try row.name(27) ?? "", picture: path),
      format: row.text(19) ?? "", width: Int(row.integer(20, in: Limit.edge)),
      height: Int(row.integer(21, in: Limit.edge)), content: content.value,
      accepted: accepted, isPrivate: row.integer(25) != 0)
  }

  /// Reads the rows of the photos that have any.
  private func combine(
    _ table: String, _ columns: String, order: String, into stamps: inout [PhotoStamp]
  ) throws(CatalogError) {
    guard let first = stamps.first, let last = stamps.last else { return }
    let having = try database.rows(
      "SELECT DISTINCT photo FROM \(table) WHERE photo BETWEEN ? AND ?", SQLValue(first.row),
      SQLValue(last.row)
    ) { $0.integer(0) }
    let known = Set(having)
    let places = stamps.indices.filter { known.contains(stamps[$0].row) }
    guard !places.isEmpty else { return }
    let count = Int32(columns.split(separator: ",").count)
    try database.read(
      "SELECT \(columns) FROM \(table) WHERE photo = ? ORDER BY \(order)",
      each: places.map { [SQLValue(stamps[$0].row)] }, isPartial: false
    ) { place, row in
      for column in 0..<count { stamps[places[place]].hash.combine(row.text(column)) }
    }
  }
}
