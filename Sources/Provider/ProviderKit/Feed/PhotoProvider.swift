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

  /// The look-up of a name in the selector, before the first page; nil if nothing is to be looked up.
  /// The host remembers the result, and passes it on in ``PageQuery/resolved``.
  ///
  /// The first look-up has no `query.cursor`, a further one that of ``Resolution/next``.
  /// - Throws: ``ProviderFailure`` with `.source` if the selector is unknown.
  func resolveRequest(for query: PageQuery) throws -> RequestDescription?

  /// Parses the answer to a look-up.
  /// - Throws: ``ProviderFailure`` with `.source` if the site does not know the name.
  func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution

  /// The request for the page at `query.cursor`; the first page if that is nil.
  /// - Throws: ``ProviderFailure`` with `.source` if the selector is unknown.
  func pageRequest(for query: PageQuery) throws -> RequestDescription

  /// Parses the answer to a page request.
  ///
  /// An entry that cannot be parsed is reported in ``Page/refused``.
  /// - Throws: ``ProviderFailure`` if the answer is an error or cannot be parsed.
  func page(from answer: Answer, for query: PageQuery) throws -> Page

  /// Parses the answer to a page request and to the requests that ``Page/more`` named, in order.
  func page(from answer: Answer, further: [Answer], for query: PageQuery) throws -> Page

  /// The request for the listings that an account has; `query` names the account as its own listing
  /// does.
  /// - Throws: ``ProviderFailure`` with `.unsupported` if there is no such call.
  func sourcesRequest(for query: PageQuery) throws -> RequestDescription

  /// Parses the answer to a request for listings: a page without photos whose ``Page/listings`` count.
  func sources(from answer: Answer, for query: PageQuery) throws -> Page

  /// The request that tells which account is signed in.
  /// - Throws: ``ProviderFailure`` with `.unsupported` if there is no such call.
  func accountRequest(settings: [String: String]) throws -> RequestDescription

  /// Parses the answer to a request for the account.
  func account(from answer: Answer, settings: [String: String]) throws -> Account

  /// The request for the renditions of a photo whose listing contained none.
  /// - Throws: ``ProviderFailure`` with `.unsupported` if the listing contains everything.
  func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription

  /// Parses the answer to a request for renditions.
  func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition]

  /// The request for some of a photo's details: one that answers at least one of `query.parts`, which are
  /// among ``Manifest/details``. The host asks again for the parts that remain.
  /// - Throws: ``ProviderFailure`` with `.unsupported` if there is no such call, or nothing to ask about this
  ///   photo: its parts then count as empty.
  func detailsRequest(for query: PhotoQuery) throws -> RequestDescription

  /// Parses the answer to that request. It may contain more parts than the query names, such as empty
  /// comments if the answer counts none.
  func details(from answer: Answer, for query: PhotoQuery) throws -> PhotoDetails
}

extension PhotoProvider {
  /// The default: no address belongs to this site.
  public func selector(claiming address: String) throws -> String? { nil }

  /// The default: nothing is looked up.
  public func resolveRequest(for query: PageQuery) throws -> RequestDescription? { nil }

  /// The default: nothing is looked up.
  public func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no lookup of names")
  }

  /// The default: a page needs one request.
  public func page(from answer: Answer, further: [Answer], for query: PageQuery) throws -> Page {
    try page(from: answer, for: query)
  }

  /// The default: the site has no call for them.
  public func sourcesRequest(for query: PageQuery) throws -> RequestDescription {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no call for an account's listings")
  }

  /// The default: the site has no call for them.
  public func sources(from answer: Answer, for query: PageQuery) throws -> Page {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no call for an account's listings")
  }

  /// The default: there is no sign-in.
  public func accountRequest(settings: [String: String]) throws -> RequestDescription {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no sign-in")
  }

  /// The default: there is no sign-in.
  public func account(from answer: Answer, settings: [String: String]) throws -> Account {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no sign-in")
  }

  /// Says that the listing carries all there is.
  public func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no call for a photo's sizes")
  }

  /// Says that the listing carries all there is.
  public func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no call for a photo's sizes")
  }

  /// The default: there are no details besides the listing.
  public func detailsRequest(for query: PhotoQuery) throws -> RequestDescription {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no call for a photo's details")
  }

  /// The default: there are no details besides the listing.
  public func details(from answer: Answer, for query: PhotoQuery) throws -> PhotoDetails {
    throw ProviderFailure(.unsupported, "\(manifest.name) has no call for a photo's details")
  }
}
