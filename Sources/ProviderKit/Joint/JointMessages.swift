import CProviderABI

/// The methods of the joint by name.
package enum JointMethod: String, CaseIterable, Sendable {
  case manifest
  case claim
  case pageRequest = "page-request"
  case page
  case renditionsRequest = "renditions-request"
  case renditions
}

/// Status of a call across the joint.
package struct JointStatus: RawRepresentable, Hashable, Sendable {
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
package struct ClaimAnswer: Codable, Sendable {
  /// Nil if the address does not belong to the provider's site.
  package var selector: String?

  package init(selector: String?) { self.selector = selector }
}

/// The question for `page`.
package struct PageQuestion: Codable, Sendable {
  package var answer: Answer
  package var query: PageQuery

  package init(answer: Answer, query: PageQuery) {
    self.answer = answer
    self.query = query
  }
}

/// The question for `renditions`.
package struct RenditionsQuestion: Codable, Sendable {
  package var answer: Answer
  package var query: PhotoQuery

  package init(answer: Answer, query: PhotoQuery) {
    self.answer = answer
    self.query = query
  }
}

/// The answer to `renditions`.
package struct RenditionsAnswer: Codable, Sendable {
  package var renditions: [Rendition]

  package init(renditions: [Rendition]) { self.renditions = renditions }
}
