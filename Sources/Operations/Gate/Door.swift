import Locking

/// Where tasks wait until it is open, in their order. It can be closed again.
package final class Door: Sendable {
  private struct State {
    var isOpen: Bool
    var isForGood = false
    var next: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
  }

  private let state: Locked<State>

  /// A door, closed unless said otherwise.
  package init(isOpen: Bool = false) {
    state = Locked(State(isOpen: isOpen))
  }

  /// Lets everybody pass, the longest waiting first; `forGood`, whatever is asked for later.
  package func open(forGood: Bool = false) {
    for continuation in opened(forGood: forGood) { continuation.resume() }
  }

  /// Opens, and gives those who wait, in their order, for the caller to resume: without its lock, where
  /// it has one that keeps this in order with `close()`.
  func opened(forGood: Bool = false) -> [CheckedContinuation<Void, any Error>] {
    let waiting = state.withLock { state in
      state.isOpen = true
      if forGood { state.isForGood = true }
      defer { state.waiting = [:] }
      return state.waiting
    }
    return waiting.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Lets whoever comes from now on wait.
  package func close() {
    state.withLock { $0.isOpen = $0.isForGood }
  }

  /// Waits for the opening. Throws `CancellationError` when the task is cancelled before.
  package func pass() async throws {
    let ticket = state.withLock { state -> UInt64? in
      guard !state.isOpen else { return nil }
      state.next += 1
      return state.next
    }
    guard let ticket else { return }
    // Where it was closed again before this task went on, it waits on in its old place.
    repeat {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          if let answer = enter(ticket, continuation) { continuation.resume(with: answer) }
        }
      } onCancel: {
        let continuation = state.withLock { $0.waiting.removeValue(forKey: ticket) }
        continuation?.resume(throwing: CancellationError())
      }
    } while state.withLock { !$0.isOpen }
  }

  /// Lets the continuation wait and gives nil, or gives what it is to be resumed with.
  private func enter(
    _ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>
  ) -> Result<Void, any Error>? {
    state.withLock { state in
      if state.isOpen { return .success(()) }
      // A task is marked before its handler runs: either that finds the continuation, or this the mark.
      if Task.isCancelled { return .failure(CancellationError()) }
      state.waiting[ticket] = continuation
      return nil
    }
  }
}
