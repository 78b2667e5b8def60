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

extension JSONValue {
  /// Levels of arrays and objects that are read, since reading recurses.
  public static let depthLimit = 128
  /// Values that are read of one text: a value of two bytes takes some 200 in memory.
  public static let valueLimit = 500_000

  /// Reads JSON (RFC 8259), and the faults that sites are known to make: a byte order mark, a comma
  /// after the last element, `\'`, control characters within a string, half a surrogate pair.
  /// - Throws: ``ProviderFailure`` with `.malformed`, which names the byte that does not fit, or the
  ///   limit that the text exceeds.
  public init(parsing text: String) throws(ProviderFailure) {
    do throws(JSONFault) {
      try self.init(reading: text)
    } catch {
      throw ProviderFailure(.malformed, error.message)
    }
  }

  /// The same, for who has to tell JSON beyond a limit from what is not JSON.
  package init(reading text: String) throws(JSONFault) {
    var parser = JSONParser(bytes: Array(text.utf8))
    self = try parser.parse()
  }
}

/// Why a text is not read as JSON.
package enum JSONFault: Error {
  /// The message names the byte.
  case syntax(String)
  /// The message names the limit.
  case limit(String)

  /// A sentence for people.
  package var message: String {
    switch self {
    case .syntax(let message), .limit(let message): message
    }
  }
}
