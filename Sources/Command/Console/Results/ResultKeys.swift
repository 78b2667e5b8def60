/// The members of the objects of one kind of result, in their order: what each is called, what help says about it, and its
/// value. The objects, the words of `--json=FIELD,…` and the reference in help come from this one table.
package struct ResultKeys<Subject>: Sendable {
  private struct Key: Sendable {
    let name: String
    let note: String
    /// In JSON; nil leaves the member out.
    let value: @Sendable (Subject) -> String?
  }

  private var keys: [Key] = []

  /// Calls `fill` to add the members.
  package init(_ fill: (inout Self) -> Void) { fill(&self) }

  /// Adds a member that needs no explanation.
  package mutating func add(
    _ name: String, _ value: @escaping @Sendable (Subject) -> some JSONWritable
  ) {
    add(name, "", value)
  }

  /// Adds a member.
  /// - Parameter note: What help says in brackets.
  package mutating func add(
    _ name: String, _ note: String, _ value: @escaping @Sendable (Subject) -> some JSONWritable
  ) {
    keys.append(Key(name: name, note: note) { value($0).jsonText })
  }

  /// Adds a member that is left out if its value is nil.
  package mutating func addIfAny<Value: JSONWritable>(
    _ name: String, _ note: String, _ value: @escaping @Sendable (Subject) -> Value?
  ) {
    keys.append(Key(name: name, note: note) { value($0)?.jsonText })
  }

  /// Adds a member that needs no explanation, and is left out if its value is nil.
  package mutating func addIfAny<Value: JSONWritable>(
    _ name: String, _ value: @escaping @Sendable (Subject) -> Value?
  ) {
    addIfAny(name, "", value)
  }

  /// Adds a moment, in seconds since 1970.
  package mutating func add(
    _ name: String, _ note: String = "", time: @escaping @Sendable (Subject) -> Int64?
  ) {
    add(name, note) { JSONObject.time(time($0)) }
  }

  /// Adds an array of objects.
  package mutating func add<Part>(
    _ name: String, _ note: String = "", each parts: @escaping @Sendable (Subject) -> [Part],
    _ keys: ResultKeys<Part>
  ) {
    add(name, "\(note.isEmpty ? "" : "\(note), ")of each: \(keys.text)") {
      parts($0).map(keys.object)
    }
  }

  /// Adds an object, or null.
  package mutating func add<Part>(
    _ name: String, _ note: String = "", part: @escaping @Sendable (Subject) -> Part?,
    _ keys: ResultKeys<Part>
  ) {
    add(name, note.isEmpty ? keys.text : "\(note): \(keys.text)") { part($0).map(keys.object) }
  }

  /// The object of a result.
  package func object(_ subject: Subject) -> JSONObject {
    keys.reduce(into: JSONObject()) { object, key in
      if let text = key.value(subject) { object.set(key.name, json: text) }
    }
  }

  /// For help.
  private var text: String {
    keys.map { $0.note.isEmpty ? $0.name : "\($0.name) (\($0.note))" }.joined(separator: ", ")
  }

  /// What help says about these results.
  /// - Parameters:
  ///   - lead: Before the keys: which results they are.
  ///   - areChosen: Whether the user can choose some of the members.
  package func told(_ lead: String = "", areChosen: Bool = true) -> ToldKeys {
    ToldKeys(
      names: areChosen ? keys.map(\.name) : [], text: (lead.isEmpty ? "" : "\(lead) ") + text)
  }
}

/// What help says about one kind of result.
package struct ToldKeys: Sendable {
  /// The members that the user can choose, without those of objects within.
  package let names: [String]
  /// The members with their meanings.
  package let text: String
}
