/// The sizes that Flickr makes, smallest first, and the original.
enum PhotoSize: CaseIterable {
  case square, largeSquare, thumbnail, small, small320, small400, medium, medium640, medium800
  case large, large1600, original

  /// The suffix of `url_…`, `width_…` and `height_…` in listings.
  var extrasLetter: String {
    switch self {
    case .square: "sq"
    case .largeSquare: "q"
    case .thumbnail: "t"
    case .small: "s"
    case .small320: "n"
    case .small400: "w"
    case .medium: "m"
    case .medium640: "z"
    case .medium800: "c"
    case .large: "l"
    case .large1600: "h"
    case .original: "o"
    }
  }

  /// The suffix of the file's name, which differs from the letter of the extras.
  var suffix: String {
    switch self {
    case .square: "_s"
    case .largeSquare: "_q"
    case .thumbnail: "_t"
    case .small: "_m"
    case .small320: "_n"
    case .small400: "_w"
    case .medium: ""
    case .medium640: "_z"
    case .medium800: "_c"
    case .large: "_b"
    case .large1600: "_h"
    case .original: "_o"
    }
  }

  /// The label in getSizes.
  var label: String {
    switch self {
    case .square: "Square"
    case .largeSquare: "Large Square"
    case .thumbnail: "Thumbnail"
    case .small: "Small"
    case .small320: "Small 320"
    case .small400: "Small 400"
    case .medium: "Medium"
    case .medium640: "Medium 640"
    case .medium800: "Medium 800"
    case .large: "Large"
    case .large1600: "Large 1600"
    case .original: "Original"
    }
  }

  /// The longest edge in pixels; nil for the original's.
  var longestEdge: Int? {
    switch self {
    case .square: 75
    case .largeSquare: 150
    case .thumbnail: 100
    case .small: 240
    case .small320: 320
    case .small400: 400
    case .medium: 500
    case .medium640: 640
    case .medium800: 800
    case .large: 1024
    case .large1600: 1600
    case .original: nil
    }
  }

  /// Whether it is cut to a square.
  var isSquare: Bool { self == .square || self == .largeSquare }
}
