import Locking

/// Makes children of inputs, in their order and one at a time, for whoever has a slot free.
///
/// `@unchecked Sendable`: who has the turn calls `read`. That may take long, and calls out: no lock.
final class GroupFeed: @unchecked Sendable {
  private struct Turn {
    var isTaken = false
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  /// For children that ask for none: the body's.
  let priority = Task.currentPriority
  private let read: () -> GroupChild?
  private let turn = Locked(Turn())

  /// A feed of what `read` gives, until it gives nil.
  init(_ read: @escaping () -> GroupChild?) { self.read = read }

  /// The next child; nil when there are no more.
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

  /// The next child; nil also where another reads.
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

  /// Wakes who waits, and keeps the turn for nobody: whoever is there first takes it. Handed from one to the
  /// other, each would have to wait for the one before to wake.
  private func giveTurnBack() {
    let waiter = turn.withLock { turn in
      turn.isTaken = false
      return turn.waiting.popLast()
    }
    waiter?.resume()
  }
}
