import Foundation
import ProviderKit

/// What a selector names.
enum NASASource {
  case search([(key: String, value: String)])
  case album(String)
  case image(String)

  /// The terms of a search; the site refuses others.
  static let names = [
    "center", "description", "description_508", "keywords", "location", "photographer", "q",
    "secondary_creator", "title", "year_end", "year_start",
  ]

  /// - Throws: ``ProviderFailure`` with `.source`.
  init(_ query: PageQuery) throws {
    let parts = query.selector.split(separator: "/", maxSplits: 1).map(String.init)
    let name = (parts.count == 2 ? parts[1] : "").removingEscapes
    switch parts.first {
    case "image" where Self.isID(name) && query.parameters.isEmpty: self = .image(name)
    case "album" where Self.isID(name) && query.parameters.isEmpty: self = .album(name)
    case "search" where parts.count == 1:
      let terms = query.parameters.sorted { $0.key < $1.key }
      if let unknown = terms.first(where: { !Self.names.contains($0.key) }) {
        throw ProviderFailure(
          .source, "the library cannot be searched by \"\(unknown.key.cleaned(to: 80))\"",
          hint: "it can by \(Self.names.joined(separator: ", "))")
      }
      guard terms.contains(where: { !$0.value.isEmpty }) else { fallthrough }
      self = .search(terms)
    default:
      throw ProviderFailure(
        .source, "\"\(query.selector.cleaned(to: 80))\" is no search, album or picture",
        hint: "write nasa:search?q=QUERY, nasa:album/NAME or nasa:image/ID")
    }
  }

  /// Some ids have spaces.
  static func isID(_ text: String) -> Bool { text.isName() && !text.contains("/") }
}

/// The answers of the site.
enum NASAAnswer {
  /// - Throws: ``ProviderFailure``, with the site's reason if it refused.
  static func collection(_ answer: Answer, isOfPhoto: Bool = false) throws -> JSONValue {
    let value = try? JSONValue(parsing: answer.body)
    guard (200...299).contains(answer.status) else {
      let reason = value?["reason"].string?.cleaned(to: 200)
      throw ProviderFailure(
        isOfPhoto && answer.status == 404 ? .photo : .source,
        "the library answers with HTTP status \(answer.status)" + (reason.map { ": \($0)" } ?? ""),
        code: answer.status)
    }
    guard let collection = value?["collection"], case .array = collection["items"] else {
      throw ProviderFailure(.malformed, "the answer has no items")
    }
    return collection
  }
}

extension String {
  var removingEscapes: String { removingPercentEncoding ?? self }
}
