import Foundation
import Locking

/// Passes one wish to stop on to the operation that can, whichever comes first.
final class Interruption: Sendable {
  private struct State {
    var isInterrupted = false
    var operation: Operation?
  }

  private let state = Locked(State())

  var isInterrupted: Bool { state.withLock(\.isInterrupted) }

  func interrupt() {
    let operation = state.withLock { state in
      state.isInterrupted = true
      return state.operation
    }
    operation?.cancel()
  }

  /// From now on `operation` is what stops.
  func attach(_ operation: Operation) {
    let isLate = state.withLock { state in
      state.operation = operation
      return state.isInterrupted
    }
    if isLate { operation.cancel() }
  }
}
