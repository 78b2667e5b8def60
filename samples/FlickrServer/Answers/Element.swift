/// An element of an answer. Flickr's answers are XML, from which JSON is derived.
///
/// Attributes become members, text becomes `_content`, repeated elements become arrays.
struct Element {
  enum Part {
    case attribute(String, Scalar)
    case child(Element)
    /// An array in JSON, whatever its length.
    case list(String, [Element])
    case text(String)
  }

  let name: String
  var parts: [Part]

  init(_ name: String, _ parts: [Part] = []) {
    self.name = name
    self.parts = parts
  }

  init(_ name: String, text: String) { self.init(name, [.text(text)]) }

  mutating func add(_ name: String, _ value: Scalar) { parts.append(.attribute(name, value)) }
}

/// The value of an attribute. In JSON its type is as inconsistent as Flickr's.
enum Scalar {
  case text(String)
  case number(Int)
  /// A decimal number as text.
  case decimal(String)
  case null

  /// The number as a number or as text, depending on the random.
  static func erratic(_ number: Int, _ random: SeededGenerator) -> Scalar {
    random.chance(.numberQuirk, oneIn: 2) ? .text(String(number)) : .number(number)
  }
}
