/// A JSON value from a site whose types are erratic.
///
/// Its properties give what a member means rather than how it was written: `int` reads `12`, `"12"`
/// and `12.0` alike, and members that are absent read as `null`, so that paths can be chained:
/// `answer["photos"]["page"].int`.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// As it was written: an id may have more digits than a `Double` holds.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// A member of an object; `null` where there is none.
  public subscript(name: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members[name] ?? .null
  }

  /// Whether this is `null` or an absent member.
  public var isNull: Bool { self == .null }

  /// The elements of an array; empty for anything else.
  public var array: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The text of a string, of a number, or of an object's `_content` (XML that became JSON).
  public var string: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .object(let members): members["_content"]?.string
    case .null, .bool, .array: nil
    }
  }

  /// A whole number, also out of a string; nil where it is none or does not fit.
  public var int: Int? {
    guard let string else { return nil }
    return Int(string) ?? Double(string).flatMap(Int.init(exactly:))
  }

  /// A finite number, also out of a string.
  public var double: Double? {
    guard let number = string.flatMap(Double.init), number.isFinite else { return nil }
    return number
  }

  /// A truth value, also out of 0 and 1 as number or string.
  public var bool: Bool? {
    if case .bool(let flag) = self { return flag }
    return switch string {
    case "1", "true": true
    case "0", "false": false
    default: nil
    }
  }
}
