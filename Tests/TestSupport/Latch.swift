import Dispatch
import Foundation
import Locking

/// An event that happens once, which tasks and threads wait for.
package final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var tasks: [CheckedContinuation<Void, Never>] = []
    var threads: [DispatchSemaphore] = []
  }

  private let state = Locked(State())

  /// A closed latch.
  package init() {}

  /// Whether the event has happened.
  package var isOpen: Bool { state.withLock(\.isOpen) }

  /// Ends all waits, now and later.
  package func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state
    }
    for task in waiting.tasks { task.resume() }
    for thread in waiting.threads { thread.signal() }
  }

  /// Returns when the latch is open.
  package func wait() async {
    await withCheckedContinuation { task in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.tasks.append(task) }
        return state.isOpen
      }
      if isOpen { task.resume() }
    }
  }

  /// Blocks the calling thread until the latch is open: not for Swift's pool.
  package func block() {
    let semaphore = DispatchSemaphore(value: 0)
    let isOpen = state.withLock { state in
      if !state.isOpen { state.threads.append(semaphore) }
      return state.isOpen
    }
    if !isOpen { semaphore.wait() }
  }
}

/// What `body` gives, computed on a thread of its own: for what blocks, which Swift's pool must not.
package func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
