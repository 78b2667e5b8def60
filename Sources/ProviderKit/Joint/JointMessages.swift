import CProviderABI

/// The methods of the joint, by the names that cross it.
package enum JointMethod: String, CaseIterable, Sendable {
  case manifest
  case claim
  case pageRequest = "page-request"
  case page
  case renditionsRequest = "renditions-request"
  case renditions
}

/// What a call across the joint returns.
package struct JointStatus: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The bytes are the answer.
  package static let ok = JointStatus(PHOTO_PROVIDER_OK)
  /// The bytes are a failure object.
  package static let failed = JointStatus(PHOTO_PROVIDER_FAILED)
  /// There are no bytes: the module does not know the method.
  package static let unsupported = JointStatus(PHOTO_PROVIDER_UNSUPPORTED)

  // C enumerators arrive as Int; the function returns an int32_t.
  private init(_ enumerator: Int) { rawValue = Int32(enumerator) }
}

/// What a method without arguments is asked with.
package struct EmptyQuestion: Codable, Sendable {
  package init() {}
}

/// What `claim` is asked with.
package struct ClaimQuestion: Codable, Sendable {
  /// The web address.
  package var address: String

  package init(address: String) { self.address = address }
}

/// What `claim` answers.
package struct ClaimAnswer: Codable, Sendable {
  /// Nil where the address is not one of the provider's site.
  package var selector: String?

  package init(selector: String?) { self.selector = selector }
}

/// What `page` is asked with.
package struct PageQuestion: Codable, Sendable {
  package var answer: Answer
  package var query: PageQuery

  package init(answer: Answer, query: PageQuery) {
    self.answer = answer
    self.query = query
  }
}

/// What `renditions` is asked with.
package struct RenditionsQuestion: Codable, Sendable {
  package var answer: Answer
  package var query: PhotoQuery

  package init(answer: Answer, query: PhotoQuery) {
    self.answer = answer
    self.query = query
  }
}

/// What `renditions` answers.
package struct RenditionsAnswer: Codable, Sendable {
  package var renditions: [Rendition]

  package init(renditions: [Rendition]) { self.renditions = renditions }
}
