import Console
import Locking
import MirrorCore
import Mirroring

/// Shows the findings of a verification, its progress on a terminal, and a summary. Any thread.
final class VerificationPrinter: Sendable {
  private struct State {
    var progress = Verification.Progress()
    var screen = LiveScreen()
    var isShown = false
    var drawn: ContinuousClock.Instant?
  }

  private static let interval = Duration.milliseconds(100)

  private let json: JSONChoice
  private let progress: ProgressMode
  private let isPartial: Bool
  private let terminal: Terminal
  private let state = Locked(State())

  /// - Parameters:
  ///   - progress: With ``ProgressMode/none``, a verification without problems has no summary.
  ///   - isPartial: Whether one of several verifications reads all files, so that the summary tells their pace.
  ///   - terminal: standard error; results go to standard output.
  init(
    _ json: JSONChoice = JSONChoice(), _ progress: ProgressMode = .auto, isPartial: Bool = false,
    terminal: Terminal
  ) {
    (self.json, self.progress, self.isPartial) = (json, progress, isPartial)
    self.terminal = terminal
  }

  /// Whether a file of the catalog was missing, changed or unreadable.
  var hasProblems: Bool { state.withLock { $0.progress.counts.hasProblems } }

  func show(_ progress: Verification.Progress) {
    state.withLock { state in
      state.progress = progress
    }
    if let finding = progress.finding {
      terminal.output.write(erase())
      Output.standard.write(lines: json.isOn ? json.lines(finding.object) : [finding.text])
    }
    terminal.output.write(draw())
  }

  /// Shows the summary.
  func finish(isInterrupted: Bool) {
    if json.isOn {
      Output.standard.write(lines: json.lines(object(isInterrupted: isInterrupted)))
    }
    terminal.output.write(erase())
    if progress != .none || isInterrupted || hasProblems {
      terminal.output.write(lines: summary(isInterrupted: isInterrupted))
    }
  }

  /// The lines for standard error at a forced exit; writes to standard output only what does not block.
  func finalLines() -> [String] {
    if json.isOn { Output.standard.writeNow(lines: json.lines(object(isInterrupted: true))) }
    var lines = summary(isInterrupted: true)
    lines[0] = erase() + lines[0]
    return lines
  }

  /// Shows these lines instead of the progress.
  func finish(_ lines: [String]) {
    terminal.output.write(erase())
    terminal.output.write(lines: lines)
  }

  private func erase() -> String {
    let size = terminal.size
    return state.withLock { state in
      defer { state.isShown = false }
      return state.isShown ? state.screen.erase(notices: [], size: size) : ""
    }
  }

  /// At most ten times a second.
  private func draw() -> String {
    guard terminal.canMoveCursor, [.auto, .live].contains(progress) else { return "" }
    let (now, size) = (ContinuousClock.now, terminal.size)
    return state.withLock { state in
      if let drawn = state.drawn, now - drawn < Self.interval { return "" }
      (state.drawn, state.isShown) = (now, true)
      let (checked, total) = (state.progress.counts.checked, state.progress.total)
      let line = "verified \(Quantity.count(checked)) of \(Quantity.count(total, of: "photo"))"
      return state.screen.draw([line], notices: [], size: size)
    }
  }

  private func summary(isInterrupted: Bool) -> [String] {
    let progress = state.withLock(\.progress)
    let counts = progress.counts
    let photos = Quantity.count(counts.checked, outOf: progress.total, of: "photo")
    let kinds = [
      (counts.edited, "edited"), (counts.rotten, "suspected rot"), (counts.swapped, "swapped"),
      (counts.damaged, "damaged"),
    ].filter { $0.0 > 0 }.map { "\(Quantity.count($0.0)) \($0.1)" }
    let rare = [
      (counts.unreadable, "unreadable"),
      (counts.incomplete, "with a missing or damaged sidecar or thumbnail"),
      (counts.extra, "extra"),
    ]
    var lines = [
      "verified \(photos), \(Quantity.bytes(counts.byteCount)): "
        + "\(Quantity.count(counts.missing)) missing, \(Quantity.count(counts.changed)) changed"
        + (kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))")
        + rare.filter { $0.0 > 0 }.map { ", \(Quantity.count($0.0)) \($0.1)" }.joined()
    ]
    if isInterrupted {
      lines.append("interrupted; 'verify \(isPartial ? "--oldest" : "--resume")' continues")
    }
    if isPartial, let pace = progress.coverage?.pace { lines.append(pace) }
    if let reason = progress.recordingError {
      lines.append("warning: the catalog does not record this check: \(reason)")
    }
    return lines + Self.hints(counts)
  }

  private static func hints(_ counts: Verification.Counts) -> [String] {
    var lines: [String] = []
    if counts.missing + counts.changed + counts.incomplete > 0 {
      lines.append(
        "hint: 'photomirror repair' fetches missing and damaged files again, and keeps edited ones"
      )
    }
    if counts.extra > 0 {
      lines.append("hint: an extra file (+) does not belong to this mirror, and is not changed")
    }
    return lines
  }

  private func object(isInterrupted: Bool) -> JSONObject {
    let progress = state.withLock(\.progress)
    var object = JSONObject()
    object.set("ending", isInterrupted ? "interrupted" : "finished")
    object.set("checked", progress.counts.checked)
    object.set("total", progress.total)
    object.set("bytes", progress.counts.byteCount)
    object.set("missing", progress.counts.missing)
    object.set("changed", progress.counts.changed)
    object.set("edited", progress.counts.edited)
    object.set("rotten", progress.counts.rotten)
    object.set("swapped", progress.counts.swapped)
    object.set("damaged", progress.counts.damaged)
    object.set("unreadable", progress.counts.unreadable)
    object.set("incomplete", progress.counts.incomplete)
    object.set("extra", progress.counts.extra)
    object.set("checks", progress.coverage.map(JSONObject.init))
    return object
  }
}
