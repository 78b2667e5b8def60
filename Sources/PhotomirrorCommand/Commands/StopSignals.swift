import Console
import Dispatch
import Foundation
import Locking

/// SIGINT, SIGTERM and SIGHUP as a wish to stop: the first cancels the work's task, and a second one,
/// or two seconds without an end, insists: the process ends with exit code 130.
final class StopSignals: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// A little less than the two seconds that are promised.
  private static let patience = DispatchTimeInterval.milliseconds(1800)

  private struct State {
    var sources: [any DispatchSourceSignal] = []
    var isAsked = false
    var isOver = false
  }

  private let queue = DispatchQueue(label: "stop signals")
  private let state = Locked(State())
  private let cancel: @Sendable () -> Void
  private let lastWords: @Sendable () -> [String]

  /// Runs `work` in a task that the first signal cancels, and gives what it gives.
  /// - Parameter lastWords: what standard error is told before an end that was insisted on. On a queue
  ///   of this type's own; must not wait for `work`.
  static func run<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result,
    lastWords: @escaping @Sendable () -> [String]
  ) async throws -> Result {
    let task = Task { try await work() }
    let signals = StopSignals(cancel: { task.cancel() }, lastWords: lastWords)
    defer { signals.end() }
    return try await task.value
  }

  private init(
    cancel: @escaping @Sendable () -> Void, lastWords: @escaping @Sendable () -> [String]
  ) {
    self.cancel = cancel
    self.lastWords = lastWords
    // What was ignored from the start stays so: nohup(1) and a shell's `&` mean it.
    let sources = Self.signals.filter { !Self.ignore($0) }.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [self] in hear() }
      source.resume()
      return source
    }
    state.withLock { $0.sources = sources }
  }

  /// Without this the signal's default, to end the process, comes before the source. Gives whether it
  /// was ignored before.
  private static func ignore(_ number: Int32) -> Bool {
    let address = { (handler: sighandler_t?) in unsafeBitCast(handler, to: Int.self) }
    return address(signal(number, SIG_IGN)) == address(SIG_IGN)
  }

  private func hear() {
    let isFirst = state.withLock { state in
      defer { state.isAsked = true }
      return !state.isAsked
    }
    guard isFirst else { return insist() }
    cancel()
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
