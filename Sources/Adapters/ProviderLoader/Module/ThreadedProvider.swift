import MirrorCore
import ProviderKit
import Threads

/// A provider of this process, whose calls run on threads of their own: parsing a page takes long.
package struct ThreadedProvider: ProviderChannel {
  /// Threads for one run: while a page is parsed, the sizes of a photo may be.
  package static let threads = 2

  private let provider: any PhotoProvider
  private let pool: ThreadPool

  package init(_ provider: any PhotoProvider, pool: ThreadPool) {
    (self.provider, self.pool) = (provider, pool)
  }

  package var manifest: Manifest { provider.manifest }

  package func resolveRequest(for query: PageQuery) async throws -> RequestDescription? {
    try await pool.run { try provider.resolveRequest(for: query) }
  }

  package func resolution(
    from answer: Answer, for query: PageQuery
  ) async throws -> Resolution {
    try await pool.run { try provider.resolution(from: answer, for: query) }
  }

  package func pageRequest(for query: PageQuery) async throws -> RequestDescription {
    try await pool.run { try provider.pageRequest(for: query) }
  }

  package func page(
    from answer: Answer, further: [Answer], for query: PageQuery
  ) async throws -> Page {
    try await pool.run { try provider.page(from: answer, further: further, for: query) }
  }

  package func sourcesRequest(for query: PageQuery) async throws -> RequestDescription {
    try await pool.run { try provider.sourcesRequest(for: query) }
  }

  package func sources(from answer: Answer, for query: PageQuery) async throws -> Page {
    try await pool.run { try provider.sources(from: answer, for: query) }
  }

  package func accountRequest(settings: [String: String]) async throws -> RequestDescription {
    try await pool.run { try provider.accountRequest(settings: settings) }
  }

  package func account(
    from answer: Answer, settings: [String: String]
  ) async throws -> Account {
    try await pool.run { try provider.account(from: answer, settings: settings) }
  }

  package func renditionsRequest(for query: PhotoQuery) async throws -> RequestDescription {
    try await pool.run { try provider.renditionsRequest(for: query) }
  }

  package func renditions(from answer: Answer, for query: PhotoQuery) async throws -> [Rendition] {
    try await pool.run { try provider.renditions(from: answer, for: query) }
  }

  package func detailsRequest(for query: PhotoQuery) async throws -> RequestDescription {
    try await pool.run { try provider.detailsRequest(for: query) }
  }

  package func details(from answer: Answer, for query: PhotoQuery) async throws -> PhotoDetails {
    try await pool.run { try provider.details(from: answer, for: query) }
  }
}
