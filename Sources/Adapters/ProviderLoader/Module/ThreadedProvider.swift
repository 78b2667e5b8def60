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

  package func ask<Question, Answer>(
    _ call: ProviderCall<Question, Answer>, _ question: Question
  ) async throws -> Answer {
    try await pool.run { try call.ask(provider, question) }
  }
}
