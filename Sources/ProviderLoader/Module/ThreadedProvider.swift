import MirrorCore
import Operations
import ProviderKit

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

  package func pageRequest(for query: PageQuery) async throws -> RequestDescription {
    try await pool.run { try provider.pageRequest(for: query) }
  }

  package func page(from answer: Answer, for query: PageQuery) async throws -> Page {
    try await pool.run { try provider.page(from: answer, for: query) }
  }

  package func renditionsRequest(for query: PhotoQuery) async throws -> RequestDescription {
    try await pool.run { try provider.renditionsRequest(for: query) }
  }

  package func renditions(from answer: Answer, for query: PhotoQuery) async throws -> [Rendition] {
    try await pool.run { try provider.renditions(from: answer, for: query) }
  }
}
