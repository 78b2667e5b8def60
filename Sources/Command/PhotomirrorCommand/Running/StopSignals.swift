import Console
import Dispatch
import Foundation
import Locking
import Mirroring

/// Handles SIGINT, SIGTERM and SIGHUP: the first cancels the work's task; after a second one, or two
/// seconds, the process exits with status 130. The same signal within a second is ignored: timeout(1) sends
/// it to the process and to its group.
final class StopSignals: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// A little less than the documented two seconds.
  private static let grace = DispatchTimeInterval.milliseconds(1800)
  /// The same signal is ignored for this long.
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
  private let finalLines: @Sendable () -> [String]

  /// Runs `work` in a task that the first signal cancels, and returns its result. A signal before
  /// the work has begun ends the process as usual.
  /// - Parameter finalLines: written to standard error before a forced exit. Called on this
  ///   type's queue; must not wait for `work`.
  static func run<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result,
    finalLines: @escaping @Sendable () -> [String]
  ) async throws -> Result {
    let signals = StopSignals(finalLines: finalLines)
    for number in Self.signals where !isIgnored(number) { await signals.listen(for: number) }
    defer { signals.end() }
    let task = Task { try await work() }
    signals.cancel { task.cancel() }
    return try await task.value
  }

  private init(finalLines: @escaping @Sendable () -> [String]) {
    self.finalLines = finalLines
  }

  /// Signals that are ignored at the start stay ignored, as for nohup(1) and a shell's `&`.
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

  /// Called by the first signal, at once if it has arrived already.
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
      if !isEcho { exitNow() }
      return
    }
    cancel?()
    CatalogServer.stopWaiting()
    queue.asyncAfter(deadline: .now() + Self.grace) { [self] in exitNow() }
  }

  /// Forces the exit: a kill loses nothing that is done.
  private func exitNow() {
    guard !state.withLock(\.isOver) else { return }
    Output.error.writeNow(lines: finalLines())
    _exit(ExitStatus.interrupted.rawValue)
  }

  /// Stops listening, after a call in progress has returned.
  private func end() {
    let sources = state.withLock { state in
      defer { state = State(isOver: true) }
      return state.sources
    }
    for source in sources { source.cancel() }
    queue.sync {}
  }
}
