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
