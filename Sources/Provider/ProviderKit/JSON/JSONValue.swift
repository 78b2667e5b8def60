/// A JSON value from a site with inconsistent types.
///
/// The properties ignore how a value was written: `int` reads `12`, `"12"` and `12.0`. Missing
/// members read as `null`, so that paths can be chained: `answer["photos"]["page"].int`.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// The number as text: an id may have more digits than a `Double`.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONMembers)

  /// A member of an object; `null` if it has none of this name.
  public subscript(name: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members[name] ?? .null
  }

  /// Whether this is `null` or a missing member.
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

  /// A whole number, also from a string; nil if the value is not a number or out of range.
  public var int: Int? {
    guard let string else { return nil }
    return Int(string) ?? Double(string).flatMap(Int.init(exactly:))
  }

  /// A finite number, also from a string.
  public var double: Double? {
    guard let number = string.flatMap(Double.init), number.isFinite else { return nil }
    return number
  }

  /// A Boolean, also from 0 and 1 as number or string.
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
  /// Limit for nesting: parsing recurses.
  public static let depthLimit = 128
  /// Limit for the number of values: a value of two bytes takes about 200 in memory.
  public static let valueLimit = 500_000

  /// Parses JSON (RFC 8259) and tolerates the errors that sites are known to make: a byte order
  /// mark, a comma after the last element, `\'`, control characters within a string, half a
  /// surrogate pair.
  /// - Throws: ``ProviderFailure`` with `.malformed`, which names the invalid byte or the exceeded
  ///   limit.
  public init(parsing text: String) throws(ProviderFailure) {
    do throws(JSONFault) {
      try self.init(reading: text)
    } catch {
      throw ProviderFailure(.malformed, error.message)
    }
  }

  /// The same, for callers that distinguish invalid JSON from an exceeded limit.
  package init(reading text: String) throws(JSONFault) {
    self.init(try JSONDocument(Array(text.utf8), mostValues: Self.valueLimit))
  }
}

/// Why a text is not parsed as JSON.
package enum JSONFault: Error {
  /// Invalid JSON; the message names the byte.
  case syntax(String)
  /// A limit is exceeded; the message names it.
  case limit(String)

  /// A sentence for people.
  package var message: String {
    switch self {
    case .syntax(let message), .limit(let message): message
    }
  }
}
