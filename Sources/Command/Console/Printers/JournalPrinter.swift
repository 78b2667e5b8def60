import Foundation
import Locking
import MirrorCore

/// Writes what somebody who reads a journal wants to know of a run: its beginning, failures, notes, pauses, a line of
/// progress a minute, and the summary; and nothing of a run in which nothing happened.
package final class JournalPrinter: MirrorDelegate, EventPrinting {
  private struct State {
    var tally = Tally()
    var failures = FailureNotes()
    /// Lines that are only written if others follow.
    var pending: [String] = []
    var hasSpoken = false
    var lastProgress = Duration.zero
  }

  private static let interval = Duration.seconds(60)

  private let sink: any LineSink
  private let elapsed: @Sendable () -> Duration
  private let whenSilent: @Sendable (MirrorSummary) -> [String]
  private let state = Locked(State())

  /// - Parameters:
  ///   - elapsed: The time since the beginning of the run.
  ///   - whenSilent: Lines for the end of a run in which nothing happened.
  package init(
    _ sink: any LineSink, elapsed: (@Sendable () -> Duration)? = nil,
    whenSilent: @escaping @Sendable (MirrorSummary) -> [String] = { _ in [] }
  ) {
    let start = ContinuousClock.now
    self.sink = sink
    self.elapsed = elapsed ?? { ContinuousClock.now - start }
    self.whenSilent = whenSilent
  }

  package func mirror(didEmit event: MirrorEvent) { show(event) }

  func show(_ event: MirrorEvent) {
    let time = elapsed()
    let lines = state.withLock { state in
      state.tally.note(event, at: time)
      state.failures.note(event)
      return text(of: event, at: time, &state)
    }
    sink.write(lines: lines)
  }

  func close() {}

  private func text(
    of event: MirrorEvent, at time: Duration, _ state: inout State
  ) -> [String] {
    switch event {
    case .started:
      state.pending = EventLine.lines(for: event)
      return []
    case .ended(_, .mirrored(let stored)), .ended(_, .adopted(let stored)):
      return spoken(EventLine.lines(for: event).suffix(stored.warnings.count), &state)
        + progress(at: time, &state)
    case .noted(.smallerFiles):
      // It is true of every run until an upgrade, so it alone is no news.
      state.pending += EventLine.lines(for: event)
      return []
    case .ended(_, .known), .progressed, .detailed: return progress(at: time, &state)
    case .finished(let summary):
      guard state.hasSpoken || isEventful(summary, state.failures) else {
        return whenSilent(summary)
      }
      return spoken(
        SummaryText.lines(for: summary, run: state.tally.run, failures: state.failures), &state)
    default: return spoken(EventLine.lines(for: event)[...], &state)
    }
  }

  private func spoken(_ lines: some Collection<String>, _ state: inout State) -> [String] {
    guard !lines.isEmpty else { return [] }
    defer { (state.pending, state.hasSpoken) = ([], true) }
    return state.pending + lines
  }

  /// A line if the last one is old, and photos or their details are fetched.
  private func progress(at time: Duration, _ state: inout State) -> [String] {
    guard time - state.lastProgress >= Self.interval,
      state.tally.totals.fetched > 0 || state.tally.details != nil
    else { return [] }
    state.lastProgress = time
    let tally = state.tally
    if let details = tally.detailText(at: time) {
      return spoken([DisplayWidth.padded("progress", to: 10) + details], &state)
    }
    var parts = [Quantity.count(tally.totals.done, of: "photo")]
    if let total = tally.total {
      parts = [Quantity.count(tally.totals.done, outOf: total, of: "photo")]
    }
    parts.append(Quantity.bytes(tally.bytes))
    if let rate = tally.bytesPerSecond(at: time) { parts.append(Quantity.rate(rate)) }
    if let left = tally.timeLeft(at: time) { parts.append("\(Quantity.clock(left)) left") }
    return spoken([DisplayWidth.padded("progress", to: 10) + parts.joined(separator: ", ")], &state)
  }

  private func isEventful(_ summary: MirrorSummary, _ failures: FailureNotes) -> Bool {
    let gone = summary.gone
    return summary.totals.fetched > 0 || !SummaryText.isClean(summary, failures: failures)
      || (gone?.newlyGone ?? 0) + (gone?.trashed ?? 0) + (gone?.deleted ?? 0) > 0
  }
}

extension MirrorTotals {
  /// Photos whose files are new.
  fileprivate var fetched: Int { mirrored + adopted + replaced + restored }
}
