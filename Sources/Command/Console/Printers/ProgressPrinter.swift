import Foundation
import Locking
import MirrorCore

/// Shows the progress of a run in the chosen mode, and its summary at the end.
///
/// If a run ends without `finished`, call ``restore()``.
package final class ProgressPrinter: MirrorDelegate {
  private struct Notes {
    var run: RunFacts?
    var failures = FailureNotes()
  }

  private let printer: any EventPrinting
  private let showsCleanSummary: Bool
  /// Whether the summary is written here and not by the printer.
  private let writesSummary: Bool
  /// Whether notes are written here because the printer does not write them to standard error.
  private let writesNotes: Bool
  private let isVerbose: Bool
  private let terminal: Terminal
  private let notes = Locked(Notes())

  /// - Parameters:
  ///   - mode: ``ProgressMode/auto`` is resolved here.
  ///   - terminal: standard error.
  ///   - output: standard output; written to only in ``ProgressMode/json``.
  ///   - isVerbose: whether notes go to standard error in every mode.
  ///   - isPart: whether a ``SummedRuns`` writes the summary of this run and others.
  ///   - whenSilent: for ``ProgressMode/log``: lines for the end of a run in which nothing happened.
  ///   - now: the wall clock, for the events' `time`.
  package init(
    _ mode: ProgressMode, terminal: Terminal, output: Output, isVerbose: Bool = false,
    isPart: Bool = false,
    whenSilent: @escaping @Sendable (MirrorSummary) -> [String] = { _ in [] },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    let mode = mode.resolved(for: terminal)
    (self.terminal, self.isVerbose) = (terminal, isVerbose)
    showsCleanSummary = mode == .live || mode == .lines
    writesSummary = mode != .log && !isPart
    // Gaps in a listing and failed hosts count as failures, too.
    writesNotes = mode == .none || isVerbose && mode == .json
    printer =
      switch mode {
      case .none: QuietPrinter()
      case .json: JSONPrinter(output: output, now: now)
      case .live: LivePrinter(terminal: terminal)
      case .log: JournalPrinter(terminal.output, whenSilent: whenSilent)
      case .lines, .auto: LinePrinter(output: terminal.output)
      }
  }

  /// Erases the live view and restores the terminal. Waits for the frame that is being drawn; can be called
  /// from any thread and more than once.
  package func restore() { printer.close() }

  package func mirror(didEmit event: MirrorEvent) {
    notes.withLock { notes in
      notes.failures.note(event)
      if case .started(let run) = event { notes.run = run }
    }
    printer.show(event)
    switch event {
    case .noted(let note) where writesNotes && (isVerbose || note.isWarning):
      terminal.output.write(wrapping: EventLine.lines(for: event))
    case .finished(let summary): finish(summary)
    default: break
    }
  }

  private func finish(_ summary: MirrorSummary) {
    printer.close()
    let (run, failures) = notes.withLock { ($0.run, $0.failures) }
    guard writesSummary,
      showsCleanSummary || !SummaryText.isClean(summary, failures: failures)
    else { return }
    terminal.output.write(wrapping: SummaryText.lines(for: summary, run: run, failures: failures))
  }
}

/// How the progress of a run is shown: the values of `--progress`.
package enum ProgressMode: String, CaseIterable, Sendable {
  /// ``live`` if standard error is a terminal with cursor movement, else ``lines``.
  case auto
  /// A view at the bottom of the terminal, redrawn ten times a second.
  case live
  /// A line for each photo that was fetched or failed, on standard error.
  case lines
  /// For journals: a line of progress a minute, failures and notes, on standard error; nothing if nothing happened.
  case log
  /// An object for each event, a line each, on standard output.
  case json
  /// Only failures and notes.
  case none

  /// The mode for `terminal`: never ``auto``, and ``live`` only if possible.
  package func resolved(for terminal: Terminal) -> ProgressMode {
    switch self {
    case .auto, .live: terminal.canMoveCursor ? .live : .lines
    case .lines, .log, .json, .none: self
    }
  }
}
