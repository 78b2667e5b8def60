import Locking

/// A wait of one task that its cancellation ends.
final class CancellableWait: Sendable {
  private struct State {
    var isOver = false
    var continuation: UnsafeContinuation<Bool, Never>?
  }

  private let state = Locked(State())

  /// What is waited for has happened.
  func end() { finish(true) }

  /// Waits for `end()`.
  nonisolated(nonsending) func value() async throws(CancellationError) {
    let hasEnded = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let answer = state.withLock { state -> Bool? in
          if state.isOver { return true }
          // A task is marked as cancelled before its handler runs, so either the handler or this check sees it.
          if Task.isCancelled { return false }
          state.continuation = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      finish(false)
    }
    guard hasEnded else { throw CancellationError() }
  }

  private func finish(_ hasEnded: Bool) {
    let continuation = state.withLock { state in
      if hasEnded { state.isOver = true }
      return state.continuation.take()
    }
    continuation?.resume(returning: hasEnded)
  }
}
