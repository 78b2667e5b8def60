import Locking
import MirrorCore

/// The one summary of several runs into a mirror, one after another. Receives the events of each, after its printer.
package final class SummedRuns: MirrorDelegate {
  fileprivate struct State {
    var sum: MirrorSummary?
    var run: RunFacts?
    var failures = FailureNotes()
    var gone: [GoneReport] = []
  }

  private let output: Output
  private let mode: ProgressMode
  private let state = Locked(State())

  /// - Parameters:
  ///   - mode: That of the runs' printers.
  ///   - terminal: Standard error.
  package init(_ mode: ProgressMode, terminal: Terminal) {
    (self.mode, output) = (mode.resolved(for: terminal), terminal.output)
  }

  /// Whether an interruption or a limit ended the last run: no other one should begin.
  package var isStopped: Bool {
    switch state.withLock(\.sum?.ending) {
    case .interrupted, .limited: true
    case .finished, .sourceFailed, .directoryFailed, nil: false
    }
  }

  package func mirror(didEmit event: MirrorEvent) {
    let failure: MirrorError? = state.withLock { state in
      state.failures.note(event)
      switch event {
      case .started(let run): state.run = run
      case .finished(let summary): return state.add(summary)
      case .listed, .progressed, .retrying, .ended, .detailed, .noted: break
      }
      return nil
    }
    // The summary is about all sources, and this is about one.
    if let failure, mode != .log { output.write(lines: failure.report.lines) }
  }

  /// Writes the summary, as a ``ProgressPrinter`` writes that of one run.
  package func write() {
    guard mode != .log else { return }
    let lines: [String] = state.withLock { state in
      guard let sum = state.sum else { return [] }
      let isClean = SummaryText.isClean(sum, failures: state.failures)
      guard !isClean || mode == .live || mode == .lines else { return [] }
      return SummaryText.lines(
        for: sum, run: state.run, failures: state.failures, gone: state.gone)
    }
    if !lines.isEmpty { output.write(lines: lines) }
  }
}

extension SummedRuns.State {
  /// - Returns: Why the source or the directory failed, if it did.
  fileprivate mutating func add(_ summary: MirrorSummary) -> MirrorError? {
    var sum = self.sum ?? MirrorSummary(ending: .finished)
    sum.totals.add(summary.totals)
    sum.bytesFetched = sum.bytesFetched.addingClamped(summary.bytesFetched)
    sum.elapsed += summary.elapsed
    sum.pendingDetails += summary.pendingDetails
    sum.fullPassIn = [sum.fullPassIn, summary.fullPassIn].compactMap(\.self).min()
    if let report = summary.gone { gone.append(report) }
    var failure: MirrorError?
    switch summary.ending {
    case .finished: break
    case .interrupted, .limited: sum.ending = summary.ending
    case .sourceFailed(let error), .directoryFailed(let error): failure = error
    }
    self.sum = sum
    return failure
  }
}
