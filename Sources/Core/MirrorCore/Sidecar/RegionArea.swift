import ProviderKit

/// A rectangle as parts of a stored picture's edges, from 0 to 1 from its upper left corner, by its centre: what
/// XMP calls a normalized area.
struct RegionArea: Hashable {
  private(set) var x: Double
  private(set) var y: Double
  private(set) var width: Double
  private(set) var height: Double

  /// Nil if there is no box, if it is outside, or if the picture's pixels are not known.
  /// - Parameter degrees: By how much clockwise the site shows the picture turned, in which the box was drawn.
  init?(_ box: PhotoBox?, in picture: SidecarPicture, turned degrees: Int) {
    guard let box, picture.width > 0, picture.height > 0, box.edge > 0 else { return nil }
    let isOnSide = degrees == 90 || degrees == 270
    let shown =
      isOnSide ? (picture.height, picture.width) : (picture.width, picture.height)
    let scale = Double(box.edge) / Double(max(shown.0, shown.1))
    let edges = (Double(shown.0) * scale, Double(shown.1) * scale)
    // The site rounds the shorter edge, and a box may reach over it by a pixel.
    let right = min(Double(box.x + box.width), edges.0)
    let bottom = min(Double(box.y + box.height), edges.1)
    width = (right - Double(box.x)) / edges.0
    height = (bottom - Double(box.y)) / edges.1
    guard width > 0, height > 0 else { return nil }
    x = Double(box.x) / edges.0 + width / 2
    y = Double(box.y) / edges.1 + height / 2
    turnBack(by: degrees)
  }

  /// From the picture as it is shown to the picture as it is stored.
  private mutating func turnBack(by degrees: Int) {
    switch degrees {
    case 90: (x, y) = (y, 1 - x)
    case 180: (x, y) = (1 - x, 1 - y)
    case 270: (x, y) = (1 - y, x)
    default: return
    }
    if degrees != 180 { (width, height) = (height, width) }
  }

  var element: String {
    let values = [("x", x), ("y", y), ("w", width), ("h", height)].map { name, value in
      "stArea:\(name)=\"\(Self.text(value))\""
    }
    return "<mwg-rs:Area \(values.joined(separator: " ")) stArea:unit=\"normalized\"/>"
  }

  /// With six digits, which place a pixel in any picture.
  private static func text(_ value: Double) -> String {
    let millionths = Int((min(max(value, 0), 1) * 1_000_000).rounded())
    return "\(millionths / 1_000_000).\(String(millionths % 1_000_000 + 1_000_000).dropFirst())"
  }
}
