import Locking
import Synchronization

/// Suspends tasks until it is open, first in, first out. It can be closed again.
package final class Door: Sendable {
  private struct State {
    var isOpen: Bool
    var isForGood = false
    var next: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
  }

  private let state: Locked<State>
  /// A copy of the state, readable without the lock.
  private let isOpenNow: Atomic<Bool>

  /// A door, closed by default.
  package init(isOpen: Bool = false) {
    state = Locked(State(isOpen: isOpen))
    isOpenNow = Atomic(isOpen)
  }

  /// Resumes all waiting tasks, the longest waiting first. If `forGood`, later calls of `close()` have no
  /// effect.
  package func open(forGood: Bool = false) {
    let waiting = state.withLock { state in
      state.isOpen = true
      isOpenNow.store(true, ordering: .releasing)
      if forGood { state.isForGood = true }
      defer { state.waiting = [:] }
      return state.waiting
    }
    for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
  }

  /// Suspends tasks that arrive from now on.
  package func close() {
    state.withLock { state in
      state.isOpen = state.isForGood
      isOpenNow.store(state.isOpen, ordering: .releasing)
    }
  }

  /// Whether it is open.
  var isOpen: Bool { isOpenNow.load(ordering: .acquiring) }

  /// Waits until it is open.
  /// - Throws: `CancellationError` if the task is cancelled before.
  package func pass() async throws {
    guard !isOpen else { return }
    let ticket = state.withLock { state -> UInt64? in
      guard !state.isOpen else { return nil }
      state.next += 1
      return state.next
    }
    guard let ticket else { return }
    // If it was closed again before this task resumed, the task waits in its previous position.
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

  /// Queues the continuation and returns nil, or returns the result to resume it with.
  private func enter(
    _ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>
  ) -> Result<Void, any Error>? {
    state.withLock { state in
      if state.isOpen { return .success(()) }
      // A task is marked as cancelled before its handler runs, so either the handler or this check sees it.
      if Task.isCancelled { return .failure(CancellationError()) }
      state.waiting[ticket] = continuation
      return nil
    }
  }
}
