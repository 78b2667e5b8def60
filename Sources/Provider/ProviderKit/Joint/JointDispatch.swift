/// The answer of a module's function: status and bytes of `CProviderABI`.
struct JointReply {
  let status: JointStatus
  let bytes: [UInt8]
}

/// The module's side of the joint: decodes the question, calls the provider, encodes the answer.
struct JointDispatch: Sendable {
  let provider: any PhotoProvider

  /// Answers `method` with `bytes`; failures are encoded, too.
  func reply(to method: String, _ bytes: [UInt8]) -> JointReply {
    guard let method = JointMethod(rawValue: method) else { return .unsupported }
    do {
      return JointReply(status: .ok, bytes: try answer(to: method, bytes))
    } catch {
      return .failure(error)
    }
  }

  private func answer(to method: JointMethod, _ bytes: [UInt8]) throws -> [UInt8] {
    switch method {
    case .manifest:
      return try JointCoder.encode(provider.manifest)
    case .claim:
      let question = try JointCoder.decode(ClaimQuestion.self, from: bytes)
      let selector = try provider.selector(claiming: question.address)
      return try JointCoder.encode(ClaimAnswer(selector: selector))
    case .pageRequest:
      let query = try JointCoder.decode(PageQuery.self, from: bytes)
      return try JointCoder.encode(provider.pageRequest(for: query))
    case .page:
      let question = try JointCoder.decode(PageQuestion.self, from: bytes)
      return try JointCoder.encode(
        provider.page(
          from: question.answer, further: question.further ?? [], for: question.query))
    case .resolveRequest:
      let query = try JointCoder.decode(PageQuery.self, from: bytes)
      return try JointCoder.encode(ResolveAnswer(request: provider.resolveRequest(for: query)))
    case .resolve:
      let question = try JointCoder.decode(PageQuestion.self, from: bytes)
      return try JointCoder.encode(
        provider.resolution(from: question.answer, for: question.query))
    case .sourcesRequest:
      let query = try JointCoder.decode(PageQuery.self, from: bytes)
      return try JointCoder.encode(provider.sourcesRequest(for: query))
    case .sources:
      let question = try JointCoder.decode(PageQuestion.self, from: bytes)
      return try JointCoder.encode(provider.sources(from: question.answer, for: question.query))
    case .accountRequest:
      let question = try JointCoder.decode(AccountQuestion.self, from: bytes)
      return try JointCoder.encode(provider.accountRequest(settings: question.settings))
    case .account:
      let question = try JointCoder.decode(AccountQuestion.self, from: bytes)
      guard let answer = question.answer else { throw malformed("answer is missing") }
      return try JointCoder.encode(provider.account(from: answer, settings: question.settings))
    case .renditionsRequest:
      let query = try JointCoder.decode(PhotoQuery.self, from: bytes)
      return try JointCoder.encode(provider.renditionsRequest(for: query))
    case .renditions:
      let question = try JointCoder.decode(PhotoQuestion.self, from: bytes)
      let renditions = try provider.renditions(from: question.answer, for: question.query)
      return try JointCoder.encode(RenditionsAnswer(renditions: renditions))
    case .detailsRequest:
      let query = try JointCoder.decode(PhotoQuery.self, from: bytes)
      return try JointCoder.encode(provider.detailsRequest(for: query))
    case .details:
      let question = try JointCoder.decode(PhotoQuestion.self, from: bytes)
      return try JointCoder.encode(provider.details(from: question.answer, for: question.query))
    }
  }
}

extension JointReply {
  /// The answer to an unknown method.
  static let unsupported = JointReply(status: .unsupported, bytes: [])

  /// Encodes a failure; an error of another type is a parsing error of the provider.
  static func failure(_ error: any Error) -> JointReply {
    let failure = error as? ProviderFailure ?? ProviderFailure(.malformed, "\(error)")
    return JointReply(status: .failed, bytes: (try? JointCoder.encode(failure)) ?? [])
  }
}
