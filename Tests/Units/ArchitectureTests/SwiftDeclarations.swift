/// The declarations of a Swift source outside of the bodies of functions.
struct SwiftDeclarations {
  struct Declaration {
    /// From 1: where its attributes begin.
    let line: Int
    let kind: String
    /// With the labels of a function: `hash(into:)`.
    let name: String
    /// The last name of the type or protocol that has it; empty for those of the file.
    let container: String
    let isRequirement: Bool
    /// Whether other targets see it: by a modifier of its own, or because its protocol or extension has one.
    let isVisible: Bool
    let isOverride: Bool
    let isDocumented: Bool
  }

  private struct Scope {
    var name = ""
    /// Nil for the body of a function.
    var kind: String?
    /// Whether its members are visible without a modifier of their own.
    var areMembersVisible = false
  }

  private(set) var found: [Declaration] = []
  /// What the types and extensions of a name have after their colons.
  private(set) var parents: [String: Set<String>] = [:]

  private let source: SwiftTokens
  private var place = 0
  private var scopes = [Scope(kind: "file")]
  /// The scope that the next brace opens; nil for the body of a function.
  private var next: Scope?

  init(_ text: String) {
    source = SwiftTokens(text)
    while place < source.tokens.count { step() }
  }

  func text(_ index: Int) -> String {
    index < source.tokens.count ? source.tokens[index].text : ""
  }

  private mutating func step() {
    switch text(place) {
    case "{":
      scopes.append(next ?? Scope())
      next = nil
    case "}":
      if scopes.count > 1 { scopes.removeLast() }
    case "(", "[":
      place = end(ofBracketsAt: place)
      return
    default:
      if next == nil, scopes.last?.kind != nil, addDeclaration() { return }
    }
    place += 1
  }

  /// The index after the bracket that closes the one at the given index.
  func end(ofBracketsAt start: Int) -> Int {
    var (index, depth) = (start, 0)
    repeat {
      if ["(", "[", "{"].contains(text(index)) { depth += 1 }
      if [")", "]", "}"].contains(text(index)) { depth -= 1 }
      index += 1
    } while depth > 0 && index < source.tokens.count
    return index
  }

  private static let access: Set = ["public", "package", "open"]
  private static let types: Set = ["struct", "class", "enum", "actor", "protocol", "extension"]
  private static let members: Set = [
    "func", "var", "let", "init", "subscript", "typealias", "associatedtype",
  ]
  private static let modifiers: Set = [
    "public", "package", "open", "internal", "private", "fileprivate", "static", "class", "final",
    "nonisolated", "mutating", "nonmutating", "indirect", "override", "convenience", "required",
    "lazy", "weak", "unowned", "consuming", "borrowing", "prefix", "postfix", "infix", "dynamic",
  ]

  /// Whether a declaration begins here; it is read up to its name.
  private mutating func addDeclaration() -> Bool {
    var index = place
    while text(index) == "@" {
      index += 2
      if text(index) == "(" { index = end(ofBracketsAt: index) }
    }
    var modifiers: Set<String> = []
    while Self.modifiers.contains(text(index)) {
      // A class, and no member of the class.
      if text(index) == "class", !Self.members.union(Self.modifiers).contains(text(index + 1)) {
        break
      }
      // `package(set)` limits writing only.
      let isLimit = text(index + 1) == "("
      if !isLimit { modifiers.insert(text(index)) }
      index = isLimit ? end(ofBracketsAt: index + 1) : index + 1
    }
    let kind = text(index)
    guard Self.types.contains(kind) || Self.members.contains(kind) else { return false }
    let (name, end) = name(of: kind, at: index + 1)
    let isVisible = !modifiers.isDisjoint(with: Self.access)
    if kind != "extension" { add(kind, name, modifiers) }
    if Self.types.contains(kind) {
      let areMembersVisible = isVisible && (kind == "protocol" || kind == "extension")
      next = Scope(name: name, kind: kind, areMembersVisible: areMembersVisible)
      parents[name, default: []].formUnion(inherited(at: end))
      if kind == "actor" { parents[name]?.insert("Actor") }
    }
    place = end
    return true
  }

  private mutating func add(_ kind: String, _ name: String, _ modifiers: Set<String>) {
    let scope = scopes.last ?? Scope()
    let line = source.tokens[place].line
    found.append(
      Declaration(
        line: line, kind: kind, name: name, container: scope.name,
        isRequirement: scope.kind == "protocol",
        isVisible: !modifiers.isDisjoint(with: Self.access) || scope.areMembersVisible,
        isOverride: modifiers.contains("override"),
        isDocumented: source.documentedLines.contains(line - 1)))
  }
}
