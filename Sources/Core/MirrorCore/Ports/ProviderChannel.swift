import ProviderKit

/// The port to a provider, wherever it runs. Each method may take as long as parsing a page, and does not
/// block the caller's thread.
///
/// Every method throws ``ProviderFailure``.
package protocol ProviderChannel: Sendable {
  /// The provider's name, feeds, settings and limits, which do not change.
  var manifest: Manifest { get }

  /// The look-up of a name in the selector; nil if none.
  func resolveRequest(for query: PageQuery) async throws -> RequestDescription?
  /// The result of a look-up that ``resolveRequest(for:)`` described.
  func resolution(from answer: Answer, for query: PageQuery) async throws -> Resolution
  /// The request for the page of the listing at the query's cursor.
  func pageRequest(for query: PageQuery) async throws -> RequestDescription
  /// - Parameter further: The answers to the requests that the page named in addition.
  func page(
    from answer: Answer, further: [Answer], for query: PageQuery
  ) async throws -> Page
  /// The request for the listings that an account has.
  func sourcesRequest(for query: PageQuery) async throws -> RequestDescription
  /// The listings that an account has, as ``Page/listings`` of a page without photos.
  func sources(from answer: Answer, for query: PageQuery) async throws -> Page
  /// The request that tells which account is signed in.
  func accountRequest(settings: [String: String]) async throws -> RequestDescription
  /// The account that an answer to ``accountRequest(settings:)`` names.
  func account(from answer: Answer, settings: [String: String]) async throws -> Account
  /// The request for a photo's sizes.
  func renditionsRequest(for query: PhotoQuery) async throws -> RequestDescription
  /// The sizes of a photo, from the answer to ``renditionsRequest(for:)``.
  func renditions(from answer: Answer, for query: PhotoQuery) async throws -> [Rendition]
  /// The request for some of the parts of a photo's details that the query names.
  func detailsRequest(for query: PhotoQuery) async throws -> RequestDescription
  /// The details in the answer to ``detailsRequest(for:)``; it may contain more parts than the query names.
  func details(from answer: Answer, for query: PhotoQuery) async throws -> PhotoDetails
}

/// A provider without the methods that version 2 of the joint added.
extension ProviderChannel {
  package func resolveRequest(for query: PageQuery) async throws -> RequestDescription? { nil }

  package func resolution(
    from answer: Answer, for query: PageQuery
  ) async throws -> Resolution { throw unsupported }

  package func sourcesRequest(for query: PageQuery) async throws -> RequestDescription {
    throw unsupported
  }

  package func sources(from answer: Answer, for query: PageQuery) async throws -> Page {
    throw unsupported
  }

  package func accountRequest(settings: [String: String]) async throws -> RequestDescription {
    throw unsupported
  }

  package func account(
    from answer: Answer, settings: [String: String]
  ) async throws -> Account { throw unsupported }

  package func detailsRequest(for query: PhotoQuery) async throws -> RequestDescription {
    throw unsupported
  }

  package func details(
    from answer: Answer, for query: PhotoQuery
  ) async throws -> PhotoDetails { throw unsupported }

  private var unsupported: ProviderFailure {
    ProviderFailure(.unsupported, "\(manifest.name) has no such call")
  }
}
