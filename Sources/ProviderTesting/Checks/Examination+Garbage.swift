import ProviderKit

extension Examination {
  /// Sites answer with everything; a provider fails then, and does nothing worse.
  mutating func checkGarbage() {
    for (query, answer) in pages {
      checkGarbage("page of \(query.selector)", answer) { try $0.page(from: $1, for: query) }
    }
    for (query, answer) in renditions {
      checkGarbage("sizes of \(query.photo.id)", answer) {
        try $0.renditions(from: $1, for: query)
      }
    }
  }

  private mutating func checkGarbage<Value: Hashable & Sendable>(
    _ what: String, _ answer: Answer, _ read: (any PhotoProvider, Answer) throws -> Value
  ) {
    for garbage in Garbage.unreadable + Garbage.cuts(of: answer.body) {
      switch Outcome({ try read(provider, Answer(body: garbage.body)) }) {
      case .failure: break
      case .value: find("garbage", "\(what): \(garbage.name) is taken for an answer")
      case .stray(let error): find("garbage", "\(what): \(garbage.name) throws \(error)")
      }
    }
    // What may be readable still; it just has to be read or to fail.
    for garbage in Garbage.doubtful + Garbage.wrongTypes(in: answer.body)
      + Garbage.flips(of: answer.body)
    {
      guard case .stray(let error) = Outcome({ try read(provider, Answer(body: garbage.body)) })
      else { continue }
      find("garbage", "\(what): \(garbage.name) throws \(error)")
    }
  }
}
