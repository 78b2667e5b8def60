import Foundation
import ProviderKit

/// Where a photo was taken, in degrees.
struct MapPoint: Sendable, Hashable {
  /// North.
  var latitude: Double
  /// East.
  var longitude: Double

  /// Nil if the place is unknown, or is none on Earth.
  init?(_ photo: Photo) {
    let geo = photo.details?.geo
    guard let latitude = photo.latitude ?? geo?.latitude,
      let longitude = photo.longitude ?? geo?.longitude,
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  private init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// `48° N, 2° E`
  private var words: String {
    let degrees = { (angle: Double) in "\(Int(angle.magnitude.rounded()))°" }
    return "\(degrees(latitude)) \(latitude < 0 ? "S" : "N"), "
      + "\(degrees(longitude)) \(longitude < 0 ? "W" : "E")"
  }

  /// The sides of a map's cells, in degrees.
  private static let sides = [1.0, 2, 5, 10]
  /// How many cells are side by side at most.
  private static let mostCells = 40.0

  /// Lists of the photos that were taken near each other, with the point between them, those of most photos first.
  /// - Parameter photos: With their places among all, and the names of where they were taken.
  static func areas(_ photos: [(place: Int32, point: MapPoint, name: String?)]) -> [PhotoList] {
    let (east, north) = (photos.map(\.point.longitude), photos.map(\.point.latitude))
    let width = (east.max() ?? 0) - (east.min() ?? 0)
    let height = (north.max() ?? 0) - (north.min() ?? 0)
    let side = sides.first { max(width, 2 * height) <= $0 * mostCells } ?? 10
    let cells = Dictionary(grouping: photos) { photo in
      let (row, column) = (
        Int(((photo.point.latitude + 90) / side).rounded(.down)),
        Int(((photo.point.longitude + 180) / side).rounded(.down))
      )
      return "\(ListKind.areas.folder)/\(Int(side))-\(row)-\(column)"
    }
    let lists = cells.map { folder, photos in
      let count = Double(photos.count)
      let middle = MapPoint(
        latitude: photos.reduce(0) { $0 + $1.point.latitude } / count,
        longitude: photos.reduce(0) { $0 + $1.point.longitude } / count)
      let names = Dictionary(grouping: photos.compactMap(\.name), by: \.self)
      let name = names.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
      return PhotoList(
        folder: folder, title: name ?? middle.words, members: photos.map(\.place).sorted(),
        point: middle)
    }
    return lists.sorted { ($1.members.count, $0.folder) < ($0.members.count, $1.folder) }
  }
}
