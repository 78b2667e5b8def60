import Locking
import Transfer

/// Parts that are complete and not stored yet: a run that ends before they are writes the state beside
/// each, so that the next run does not download it again.
final class LooseParts: Sendable {
  private struct State {
    /// Photos of which parts may exist.
    var known: Set<Int64>
    var unwritten: [Int64: UnwrittenState] = [:]
  }

  private let state: Locked<State>

  init(leftBehind: Set<Int64>) { state = Locked(State(known: leftBehind)) }

  /// - Returns: whether neither this run nor an earlier one has a part of the photo.
  func begin(photo id: Int64) -> Bool { state.withLock { $0.known.insert(id).inserted } }

  /// The photo's part is complete.
  func note(_ unwritten: UnwrittenState?, ofPhoto id: Int64) {
    guard let unwritten else { return }
    state.withLock { $0.unwritten[id] = unwritten }
  }

  func forget(photos ids: [Int64]) {
    state.withLock { state in
      for id in ids {
        state.known.remove(id)
        state.unwritten[id] = nil
      }
    }
  }

  /// Blocks.
  func keep() {
    // A part that cannot be kept is downloaded again, which is all that it costs.
    for state in state.withLock({ $0.unwritten.values.map(\.self) }) { try? state.write() }
  }
}
