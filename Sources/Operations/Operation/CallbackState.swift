import Locking

/// The continuation that waits for a callback, and whether the work has begun.
final class CallbackState<Output: Sendable>: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Output, any Error>?
    var isOver = false
    var hasBegun = false
    var isCancelled = false
  }

  private let state = Locked(State())

  /// Keeps `continuation` until the end; if it has ended already, resumes it and returns false.
  func wait(_ continuation: CheckedContinuation<Output, any Error>) -> Bool {
    let isOver = state.withLock { state in
      if !state.isOver { state.waiter = continuation }
      return state.isOver
    }
    if isOver { continuation.resume(throwing: CancellationError()) }
    return !isOver
  }

  /// The work has begun. True if it was cancelled meanwhile: the caller must stop it.
  func begun() -> Bool {
    state.withLock { state in
      state.hasBegun = true
      return state.isCancelled
    }
  }

  /// Ends the wait. True if the work has begun, so that the caller must stop it.
  func cancel() -> Bool {
    let (waiter, mustStop) = state.withLock { state in
      guard !state.isOver else {
        return (nil, false) as (CheckedContinuation<Output, any Error>?, Bool)
      }
      state.isOver = true
      state.isCancelled = true
      return (state.waiter.take(), state.hasBegun)
    }
    waiter?.resume(throwing: CancellationError())
    return mustStop
  }

  /// Ends the wait with a result. False if it had ended.
  @discardableResult
  func end(_ result: Result<Output, any Error>) -> Bool {
    let waiter = state.withLock { state in
      state.isOver = true
      return state.waiter.take()
    }
    waiter?.resume(with: result)
    return waiter != nil
  }
}
