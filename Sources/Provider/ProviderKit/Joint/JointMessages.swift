import CProviderABI

/// The methods of the joint by name.
package enum JointMethod: String, CaseIterable, Sendable {
  case manifest
  case claim
  case pageRequest = "page-request"
  case page
  case resolveRequest = "resolve-request"
  case resolve
  case sourcesRequest = "sources-request"
  case sources
  case accountRequest = "account-request"
  case account
  case renditionsRequest = "renditions-request"
  case renditions
  case detailsRequest = "details-request"
  case details
}

/// Status of a call across the joint.
package struct JointStatus: RawRepresentable, Hashable, Sendable {
  /// The number that the module's function returns.
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The bytes are the answer.
  package static let ok = JointStatus(PHOTO_PROVIDER_OK)
  /// The bytes are a failure object.
  package static let failed = JointStatus(PHOTO_PROVIDER_FAILED)
  /// No bytes: the module does not support the method.
  package static let unsupported = JointStatus(PHOTO_PROVIDER_UNSUPPORTED)

  // Swift imports C enumerators as Int; the function returns an int32_t.
  private init(_ enumerator: Int) { rawValue = Int32(enumerator) }
}

/// The question for a method without arguments.
package struct EmptyQuestion: Codable, Sendable {
  package init() {}
}

/// The question for `claim`.
package struct ClaimQuestion: Codable, Sendable {
  /// The web address.
  package var address: String

  package init(address: String) { self.address = address }
}

/// The answer to `claim`.
package struct ClaimAnswer: Codable, Sendable, Hashable {
  /// Nil if the address does not belong to the provider's site.
  package var selector: String?

  package init(selector: String?) { self.selector = selector }
}

/// The question for `page`, `resolve` and `sources`.
package struct PageQuestion: Codable, Sendable {
  /// The answer to the request that the provider described.
  package var answer: Answer
  /// The answers to the requests that a page needed besides; nil if there are none.
  package var further: [Answer]?
  /// The query for which that request was made.
  package var query: PageQuery

  package init(answer: Answer, further: [Answer] = [], query: PageQuery) {
    self.answer = answer
    self.further = further.isEmpty ? nil : further
    self.query = query
  }
}

/// The answer to `resolve-request`.
package struct ResolveAnswer: Codable, Sendable, Hashable {
  /// Nil if nothing is to be looked up.
  package var request: RequestDescription?

  package init(request: RequestDescription?) { self.request = request }
}

/// The question for `account-request` and `account`.
package struct AccountQuestion: Codable, Sendable {
  /// Nil for `account-request`.
  package var answer: Answer?
  /// Values of the settings that are not secret, by name.
  package var settings: [String: String]

  package init(answer: Answer? = nil, settings: [String: String]) {
    self.answer = answer
    self.settings = settings
  }
}

/// The question for `renditions` and `details`.
package struct PhotoQuestion: Codable, Sendable {
  /// The answer to the request that the provider described.
  package var answer: Answer
  /// The query for which that request was made.
  package var query: PhotoQuery

  package init(answer: Answer, query: PhotoQuery) {
    self.answer = answer
    self.query = query
  }
}

/// The answer to `renditions`.
package struct RenditionsAnswer: Codable, Sendable, Hashable {
  /// The sizes of the photo, as the provider gives them.
  package var renditions: [Rendition]

  package init(renditions: [Rendition]) { self.renditions = renditions }
}
