import Locking

/// Photos whose files may be answers to other requests, if it turns out that their connection is broken.
final class SuspectPhotos: Sendable {
  private struct Entry {
    let id: Int64
    let trust: any AnswerTrust
  }

  private struct State {
    var entries: [Entry] = []
    /// When there are as many, those of connections that ended well are dropped.
    var mostEntries = 1000
  }

  private let state = Locked(State())

  /// Notes a photo whose file arrived.
  func note(_ id: Int64, _ trust: any AnswerTrust) {
    state.withLock { state in
      state.entries.append(Entry(id: id, trust: trust))
      guard state.entries.count >= state.mostEntries else { return }
      state.entries.removeAll { $0.trust.isSound }
      state.mostEntries = max(1000, 2 * state.entries.count)
    }
  }

  /// The ids of those whose connection is broken, as far as is known by now; they are not given again.
  func take() -> [Int64] {
    state.withLock { state in
      let broken = state.entries.filter(\.trust.isBroken).map(\.id)
      state.entries.removeAll { $0.trust.isBroken }
      return Set(broken).sorted()
    }
  }
}
