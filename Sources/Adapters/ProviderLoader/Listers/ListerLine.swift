import Foundation
import ProviderKit

/// A line of a program that lists by itself.
struct ListerLine: Sendable {
  /// What a line says.
  enum Kind: String, CaseIterable, Sendable {
    case page, end, failure
  }

  let kind: Kind
  /// The page, what is said of the whole listing, or the failure; not parsed here.
  let bytes: [UInt8]

  /// - Returns: Nil if the line is invalid, or answers another question.
  init?(_ line: [UInt8]) {
    var members = ObjectMembers(line)
    var found: [String: ArraySlice<UInt8>] = [:]
    while let member = members.next() {
      guard found.updateValue(member.value, forKey: member.name) == nil else { return nil }
    }
    guard members.isAtEnd, let id = found["id"], id.elementsEqual("\(ListQuestion.id)".utf8)
    else { return nil }
    let kinds = Kind.allCases.compactMap { kind in found[kind.rawValue].map { (kind, $0) } }
    guard kinds.count == 1 else { return nil }
    (kind, bytes) = (kinds[0].0, Array(kinds[0].1))
  }
}

/// The question for `list`. The program makes the requests, and so gets the values of its secret settings.
struct ListQuestion: Encodable {
  static let id = 1

  let selector: String
  let parameters: [String: String]
  let settings: [String: String]
  let secrets: [String: String]
  /// Where to begin: the `next` of a page; nil for the start.
  var cursor: String?
  let limit: Int?

  init(_ query: PageQuery, secrets: [String: String]) {
    (selector, parameters, settings) = (query.selector, query.parameters, query.settings)
    (self.secrets, limit) = (secrets, query.limit)
  }

  func line() throws -> Data {
    try Data("{\"id\":\(Self.id),\"method\":\"list\",\"question\":".utf8)
      + JointCoder.encode(self) + "}\n".utf8
  }
}
