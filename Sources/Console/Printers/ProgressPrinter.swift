import Foundation
import Locking
import MirrorCore
import Mirroring

/// Shows a run's progress the way that was asked for, and its summary at the end.
///
/// A delegate of the run: hand it over, and nothing else needs to be told. Where a run ends without
/// `mirrorDidFinish`, call ``restore()``.
package final class ProgressPrinter: MirrorDelegate {
  private struct Notes {
    var run: RunFacts?
    var failures = FailureNotes()
  }

  private let printer: any EventPrinting
  private let showsCleanSummary: Bool
  /// Whether notes are written here, because the printer does not show them to people.
  private let writesNotes: Bool
  private let terminal: Terminal
  private let notes = Locked(Notes())

  /// - Parameters:
  ///   - mode: What `--progress` asks for; ``ProgressMode/auto`` is decided here.
  ///   - terminal: Where people look: standard error.
  ///   - output: Where programs read: standard output; only written to in ``ProgressMode/json``.
  ///   - isVerbose: Notes go to standard error in every mode.
  ///   - now: The wall clock, for the events' `time`.
  package init(
    _ mode: ProgressMode, terminal: Terminal, output: Output, isVerbose: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    let mode = mode.resolved(for: terminal)
    self.terminal = terminal
    showsCleanSummary = mode == .live || mode == .lines
    // Who wants to hear only of trouble wants to hear of gaps and hosts that are given up.
    writesNotes = mode == .none || isVerbose && !showsCleanSummary
    printer =
      switch mode {
      case .none: QuietPrinter()
      case .json: JSONPrinter(output: output, now: now)
      case .live: LivePrinter(terminal: terminal)
      case .lines, .auto: LinePrinter(output: terminal.output)
      }
  }

  /// Takes the live view away and puts the terminal right. Waits for the frame that is being drawn;
  /// may be called from any thread and more than once.
  package func restore() { printer.close() }

  package func mirrorDidStart(_ run: RunFacts) {
    notes.withLock { $0.run = run }
    show(.started(run))
  }

  package func mirrorDidList(_ page: PageFacts) { show(.listed(page)) }
  package func mirrorDidProgress(_ progress: ProgressFacts) { show(.progressed(progress)) }
  package func mirrorWillRetry(_ retry: RetryFacts) { show(.retrying(retry)) }
  package func mirrorDidEnd(_ photo: PhotoFacts, _ result: PhotoResult) {
    show(.ended(photo, result))
  }

  package func mirrorDidNote(_ note: NoteFacts) {
    show(.noted(note))
    if writesNotes { terminal.output.write(lines: EventLine.lines(for: .noted(note))) }
  }

  package func mirrorDidFinish(_ summary: MirrorSummary) {
    show(.finished(summary))
    printer.close()
    let (run, failures) = notes.withLock { ($0.run, $0.failures) }
    guard showsCleanSummary || !SummaryText.isClean(summary, failures: failures) else { return }
    terminal.output.write(lines: SummaryText.lines(for: summary, run: run, failures: failures))
  }

  private func show(_ event: MirrorEvent) {
    notes.withLock { $0.failures.note(event) }
    printer.show(event)
  }
}
