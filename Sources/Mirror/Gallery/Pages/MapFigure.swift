import Foundation

/// A map of where photos were taken, as a drawing with links: no script, no tiles. Degrees are as long to the east as to
/// the north in the middle of it.
struct MapFigure {
  private let lists: [(list: PhotoList, point: MapPoint)]
  /// The page that shows it.
  private let path: String

  /// - Parameter lists: Of the map.
  init(_ lists: [PhotoList], path: String) {
    self.lists = lists.compactMap { list in list.point.map { (list, $0) } }
    self.path = path
  }

  /// Degrees beside the outermost photos, and the least width of the map.
  private static let (margin, least) = (6.0, 36.0)
  private static let mostShown = 1000

  /// The middle of the map, and its size in degrees.
  private var view: (middle: MapPoint, width: Double, height: Double)? {
    guard var middle = lists.first?.point else { return nil }
    let (east, north) = (lists.map(\.point.longitude), lists.map(\.point.latitude))
    let extent = { (values: [Double]) in ((values.min() ?? 0), (values.max() ?? 0)) }
    let ((west, end), (south, top)) = (extent(east), extent(north))
    let width = min(360, max(end - west + 2 * Self.margin, Self.least))
    let height = min(180, max(top - south + 2 * Self.margin, Self.least / 2))
    middle.longitude = min(max((west + end) / 2, width / 2 - 180), 180 - width / 2)
    middle.latitude = min(max((south + top) / 2, height / 2 - 90), 90 - height / 2)
    return (middle, width, height)
  }

  var markup: Markup {
    guard let (middle, width, height) = view else { return .empty }
    // The whole world keeps its usual shape.
    let stretch = width > 180 ? 1 : max(0.3, cos(middle.latitude * .pi / 180))
    let scale = WorldOutline.scale
    let x = { (longitude: Double) in (longitude + 180) * scale * stretch }
    let y = { (latitude: Double) in (90 - latitude) * scale }
    let unit = width * scale * stretch
    let box = [
      x(middle.longitude - width / 2), y(middle.latitude + height / 2), unit, height * scale,
    ].map(Self.number)
    let circles = lists.prefix(Self.mostShown).map { list, point -> Markup in
      let count = list.members.count
      let radius = unit * min(0.009 + 0.004 * log10(Double(count)), 0.026)
      let name = "\(Captions.shortened(list.title, to: 100)): \(Captions.count(count, of: "photo"))"
      return
        "<a href=\"\(PageAddress(list.path(ofPage: 0), from: path))\" aria-label=\"\(name)\"><title>\(name)</title><circle cx=\"\(Self.number(x(point.longitude)))\" cy=\"\(Self.number(y(point.latitude)))\" r=\"\(Self.number(radius))\"/></a>\n"
    }
    return """
      <svg class="map" role="group" aria-label="Map" viewBox="\(box.joined(separator: " "))">
      <path transform="scale(\(Self.number(stretch)) 1)" d="\(WorldOutline.path)"/>
      \(circles)</svg>

      """
  }

  /// With two digits after the point.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = String(hundredths.magnitude % 100)
    return
      "\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(rest.count == 1 ? "0" : "")\(rest)"
  }
}
