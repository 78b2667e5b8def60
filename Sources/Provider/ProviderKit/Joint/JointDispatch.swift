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
    case .manifest: try JointCoder.encode(provider.manifest)
    case .claim: try answer(.claim, bytes)
    case .pageRequest: try answer(.pageRequest, bytes)
    case .page: try answer(.page, bytes)
    case .resolveRequest: try answer(.resolveRequest, bytes)
    case .resolve: try answer(.resolution, bytes)
    case .sourcesRequest: try answer(.sourcesRequest, bytes)
    case .sources: try answer(.sources, bytes)
    case .accountRequest: try answer(.accountRequest, bytes)
    case .account: try answer(.account, bytes)
    case .renditionsRequest: try answer(.renditionsRequest, bytes)
    case .renditions: try answer(.renditions, bytes)
    case .detailsRequest: try answer(.detailsRequest, bytes)
    case .details: try answer(.details, bytes)
    }
  }

  private func answer<Question, Answer>(
    _ call: ProviderCall<Question, Answer>, _ bytes: [UInt8]
  ) throws -> [UInt8] {
    try JointCoder.encode(call.ask(provider, JointCoder.decode(Question.self, from: bytes)))
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
