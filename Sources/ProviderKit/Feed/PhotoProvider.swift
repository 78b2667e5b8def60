/// An adapter for one site: describes requests, and parses the answers.
///
/// A provider does no I/O, starts no thread and keeps no clock or state: every method is a pure
/// function, may be called from several threads at once, and is tested with recorded answers.
/// Fetching, retries, rate limits, TLS and secrets stay in the host.
public protocol PhotoProvider: Sendable {
  /// Its name, its feeds and its settings.
  var manifest: Manifest { get }

  /// The selector for a web address (`https://…/photos/me/` → `user/me`); nil if the address does
  /// not belong to this site.
  /// - Throws: ``ProviderFailure`` with `.source` for a page of this site that is no feed; shown
  ///   unless another provider accepts the address.
  func selector(claiming address: String) throws -> String?

  /// The request for the page at `query.cursor`; the first page if that is nil.
  /// - Throws: ``ProviderFailure`` with `.source` if the selector is unknown.
  func pageRequest(for query: PageQuery) throws -> RequestDescription

  /// Parses the answer to a page request.
  ///
  /// An entry that cannot be parsed is reported in ``Page/refused``.
  /// - Throws: ``ProviderFailure`` if the answer is an error or cannot be parsed.
  func page(from answer: Answer, for query: PageQuery) throws -> Page

  /// The request for the renditions of a photo whose listing contained none.
  /// - Throws: ``ProviderFailure`` with `.unsupported` if the listing contains everything.
  func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription

  /// Parses the answer to a request for renditions.
  func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition]
}

extension PhotoProvider {
  /// The default: no address belongs to this site.
  public func selector(claiming address: String) throws -> String? { nil }

  /// Says that the listing carries all there is.
  public func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no call for a photo's sizes")
  }

  /// Says that the listing carries all there is.
  public func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no call for a photo's sizes")
  }
}
