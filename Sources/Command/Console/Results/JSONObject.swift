import Foundation
import ProviderKit

/// A JSON object on one line, with its keys in the order in which they were set (RFC 8259).
///
/// Foundation's encoder does not keep the order, which helps people who read a log. A line is safe to
/// show on a terminal (`JSONText`).
package struct JSONObject: Sendable {
  private var members: [(key: String, text: String)] = []

  /// `{}`.
  package init() {}

  /// The object, without a line break.
  package var line: String {
    "{\(members.map { "\(JSONText.quoted($0.key)):\($0.text)" }.joined(separator: ","))}"
  }

  /// The object with these members only, in this order; nil if it has none of them.
  package func keeping(_ keys: [String]) -> JSONObject? {
    var kept = JSONObject()
    kept.members = keys.compactMap { key in members.first { $0.key == key } }
    return kept.members.isEmpty ? nil : kept
  }

  /// Adds a member; nil gives `null`. Set each key once.
  package mutating func set(_ key: String, _ value: some JSONWritable) {
    set(key, json: value.jsonText)
  }

  /// Adds a moment as ISO 8601 in UTC, such as `2024-05-01T12:00:00Z`, or `null`.
  package mutating func set(_ key: String, secondsSince1970 seconds: Int64?) {
    set(key, Self.time(seconds))
  }

  /// A moment as ISO 8601; nil if it is unknown.
  package static func time(_ seconds: Int64?) -> String? {
    seconds.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) }
  }

  /// Adds a value that is JSON already, on one line.
  package mutating func set(_ key: String, json text: String) { members.append((key, text)) }

  /// A value with the keys of its properties in snake case, or `null`, as JSON on one line.
  static func encoded(_ value: (some Encodable)?) -> EncodedJSON? {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let text = value.flatMap { try? encoder.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    // Foundation leaves characters as they are that a terminal would obey.
    return text.flatMap { try? JSONValue(parsing: $0).text }.map(EncodedJSON.init)
  }
}

/// A value that can be a member of an object.
package protocol JSONWritable: SendableMetatype {
  /// The value as JSON, on one line.
  var jsonText: String { get }
}

/// A value that is JSON already.
package struct EncodedJSON: JSONWritable {
  package let jsonText: String

  /// A value on one line.
  package init(_ text: String) { jsonText = text }
}

extension String: JSONWritable {
  package var jsonText: String { JSONText.quoted(self) }
}

extension Int: JSONWritable {
  package var jsonText: String { "\(self)" }
}

extension Int64: JSONWritable {
  package var jsonText: String { "\(self)" }
}

extension Double: JSONWritable {
  /// A number, or `null` if it is none.
  package var jsonText: String { isFinite ? "\(self)" : "null" }
}

extension Bool: JSONWritable {
  package var jsonText: String { self ? "true" : "false" }
}

extension Duration: JSONWritable {
  /// In seconds, to the millisecond.
  package var jsonText: String {
    let milliseconds = (seconds * 1000).rounded()
    return milliseconds.magnitude < 1e15 ? "\(milliseconds / 1000)" : "null"
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  package var jsonText: String { self?.jsonText ?? "null" }
}

extension Array: JSONWritable where Element: JSONWritable {
  package var jsonText: String { "[\(map(\.jsonText).joined(separator: ","))]" }
}

extension JSONObject: JSONWritable {
  package var jsonText: String { line }
}
