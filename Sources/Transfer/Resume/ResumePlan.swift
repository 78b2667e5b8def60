/// What to ask for, given what is there: the first half of resuming, before the request.
package enum ResumePlan: Sendable, Equatable {
  /// Nothing usable is there: the whole body.
  case fresh
  /// The bytes from `offset` on, if the body is still the one that the state describes.
  case resume(offset: Int64)
  /// The part is the whole body: nothing to ask.
  case complete

  /// Decides from what lies on disk alone.
  ///
  /// - Parameters:
  ///   - partSize: bytes in the part file, 0 where there is none.
  ///   - url: what is asked for now.
  ///   - byteCount: the provider's promise.
  ///   - bootID: the present run of the system.
  package init(
    state: ResumeState?, partSize: Int64, url: String, byteCount: Int64?, bootID: String
  ) {
    guard let state, partSize > 0, state.url == url, state.bootID == bootID,
      Self.agree(state.total, byteCount)
    else {
      self = .fresh
      return
    }
    let total = state.total ?? .max
    self = partSize < total ? .resume(offset: partSize) : partSize == total ? .complete : .fresh
  }

  private static func agree(_ total: Int64?, _ promised: Int64?) -> Bool {
    guard let total, let promised else { return true }
    return total == promised
  }
}
