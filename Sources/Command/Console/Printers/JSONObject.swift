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
  package mutating func set(_ key: String, _ value: String?) {
    put(key, value.map(JSONText.quoted))
  }

  /// Adds an integer or `null`.
  package mutating func set(_ key: String, _ value: Int?) { put(key, value.map { "\($0)" }) }
  /// Adds an integer or `null`.
  package mutating func set(_ key: String, _ value: Int64?) { put(key, value.map { "\($0)" }) }
  /// Adds a number or `null`.
  package mutating func set(_ key: String, _ value: Double?) {
    put(key, value.flatMap { $0.isFinite ? "\($0)" : nil })
  }
  /// Adds `true` or `false`.
  package mutating func set(_ key: String, _ value: Bool) { put(key, value ? "true" : "false") }

  /// Adds a moment as ISO 8601 in UTC, such as `2024-05-01T12:00:00Z`, or `null`.
  package mutating func set(_ key: String, secondsSince1970 seconds: Int64?) {
    set(key, seconds.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) })
  }

  /// Adds an array of texts.
  package mutating func set(_ key: String, _ values: [String]) {
    put(key, "[\(values.map(JSONText.quoted).joined(separator: ","))]")
  }

  /// Adds an object or `null`.
  package mutating func set(_ key: String, _ object: JSONObject?) { put(key, object?.line) }

  /// Adds an array of objects.
  package mutating func set(_ key: String, _ objects: [JSONObject]) {
    put(key, "[\(objects.map(\.line).joined(separator: ","))]")
  }

  /// Adds a value that is JSON already, on one line.
  package mutating func set(_ key: String, json text: String) { put(key, text) }

  /// Adds a value with the keys of its properties in snake case, or `null`.
  package mutating func set<Value: Encodable>(_ key: String, encoding value: Value?) {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let text = value.flatMap { try? encoder.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    // Foundation leaves characters as they are that a terminal would obey.
    put(key, text.flatMap { try? JSONValue(parsing: $0).text })
  }

  /// In seconds, to the millisecond.
  package mutating func set(_ key: String, _ duration: Duration) {
    let milliseconds = (duration.seconds * 1000).rounded()
    put(key, milliseconds.magnitude < 1e15 ? "\(milliseconds / 1000)" : "null")
  }

  private mutating func put(_ key: String, _ value: String?) {
    members.append((key, value ?? "null"))
  }
}
