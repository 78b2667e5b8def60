import ProviderKit

extension MalformedAnswer {
  /// A recorded answer with one value replaced by one of another type: for every value and type, or
  /// for about 250 evenly spread ones, so that a test stays quick. Empty if the answer is no JSON.
  static func wrongTypes(in body: String) -> [MalformedAnswer] {
    guard let whole = try? JSONValue(parsing: body) else { return [] }
    let places = whole.places
    let step = max(1, places.count * strangers.count / 250)
    return stride(from: 0, to: places.count * strangers.count, by: step).map { index in
      let place = places[index / strangers.count]
      let stranger = strangers[index % strangers.count]
      let name = place.map { "\($0)" }.joined(separator: ".")
      return MalformedAnswer(
        "\(name) as \(stranger.text.prefix(20))", whole.with(stranger, at: place).text)
    }
  }

  private static let strangers: [JSONValue] = [
    .null, .bool(true), .number("-1"), .number("1e300"), .number("99999999999999999999"),
    .string(""), .string("\u{0}\u{202E}x"), .array([]), .array([.null]), .object([:]),
    .object(["_content": .object([:])]),
  ]
}

/// A step into a JSON value.
enum JSONStep: CustomStringConvertible {
  case member(String)
  case element(Int)

  var description: String {
    switch self {
    case .member(let name): name
    case .element(let index): "\(index)"
    }
  }
}

extension JSONValue {
  /// Paths of all values below this one; of an array the first three elements.
  var places: [[JSONStep]] {
    switch self {
    case .object(let members):
      members.all.sorted { $0.key < $1.key }.flatMap { name, value in
        [[.member(name)]] + value.places.map { [.member(name)] + $0 }
      }
    case .array(let elements):
      elements.prefix(3).enumerated().flatMap { index, value in
        [[.element(index)]] + value.places.map { [.element(index)] + $0 }
      }
    case .null, .bool, .number, .string: []
    }
  }

  func with(_ value: JSONValue, at place: some Collection<JSONStep>) -> JSONValue {
    guard let step = place.first else { return value }
    switch (self, step) {
    case (.object(let members), .member(let name)):
      var changed = members.all
      changed[name] = members[name]?.with(value, at: place.dropFirst())
      return .object(JSONMembers(changed))
    case (.array(var elements), .element(let index)):
      elements[index] = elements[index].with(value, at: place.dropFirst())
      return .array(elements)
    default: return self
    }
  }
}
