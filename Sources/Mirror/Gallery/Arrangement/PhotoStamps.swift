import ProviderKit

/// For each photo a number that changes with all that is known of it and with its files, by its row in the catalog,
/// and the pictures that the gallery has of it: 17 bytes for each photo.
package struct PhotoStamps: Sendable {
  private var rows: [Int64] = []
  private var values: [UInt64] = []
  private var pictures: [GalleryPictures] = []

  package init() {}

  /// The photos that were added.
  package var count: Int { rows.count }

  /// - Parameter row: Later than those that were added before.
  package mutating func add(_ row: Int64, _ value: UInt64, _ pictures: GalleryPictures = []) {
    rows.append(row)
    values.append(value)
    self.pictures.append(pictures)
  }

  /// Adds to what is known of a photo, in any order. Other photos are not shown.
  package mutating func combine(_ row: Int64, _ value: UInt64) {
    if let index = index(of: row) { values[index] &+= value }
  }

  /// Nil for a photo that came later.
  package subscript(row: Int64) -> UInt64? { index(of: row).map { self[$0] } }

  private subscript(index: Int) -> UInt64 { values[index] &+ UInt64(pictures[index].rawValue) }

  /// Empty for a photo that came later.
  package func pictures(ofRow row: Int64) -> GalleryPictures {
    index(of: row).map { pictures[$0] } ?? []
  }

  /// Of all photos.
  package func combine(into hash: inout StableHash) {
    for index in rows.indices {
      hash.combine(rows[index])
      hash.combine(Int64(bitPattern: self[index]))
    }
  }

  private func index(of row: Int64) -> Int? {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low] == row ? low : nil
  }
}
