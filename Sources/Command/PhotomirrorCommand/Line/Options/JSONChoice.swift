import Console

/// The value of `--json`: whether results are written as objects, and which of their members.
struct JSONChoice: Sendable, Hashable {
  var isOn = false
  /// In this order; nil: all.
  var fields: [String]?

  /// The line of an object; none if it has none of the fields.
  func lines(_ object: JSONObject) -> [String] {
    guard let fields else { return [object.line] }
    return object.keeping(fields).map { [$0.line] } ?? []
  }
}
