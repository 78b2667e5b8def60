import Locking

/// A number of slots that tasks take and release: first come, first served, without blocking a thread.
final class Slots: Sendable {
  private struct State {
    /// Less than 0 if slots were overdrawn.
    var free: Int
    var line = Line<CancellableWait>()

    mutating func takeIfFree() -> Bool {
      guard free > 0 else { return false }
      free -= 1
      return true
    }

    mutating func release() -> CancellableWait? {
      free += 1
      guard free > 0, let next = line.popFirst() else { return nil }
      free -= 1
      return next
    }
  }

  private let state: Locked<State>

  /// `count` slots, at least one.
  init(_ count: Int) { state = Locked(State(free: max(1, count))) }

  /// Takes a slot, waiting for it in turn.
  /// - Throws: `CancellationError`; no slot is held then.
  nonisolated(nonsending) func take() async throws {
    try Task.checkCancellation()
    let wait = CancellableWait()
    let isFree = state.withLock { state in
      let isFree = state.takeIfFree()
      if !isFree { state.line.append(wait) }
      return isFree
    }
    guard !isFree else { return }
    do {
      try await wait.value()
    } catch {
      state.withLock { $0.line.noteLeft() }
      throw error
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
    // One that was cancelled at this moment does not take it.
    while let next = state.withLock({ $0.release() }), !next.end() {}
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
