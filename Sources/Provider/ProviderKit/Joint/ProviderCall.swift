/// A call of a provider: its name on the joint, and what a provider in this process does for it.
package struct ProviderCall<Question: Codable & Sendable, Answer: JointAnswer>: Sendable {
  /// Its name on the joint.
  package let method: JointMethod
  /// Asks a provider. Throws its ``ProviderFailure``.
  package let ask: @Sendable (any PhotoProvider, Question) throws -> Answer

  private init(
    _ method: JointMethod, ask: @escaping @Sendable (any PhotoProvider, Question) throws -> Answer
  ) {
    (self.method, self.ask) = (method, ask)
  }
}

extension ProviderCall where Question == ClaimQuestion, Answer == ClaimAnswer {
  /// The selector that an address stands for.
  package static var claim: Self {
    Self(.claim) { ClaimAnswer(selector: try $0.selector(claiming: $1.address)) }
  }
}

extension ProviderCall where Question == PageQuery, Answer == ResolveAnswer {
  /// The request for the look-up of a name in the selector.
  package static var resolveRequest: Self {
    Self(.resolveRequest) { ResolveAnswer(request: try $0.resolveRequest(for: $1)) }
  }
}

extension ProviderCall where Question == PageQuestion, Answer == Resolution {
  /// The result of a look-up.
  package static var resolution: Self {
    Self(.resolve) { try $0.resolution(from: $1.answer, for: $1.query) }
  }
}

extension ProviderCall where Question == PageQuery, Answer == RequestDescription {
  /// The request for a page of a listing.
  package static var pageRequest: Self { Self(.pageRequest) { try $0.pageRequest(for: $1) } }
  /// The request for the listings that an account has.
  package static var sourcesRequest: Self {
    Self(.sourcesRequest) { try $0.sourcesRequest(for: $1) }
  }
}

extension ProviderCall where Question == PageQuestion, Answer == Page {
  /// A page of a listing.
  package static var page: Self {
    Self(.page) { try $0.page(from: $1.answer, further: $1.further ?? [], for: $1.query) }
  }
  /// The listings that an account has, as a page without photos.
  package static var sources: Self {
    Self(.sources) { try $0.sources(from: $1.answer, for: $1.query) }
  }
}

extension ProviderCall where Question == AccountQuestion, Answer == RequestDescription {
  /// The request that tells which account is signed in.
  package static var accountRequest: Self {
    Self(.accountRequest) { try $0.accountRequest(settings: $1.settings) }
  }
}

extension ProviderCall where Question == AccountQuestion, Answer == Account {
  /// The account that is signed in.
  package static var account: Self {
    Self(.account) {
      guard let answer = $1.answer else { throw malformed("answer is missing") }
      return try $0.account(from: answer, settings: $1.settings)
    }
  }
}

extension ProviderCall where Question == PhotoQuery, Answer == RequestDescription {
  /// The request for a photo's sizes.
  package static var renditionsRequest: Self {
    Self(.renditionsRequest) { try $0.renditionsRequest(for: $1) }
  }
  /// The request for some of the parts of a photo's details.
  package static var detailsRequest: Self {
    Self(.detailsRequest) { try $0.detailsRequest(for: $1) }
  }
}

extension ProviderCall where Question == PhotoQuestion, Answer == RenditionsAnswer {
  /// The sizes of a photo.
  package static var renditions: Self {
    Self(.renditions) {
      RenditionsAnswer(renditions: try $0.renditions(from: $1.answer, for: $1.query))
    }
  }
}

extension ProviderCall where Question == PhotoQuestion, Answer == PhotoDetails {
  /// The details of a photo.
  package static var details: Self {
    Self(.details) { try $0.details(from: $1.answer, for: $1.query) }
  }
}
