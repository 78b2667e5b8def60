import Console
import Dispatch
import Foundation
import Locking

/// SIGINT, SIGTERM and SIGHUP as a wish to stop: the first cancels the work's task, and a second one,
/// or two seconds without an end, insists: the process ends with exit code 130. The same signal again
/// at once is the same wish: timeout(1) sends it to the process, and to the group that it is in.
final class StopSignals: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// A little less than the two seconds that are promised.
  private static let patience = DispatchTimeInterval.milliseconds(1800)
  /// For so long the same signal is the same wish.
  private static let echo = Duration.seconds(1)

  private struct State {
    var sources: [any DispatchSourceSignal] = []
    var cancel: (@Sendable () -> Void)?
    var asked: (signal: Int32, time: ContinuousClock.Instant)?
    var isOver = false

    /// Whether a signal repeats the first one.
    func isEcho(_ number: Int32, at time: ContinuousClock.Instant) -> Bool {
      asked.map { $0.signal == number && time - $0.time < StopSignals.echo } ?? false
    }
  }

  private let queue = DispatchQueue(label: "stop signals")
  private let state = Locked(State())
  private let lastWords: @Sendable () -> [String]

  /// Runs `work` in a task that the first signal cancels, and gives what it gives. A signal that comes
  /// before the work has begun ends the process as it would any.
  /// - Parameter lastWords: what standard error is told before an end that was insisted on. On a queue
  ///   of this type's own; must not wait for `work`.
  static func run<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result,
    lastWords: @escaping @Sendable () -> [String]
  ) async throws -> Result {
    let signals = StopSignals(lastWords: lastWords)
    for number in Self.signals where !isIgnored(number) { await signals.listen(for: number) }
    defer { signals.end() }
    let task = Task { try await work() }
    signals.cancel { task.cancel() }
    return try await task.value
  }

  private init(lastWords: @escaping @Sendable () -> [String]) {
    self.lastWords = lastWords
  }

  /// What was ignored from the start stays so: nohup(1) and a shell's `&` mean it.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let address = { (handler: sighandler_t?) in unsafeBitCast(handler, to: Int.self) }
    return address(action.__sigaction_handler.sa_handler) == address(SIG_IGN)
  }

  /// Returns when no signal of the number can be missed: Dispatch has a handler of its own by then. To
  /// ignore the signal until then, as is often seen, would lose one that comes in between.
  private func listen(for number: Int32) async {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler { [self] in hear(number) }
    await withCheckedContinuation { continuation in
      source.setRegistrationHandler { continuation.resume() }
      source.resume()
    }
    state.withLock { $0.sources.append(source) }
  }

  /// What the first signal calls, or called already.
  private func cancel(by cancel: @escaping @Sendable () -> Void) {
    let isAsked = state.withLock { state in
      state.cancel = cancel
      return state.asked != nil
    }
    if isAsked { cancel() }
  }

  private func hear(_ number: Int32) {
    let now = ContinuousClock.now
    let (isFirst, isEcho, cancel) = state.withLock { state in
      let isFirst = state.asked == nil
      let isEcho = state.isEcho(number, at: now)
      if isFirst { state.asked = (number, now) }
      return (isFirst, isEcho, state.cancel)
    }
    guard isFirst else {
      if !isEcho { insist() }
      return
    }
    cancel?()
    queue.asyncAfter(deadline: .now() + Self.patience) { [self] in insist() }
  }

  /// Everything on disk is such that a kill costs nothing; waiting longer would help nobody.
  private func insist() {
    guard !state.withLock(\.isOver) else { return }
    Output.error.writeNow(lines: lastWords())
    _exit(ExitStatus.interrupted.rawValue)
  }

  /// From now on nothing is called: waits for a call under way.
  private func end() {
    let sources = state.withLock { state in
      defer { state = State(isOver: true) }
      return state.sources
    }
    for source in sources { source.cancel() }
    queue.sync {}
  }
}
