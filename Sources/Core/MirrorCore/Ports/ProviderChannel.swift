import ProviderKit

/// The port to a provider, wherever it runs.
package protocol ProviderChannel: Sendable {
  /// The provider's name, feeds, settings and limits, which do not change.
  var manifest: Manifest { get }

  /// Asks a question, which may take as long as parsing a page, and does not block the caller's thread.
  /// - Throws: ``ProviderFailure``, with `.unsupported` for a call that the provider does not have.
  func ask<Question, Answer>(
    _ call: ProviderCall<Question, Answer>, _ question: Question
  ) async throws -> Answer
}
