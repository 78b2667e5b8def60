import Locking

/// Makes children of inputs, in their order and one at a time, for tasks with a free slot.
///
/// `@unchecked Sendable`: only the holder of the turn calls `read`. No lock, because that may take long, and
/// calls the user's code.
final class GroupFeed: @unchecked Sendable {
  private struct Turn {
    var isTaken = false
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  /// The priority of children without one: the body's.
  let priority = Task.currentPriority
  private let read: () -> GroupChild?
  private let turn = Locked(Turn())

  /// A feed of the children that `read` returns, until it returns nil.
  init(_ read: @escaping () -> GroupChild?) { self.read = read }

  /// The next child; nil if there are no more.
  nonisolated(nonsending) func next() async -> GroupChild? {
    while !takeTurn() {
      await withUnsafeContinuation { continuation in
        let isTaken = turn.withLock { turn in
          if turn.isTaken { turn.waiting.append(continuation) }
          return turn.isTaken
        }
        if !isTaken { continuation.resume() }
      }
    }
    defer { giveTurnBack() }
    return read()
  }

  /// The next child; nil also if another task is reading.
  func nextNow() -> GroupChild? {
    guard takeTurn() else { return nil }
    defer { giveTurnBack() }
    return read()
  }

  private func takeTurn() -> Bool {
    turn.withLock { turn in
      defer { turn.isTaken = true }
      return !turn.isTaken
    }
  }

  /// Wakes the waiting tasks without reserving the turn: the first to arrive takes it. If it were passed from
  /// one to the next, each would have to wait until its predecessor wakes.
  private func giveTurnBack() {
    let waiter = turn.withLock { turn in
      turn.isTaken = false
      return turn.waiting.popLast()
    }
    waiter?.resume()
  }
}
