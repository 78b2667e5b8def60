import Dispatch
import Foundation
import Locking

/// A fixed number of own threads over one first-in-first-out list of work.
///
/// The threads hold the crew, and end after `close()` when the list is empty.
final class ThreadCrew: Sendable {
  private struct State {
    /// First in, first out: taken from `outbox`, which is refilled with the reversed `inbox`.
    var inbox: [@Sendable () -> Void] = []
    var outbox: [@Sendable () -> Void] = []
    var threads: Int
    var isClosed = false
    var whenEnded: [CheckedContinuation<Void, Never>] = []

    mutating func next() -> (@Sendable () -> Void)? {
      if outbox.isEmpty {
        outbox = inbox.take().reversed()
      }
      return outbox.popLast()
    }
  }

  private let state: Locked<State>
  private let name: String
  /// Signalled once for each piece of work, and once for each thread at the close.
  private let signal = DispatchSemaphore(value: 0)

  init(name: String, width: Int, niceness: Int) {
    let width = max(1, width)
    self.name = name
    state = Locked(State(threads: width))
    for index in 0..<width {
      start("\(name) \(index + 1)") { [self] in
        // On Linux a priority belongs to a thread, and 0 is the calling one (setpriority(2), Notes).
        if niceness != 0 {
          _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(clamping: niceness))
        }
        work()
      }
    }
  }

  /// Adds a piece of work. After the threads have ended it gets a thread of its own: nothing is lost.
  func submit(_ body: @escaping @Sendable () -> Void) {
    let isTaken = state.withLock { state in
      if state.threads > 0 { state.inbox.append(body) }
      return state.threads > 0
    }
    guard isTaken else { return start(name, body) }
    signal.signal()
  }

  /// Lets the threads end once the list is empty. Does not wait; any number of times.
  func close() {
    let threads = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed ? 0 : state.threads
    }
    for _ in 0..<threads { signal.signal() }
  }

  /// Closes, and waits until the threads have ended.
  func end() async {
    close()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.threads > 0 { state.whenEnded.append(continuation) }
        return state.threads == 0
      }
      if isOver { continuation.resume() }
    }
  }

  private func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let isNamed = DispatchSemaphore(value: 0)
    let thread = Thread {
      isNamed.wait()
      body()
    }
    thread.start()
    // Foundation names a thread that it has started, and no other (tried, Swift 6.3).
    thread.name = name
    isNamed.signal()
  }

  /// One thread's life.
  private func work() {
    while true {
      signal.wait()
      guard let body = state.withLock({ $0.next() }) else { break }
      body()
    }
    let waiters = state.withLock { state in
      state.threads -= 1
      return state.threads == 0 ? state.whenEnded.take() : []
    }
    for waiter in waiters { waiter.resume() }
  }
}
