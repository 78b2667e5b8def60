/// Which declarations that other targets see have no doc comment, and need one.
struct DocumentedNames {
  /// Each as `path:line: name`, in the order of the files.
  let missing: [String]
  /// How many declarations were looked at.
  let count: Int

  /// - Parameter files: Paths, only for the report, and the text of each.
  init(_ files: [(path: String, text: String)]) {
    let sources = files.map { (path: $0.path, found: SwiftDeclarations($0.text)) }
    var parents: [String: Set<String>] = [:]
    var requirements = Self.knownRequirements
    for (_, source) in sources {
      parents.merge(source.parents) { $0.union($1) }
      for one in source.found where one.isRequirement && one.isDocumented {
        requirements[one.container, default: []].insert(one.name)
      }
    }
    let visible = sources.flatMap { source in
      source.found.found.filter(\.isVisible).map { (source.path, $0) }
    }
    count = visible.count
    missing = visible.filter { _, one in
      !one.isDocumented && !Self.isExempt(one)
        && (one.isRequirement
          || Self.ancestors(of: one.container, parents).allSatisfy {
            requirements[$0]?.contains(one.name) != true
          })
    }.map { path, one in
      let names = [one.container, one.name].filter { !$0.isEmpty }
      return "\(path):\(one.line): \(names.joined(separator: "."))"
    }
  }

  private static func isExempt(_ one: SwiftDeclarations.Declaration) -> Bool {
    // The parameters of an initializer are mostly named as the properties, which have comments; an
    // override has the comment of what it overrides.
    one.kind == "init" || one.isOverride
  }

  /// A type, and everything that it conforms to or inherits from.
  private static func ancestors(of name: String, _ parents: [String: Set<String>]) -> Set<String> {
    var (reached, left) = (Set<String>(), [name])
    while let next = left.popLast() {
      if reached.insert(next).inserted { left += parents[next] ?? [] }
    }
    return reached
  }
}

extension DocumentedNames {
  /// What protocols of Swift and Foundation require, whose documentation says what it means.
  private static let knownRequirements: [String: Set<String>] = [
    "CustomStringConvertible": ["description"],
    "CustomDebugStringConvertible": ["debugDescription"],
    "CustomReflectable": ["customMirror"],
    "LocalizedError": ["errorDescription"],
    "Equatable": ["=="],
    "Hashable": ["==", "hash(into:)"],
    "Comparable": ["==", "<"],
    "Encodable": ["encode(to:)"],
    "Codable": ["encode(to:)"],
    "Actor": ["unownedExecutor"],
    "AsyncSequence": ["makeAsyncIterator()"],
    "AsyncIteratorProtocol": ["next()", "next(isolation:)"],
  ]
}
