import MirrorCore
import ProviderKit

/// A provider of a test, which is asked at once.
package protocol DirectProvider: ProviderChannel, PhotoProvider {}

extension DirectProvider {
  package func ask<Question, Answer>(
    _ call: ProviderCall<Question, Answer>, _ question: Question
  ) async throws -> Answer { try call.ask(self, question) }
}

/// A provider with pages from a test, by their cursors; the first page's cursor is empty.
package struct ListedProvider: DirectProvider {
  package let manifest = Manifest(
    name: "site", version: "1", summary: "", sources: [.init(usage: "x", summary: "")])
  private let pages: [String: Page]

  package init(_ pages: [String: Page]) { self.pages = pages }

  package func pageRequest(for query: PageQuery) -> RequestDescription {
    RequestDescription(url: "http://site/page/\(query.cursor ?? "")")
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    guard let page = pages[query.cursor ?? ""] else {
      throw ProviderFailure(.source, "no such page")
    }
    return page
  }
}
