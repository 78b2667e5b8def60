import Dispatch
import Foundation
import Locking

/// An event that happens once, for which tasks and threads can wait.
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

  /// Opens the latch: all waits end, now and later.
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

  /// Blocks the calling thread until the latch is open. Not for Swift's cooperative threads.
  package func block() {
    let semaphore = DispatchSemaphore(value: 0)
    let isOpen = state.withLock { state in
      if !state.isOpen { state.threads.append(semaphore) }
      return state.isOpen
    }
    if !isOpen { semaphore.wait() }
  }
}

/// The result of `body`, which runs on a thread of its own because it blocks.
package func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
