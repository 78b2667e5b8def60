/// What knows one site: it says what to ask, and reads what came back.
///
/// A provider does no I/O, starts no thread and keeps no clock or state: every method is a pure
/// function, may be called from any thread, several at once, and is tested from recorded answers.
/// Fetching, retries, rate limits, TLS and secrets stay in the host.
public protocol PhotoProvider: Sendable {
  /// Who it is, what it offers and which settings it takes.
  var manifest: Manifest { get }

  /// The selector of the source that a web address stands for (`https://…/photos/me/` → `user/me`),
  /// or nil where the address is not one of this site.
  /// - Throws: ``ProviderFailure`` with `.source` for a page of this site that is no source; it is shown
  ///   unless another provider claims the address.
  func selector(claiming address: String) throws -> String?

  /// What to ask for the page at `query.cursor` (nil: the first).
  /// - Throws: ``ProviderFailure`` with `.source` where the selector means nothing here.
  func pageRequest(for query: PageQuery) throws -> RequestDescription

  /// The photos of one answer, and the cursor of the next page.
  ///
  /// An entry that cannot be read costs only itself: it is named in ``Page/refused``.
  /// - Throws: ``ProviderFailure`` where the answer as a whole is an error or cannot be read.
  func page(from answer: Answer, for query: PageQuery) throws -> Page

  /// What to ask for the renditions of a photo whose listing carried none.
  /// - Throws: ``ProviderFailure`` with `.unsupported` where the listing carries all there is.
  func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription

  /// The renditions of one photo.
  func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition]
}

extension PhotoProvider {
  /// Claims no address.
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
