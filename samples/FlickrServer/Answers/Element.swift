/// A piece of an answer, as Flickr makes it: XML, from which JSON is made.
///
/// Attributes become members, text becomes `_content`, repeated elements become arrays.
struct Element {
  enum Part {
    case attribute(String, Scalar)
    case child(Element)
    /// An array in JSON, however many there are.
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

/// The value of an attribute. XML writes all alike; in JSON the types are as erratic as Flickr's.
enum Scalar {
  case text(String)
  case number(Int)
  /// A number that is not whole, as it is to be written.
  case decimal(String)
  case null

  /// The number as number or as text: by the dice, and always the same for the same dice.
  static func erratic(_ number: Int, _ dice: Dice) -> Scalar {
    dice.chance(.numberQuirk, oneIn: 2) ? .text(String(number)) : .number(number)
  }
}
