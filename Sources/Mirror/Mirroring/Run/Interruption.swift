import Foundation
import Locking
import MirrorCore

/// Passes the first request to stop on to the operation, whether it comes before or after the operation is
/// attached.
final class Interruption: Sendable {
  private struct State {
    /// The ending that the first request asked for.
    var ending: MirrorSummary.Ending?
    var operation: Operation?
  }

  private let state = Locked(State())

  /// The result of the run if it is interrupted; nil if it is not.
  var ending: MirrorSummary.Ending? { state.withLock(\.ending) }

  /// - Parameter ending: The result of the run.
  func interrupt(as ending: MirrorSummary.Ending) {
    let operation = state.withLock { state in
      state.ending = state.ending ?? ending
      return state.operation
    }
    operation?.cancel()
  }

  /// From now on, requests to stop cancel `operation`.
  func attach(_ operation: Operation) {
    let isLate = state.withLock { state in
      state.operation = operation
      return state.ending != nil
    }
    if isLate { operation.cancel() }
  }
}
