import Console
import MirrorCore
import Mirroring

/// A run whose progress a printer shows, until it ends or a signal stops it.
struct WatchedRun: Sendable {
  let printer: ProgressPrinter
  /// Of the messages when it is interrupted or stuck.
  var hints = [SummaryText.resume]

  /// Ends the process with the reason why the run does not end by itself.
  var whenStuck: @Sendable (String) -> Void {
    { [printer, hints] reason in
      printer.restore()
      Message.end(.sourceFailed, reason, hints: hints)
    }
  }

  /// - Throws: ``CommandFailure`` if the run cannot begin.
  func status(
    of run: @escaping @Sendable () async throws -> MirrorSummary
  ) async throws -> ExitStatus {
    do {
      let summary = try await StopSignals.run(run) { [printer, hints] in
        printer.restore()
        return Message(.error, "interrupted", hints: hints).lines
      }
      return ExitStatus(summary)
    } catch let error as MirrorError {
      printer.restore()
      throw CommandFailure(error)
    }
  }
}
