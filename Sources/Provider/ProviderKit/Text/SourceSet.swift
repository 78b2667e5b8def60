/// The `srcset` of an `img` or a `source`: the same image in several sizes
/// (https://html.spec.whatwg.org/multipage/images.html#srcset-attributes).
struct SourceSet {
  /// The address of the widest or densest candidate.
  let address: String
  private let size: Double
  private let isWidth: Bool

  /// Nil if no candidate is larger than `src`.
  init?(_ text: String) {
    let sized = SourceSet.candidates(in: text).filter { $0.size > 1 }
    let largest = sized.enumerated().max {
      ($0.element.size, -$0.offset) < ($1.element.size, -$1.offset)
    }
    guard let largest else { return nil }
    (address, size, isWidth) = largest.element
  }

  /// The width of the file in pixels; nil if it is unknown.
  var width: Int? { isWidth && size < 1_000_000 ? Int(size) : nil }

  /// The file's pixels for each pixel of the width with which the image is shown; 1 if unknown.
  func density(shownWidth: Int?) -> Double {
    isWidth ? shownWidth.map { size / Double(max(1, $0)) } ?? 1 : size
  }

  /// Whether this one has the larger file, as far as both say.
  func isLarger(than other: SourceSet) -> Bool { isWidth == other.isWidth && size > other.size }

  private typealias Candidate = (address: String, size: Double, isWidth: Bool)

  /// Addresses may contain commas; one at the end of an address ends the candidate.
  private static func candidates(in text: String) -> [Candidate] {
    var (found, rest) = ([Candidate](), text[...])
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      let word = rest.prefix { !$0.isWhitespace }
      guard !word.isEmpty else { return found }
      rest = rest[word.endIndex...]
      guard word.last != "," else { continue }
      let descriptor = rest.prefix { $0 != "," }
      rest = rest[descriptor.endIndex...]
      let (size, isWidth) = size(descriptor)
      found.append((String(word), size, isWidth))
    }
  }

  /// `1024w` in pixels, `2x` as a pixel density; 0 if it is neither.
  private static func size(_ descriptor: Substring) -> (Double, isWidth: Bool) {
    let words = descriptor.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let unit = words[0].last, unit == "w" || unit == "x",
      let size = Double(words[0].dropLast()), size.isFinite
    else { return (0, false) }
    return (size, unit == "w")
  }
}
