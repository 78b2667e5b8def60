/// A provider that is asked elsewhere: all its methods are one.
package protocol RemoteProvider: PhotoProvider {
  /// Asks a question. Blocks until the answer.
  func ask<Question, Answer>(
    _ call: ProviderCall<Question, Answer>, _ question: Question
  ) throws -> Answer
}

extension RemoteProvider {
  package func selector(claiming address: String) throws -> String? {
    try ask(.claim, ClaimQuestion(address: address)).selector
  }

  package func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    try ask(.resolveRequest, query).request
  }

  package func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution {
    try ask(.resolution, PageQuestion(answer: answer, query: query))
  }

  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    try ask(.pageRequest, query)
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    try page(from: answer, further: [], for: query)
  }

  package func page(from answer: Answer, further: [Answer], for query: PageQuery) throws -> Page {
    try ask(.page, PageQuestion(answer: answer, further: further, query: query))
  }

  package func sourcesRequest(for query: PageQuery) throws -> RequestDescription {
    try ask(.sourcesRequest, query)
  }

  package func sources(from answer: Answer, for query: PageQuery) throws -> Page {
    try ask(.sources, PageQuestion(answer: answer, query: query))
  }

  package func accountRequest(settings: [String: String]) throws -> RequestDescription {
    try ask(.accountRequest, AccountQuestion(settings: settings))
  }

  package func account(from answer: Answer, settings: [String: String]) throws -> Account {
    try ask(.account, AccountQuestion(answer: answer, settings: settings))
  }

  package func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try ask(.renditionsRequest, query)
  }

  package func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    try ask(.renditions, PhotoQuestion(answer: answer, query: query)).renditions
  }

  package func detailsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try ask(.detailsRequest, query)
  }

  package func details(from answer: Answer, for query: PhotoQuery) throws -> PhotoDetails {
    try ask(.details, PhotoQuestion(answer: answer, query: query))
  }
}
