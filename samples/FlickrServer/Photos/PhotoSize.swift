/// The sizes that Flickr makes, smallest first, and the original.
enum PhotoSize: Int, CaseIterable {
  case square, largeSquare, thumbnail, small, small320, small400, medium, medium640, medium800
  case large, large1600, original

  /// In listings, in names of files, in getSizes, and the longest edge in pixels.
  private static let table: [(letter: String, suffix: String, label: String, edge: Int?)] = [
    ("sq", "_s", "Square", 75), ("q", "_q", "Large Square", 150), ("t", "_t", "Thumbnail", 100),
    ("s", "_m", "Small", 240), ("n", "_n", "Small 320", 320), ("w", "_w", "Small 400", 400),
    ("m", "", "Medium", 500), ("z", "_z", "Medium 640", 640), ("c", "_c", "Medium 800", 800),
    ("l", "_b", "Large", 1024), ("h", "_h", "Large 1600", 1600), ("o", "_o", "Original", nil),
  ]

  /// The suffix of `url_…`, `width_…` and `height_…` in listings.
  var letter: String { Self.table[rawValue].letter }
  /// The suffix of the file's name, which differs from the letter.
  var suffix: String { Self.table[rawValue].suffix }
  /// The label in getSizes.
  var label: String { Self.table[rawValue].label }
  /// The longest edge in pixels; nil for the original's.
  var longestEdge: Int? { Self.table[rawValue].edge }
  /// Whether it is cut to a square.
  var isSquare: Bool { self == .square || self == .largeSquare }
}
