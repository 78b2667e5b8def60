/// The members of a JSON object, by their names.
///
/// The members of a parsed text are read when they are asked for: a site sends many that no one needs.
public struct JSONMembers: Sendable {
  private enum Storage: Sendable {
    case parsed(JSONDocument, object: Int)
    case made([String: JSONValue])
  }

  private let storage: Storage

  /// The members of a token.
  init(_ document: JSONDocument, of object: Int) { storage = .parsed(document, object: object) }

  /// An object with these members.
  public init(_ members: [String: JSONValue]) { storage = .made(members) }

  /// A member; nil if there is none of this name. Of several with the same name the first counts.
  public subscript(name: String) -> JSONValue? {
    switch storage {
    case .parsed(let document, let object):
      document.member(name, of: object).map { JSONValue(document, at: $0) }
    case .made(let members): members[name]
    }
  }

  /// All members, for callers that do not know their names.
  public var all: [String: JSONValue] {
    switch storage {
    case .parsed(let document, let object):
      document.names(of: object).mapValues { JSONValue(document, at: $0 + 1) }
    case .made(let members): members
    }
  }
}

extension JSONMembers: ExpressibleByDictionaryLiteral {
  /// An object with these members; the names must differ.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(Dictionary(uniqueKeysWithValues: elements))
  }
}

extension JSONMembers: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (first: JSONMembers, second: JSONMembers) -> Bool {
    first.all == second.all
  }

  /// Combines all members.
  public func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
