import Locking

/// A number of slots that tasks take and release: first come, first served, without blocking a thread.
final class Slots: Sendable {
  /// A task that waits for a slot.
  ///
  /// `@unchecked Sendable`: guarded by the lock of the slots.
  private final class Waiter: LineEntry, @unchecked Sendable {
    var continuation: UnsafeContinuation<Void, any Error>?
    var isWaiting: Bool { continuation != nil }
  }

  private struct State {
    /// Less than 0 if slots were overdrawn.
    var free: Int
    var line = Line<Waiter>()

    mutating func takeIfFree() -> Bool {
      guard free > 0 else { return false }
      free -= 1
      return true
    }
  }

  private let state: Locked<State>

  /// `count` slots, at least one.
  init(_ count: Int) { state = Locked(State(free: max(1, count))) }

  /// Takes a slot, waiting for it in turn.
  /// - Throws: `CancellationError`; no slot is held then.
  nonisolated(nonsending) func take() async throws {
    try Task.checkCancellation()
    guard !takeIfFree() else { return }
    let waiter = Waiter()
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let answer = state.withLock { state -> Result<Void, any Error>? in
          if state.takeIfFree() { return .success(()) }
          // A task is marked as cancelled before its handler runs, so either the handler or this check sees it.
          if Task.isCancelled { return .failure(CancellationError()) }
          waiter.continuation = continuation
          state.line.append(waiter)
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        let continuation = waiter.continuation.take()
        if continuation != nil { state.line.noteLeft() }
        return continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Takes a slot, then requests an item. Holds no slot if there is none.
  nonisolated(nonsending) func take<Item>(for next: () async throws -> Item?) async throws -> Item?
  {
    try await take()
    do {
      if let item = try await next() { return item }
    } catch {
      release()
      throw error
    }
    release()
    return nil
  }

  /// Takes a free slot without waiting; false if there is none.
  func takeIfFree() -> Bool { state.withLock { $0.takeIfFree() } }

  /// Releases a slot to the task that has waited longest.
  func release() {
    let continuation = state.withLock { state in
      state.free += 1
      guard state.free > 0, let waiter = state.line.popFirst() else {
        return nil as UnsafeContinuation<Void, any Error>?
      }
      state.free -= 1
      return waiter.continuation.take()
    }
    continuation?.resume()
  }

  /// Takes a slot without waiting, even if none is free: the next releases pay the debt.
  ///
  /// For a task that gave a slot up, was cancelled while waiting for it, and must still end as its holder.
  func overdraw() { state.withLock { $0.free -= 1 } }

  /// Gives the slot up during `pause`. Holds it again at the end, also after an error.
  nonisolated(nonsending) func giveUp(during pause: () async throws -> Void) async throws {
    release()
    do {
      try await pause()
      try await take()
    } catch {
      overdraw()
      throw error
    }
  }
}
