import ProviderKit

/// The port to a provider, wherever it runs. Each method may take as long as parsing a page, and does not
/// block the caller's thread.
///
/// Every method throws ``ProviderFailure``.
package protocol ProviderChannel: Sendable {
  var manifest: Manifest { get }

  /// The request for the page of the listing at the query's cursor.
  func pageRequest(for query: PageQuery) async throws -> RequestDescription
  func page(from answer: Answer, for query: PageQuery) async throws -> Page
  /// The request for a photo's sizes.
  func renditionsRequest(for query: PhotoQuery) async throws -> RequestDescription
  func renditions(from answer: Answer, for query: PhotoQuery) async throws -> [Rendition]
}
