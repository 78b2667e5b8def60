import Foundation
import Locking
import MirrorCore

/// Passes one wish to stop on to the operation that can, whichever comes first.
final class Interruption: Sendable {
  private struct State {
    /// The first wish's.
    var ending: MirrorSummary.Ending?
    var operation: Operation?
  }

  private let state = Locked(State())

  /// What the run has then come to; nil: nobody wished to stop.
  var ending: MirrorSummary.Ending? { state.withLock(\.ending) }

  /// - Parameter ending: what the run comes to by this.
  func interrupt(as ending: MirrorSummary.Ending) {
    let operation = state.withLock { state in
      state.ending = state.ending ?? ending
      return state.operation
    }
    operation?.cancel()
  }

  /// From now on `operation` is what stops.
  func attach(_ operation: Operation) {
    let isLate = state.withLock { state in
      state.operation = operation
      return state.ending != nil
    }
    if isLate { operation.cancel() }
  }
}
