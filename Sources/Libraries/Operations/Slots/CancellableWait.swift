import Locking

/// A wait of one task, which ends once: by `end()`, or by the task's cancellation.
final class CancellableWait: LineEntry, Sendable {
  private enum State {
    case waiting(UnsafeContinuation<Bool, Never>?)
    case over(hasEnded: Bool)
  }

  private let state = Locked(State.waiting(nil))

  var isWaiting: Bool {
    state.withLock { state in
      if case .waiting = state { true } else { false }
    }
  }

  /// What is waited for has happened. False if the task was cancelled before.
  @discardableResult
  func end() -> Bool { finish(true) }

  /// Waits for `end()`. Called once.
  nonisolated(nonsending) func value() async throws(CancellationError) {
    let hasEnded = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in wait(continuation) }
    } onCancel: {
      finish(false)
    }
    guard hasEnded else { throw CancellationError() }
  }

  /// Waits for `end()`, also in a task that is cancelled. Called once.
  nonisolated(nonsending) func ended() async {
    _ = await withUnsafeContinuation { continuation in wait(continuation) }
  }

  private func wait(_ continuation: UnsafeContinuation<Bool, Never>) {
    let answer = state.withLock { state -> Bool? in
      if case .over(let hasEnded) = state { return hasEnded }
      state = .waiting(continuation)
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  @discardableResult
  private func finish(_ hasEnded: Bool) -> Bool {
    let (isFirst, continuation) = state.withLock { state in
      guard case .waiting(let continuation) = state else {
        return (false, nil as UnsafeContinuation<Bool, Never>?)
      }
      state = .over(hasEnded: hasEnded)
      return (true, continuation)
    }
    continuation?.resume(returning: hasEnded)
    return isFirst
  }
}
