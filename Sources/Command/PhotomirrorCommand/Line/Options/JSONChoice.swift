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

extension JSONChoice {
  /// The members of a command's results, each once.
  static func fields(of command: CommandName) -> [String] {
    command.type.results.flatMap(\.names).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }
}

extension ValueKind<JSONChoice> {
  /// Names of a command's members, or nothing for all.
  static func fields(of command: CommandName) -> ValueKind {
    let text = { @Sendable (choice: JSONChoice) in choice.fields?.joined(separator: ",") ?? "" }
    return ValueKind("FIELD,…", text: text) { given, label throws(UsageError) in
      guard !given.isEmpty else { return JSONChoice(isOn: true) }
      let known = JSONChoice.fields(of: command)
      let fields = given.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if let wrong = fields.first(where: { !known.contains($0) }) {
        throw UsageError(
          "\(label): '\(command.rawValue)' has no field '\(wrong)'",
          hints: NearestName.hint(wrong, among: known, quote: "'")
            + ["the fields are \(known.joined(separator: ", "))"])
      }
      return JSONChoice(isOn: true, fields: fields)
    }
  }
}
