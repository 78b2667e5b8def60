import Dispatch
import Foundation
import Locking
import SystemCalls

/// A fixed number of threads over one first-in-first-out list of work.
///
/// The threads retain the crew, and end after `close()` when the list is empty.
final class ThreadCrew: Sendable {
  private struct State {
    /// First in, first out: taken from `outbox`, which is refilled with the reversed `inbox`. The arrays are
    /// exchanged, so that each piece of work needs no storage of its own.
    var inbox: [@Sendable () -> Void] = []
    var outbox: [@Sendable () -> Void] = []
    var threads: Int
    var isClosed = false
    var whenEnded: [CheckedContinuation<Void, Never>] = []

    /// The next piece of work. If there is none, the calling thread ends, and counts as ended: later work
    /// must not rely on it.
    mutating func next() -> (@Sendable () -> Void)? {
      if outbox.isEmpty {
        swap(&inbox, &outbox)
        outbox.reverse()
      }
      if outbox.isEmpty { threads -= 1 }
      return outbox.popLast()
    }
  }

  private let state: Locked<State>
  private let name: String
  private let niceness: Int
  /// Signalled once for each piece of work, and once for each thread that must end.
  private let signal = DispatchSemaphore(value: 0)

  init(name: String, width: Int, niceness: Int) {
    let width = max(1, width)
    self.name = name
    self.niceness = niceness
    state = Locked(State(threads: width))
    for index in 0..<width { start("\(name) \(index + 1)") }
  }

  /// Adds a piece of work. After the threads have ended one is started for it, and for work added meanwhile:
  /// nothing is lost, and a crew of one does one thing at a time.
  func submit(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      state.inbox.append(body)
      defer { state.threads = max(1, state.threads) }
      return state.threads == 0
    }
    signal.signal()
    guard hasEnded else { return }
    signal.signal()
    start(name)
  }

  /// Runs `body` on a thread, and returns its result or throws its error.
  func run<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result = await withCheckedContinuation { continuation in
      submit { continuation.resume(returning: Swift.Result(catching: body)) }
    }
    return try result.get()
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

  private func start(_ name: String) {
    NamedThread.start(named: name) { [self] in work() }
  }

  /// The main function of a thread.
  private func work() {
    // On Linux a priority belongs to a thread, and 0 is the calling one (setpriority(2), Notes).
    if niceness != 0 {
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(clamping: niceness))
    }
    while true {
      signal.wait()
      guard let body = state.withLock({ $0.next() }) else { break }
      body()
    }
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.threads == 0 else { return [] }
      defer { state.whenEnded = [] }
      return state.whenEnded
    }
    for waiter in waiters { waiter.resume() }
  }
}
