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
