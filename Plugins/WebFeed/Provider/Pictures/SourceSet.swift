/// The `srcset` of an `img`: the same picture in several sizes
/// (https://html.spec.whatwg.org/multipage/images.html#srcset-attributes).
enum SourceSet {
  /// The address of the widest, or densest; nil where none is said to be larger than `src`.
  static func largest(of text: String) -> String? {
    let sized = candidates(in: text).filter { $0.size > 1 }
    return sized.enumerated().max { ($0.element.size, -$0.offset) < ($1.element.size, -$1.offset) }?
      .element.address
  }

  /// Addresses may hold commas; those at an address's end are none of it, and end the candidate.
  private static func candidates(in text: String) -> [(address: String, size: Double)] {
    var (found, rest) = ([(address: String, size: Double)](), text[...])
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      let word = rest.prefix { !$0.isWhitespace }
      guard !word.isEmpty else { return found }
      rest = rest[word.endIndex...]
      guard word.last != "," else { continue }
      let descriptor = rest.prefix { $0 != "," }
      rest = rest[descriptor.endIndex...]
      found.append((String(word), size(descriptor)))
    }
  }

  /// `1024w` in pixels, `2x` in pixels of the screen; 0 where it is neither.
  private static func size(_ descriptor: Substring) -> Double {
    let words = descriptor.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let unit = words[0].last, unit == "w" || unit == "x",
      let size = Double(words[0].dropLast()), size.isFinite
    else { return 0 }
    return size
  }
}
