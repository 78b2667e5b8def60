import Console
import Locking
import MirrorCore
import Mirroring

/// Shows the findings of a verification, its progress on a terminal, and a summary. Any thread.
final class VerificationPrinter: Sendable {
  private struct State {
    var progress = Verification.Progress()
    var missing = 0
    var wrong = 0
    var screen = LiveScreen()
    var isShown = false
    var drawn: ContinuousClock.Instant?
  }

  private static let interval = Duration.milliseconds(100)

  private let isJSON: Bool
  private let terminal: Terminal
  private let state = Locked(State())

  /// - Parameter terminal: standard error; results go to standard output.
  init(isJSON: Bool, terminal: Terminal) {
    self.isJSON = isJSON
    self.terminal = terminal
  }

  /// Whether a file was missing or changed.
  var hasFindings: Bool { state.withLock { $0.missing + $0.wrong > 0 } }

  func show(_ progress: Verification.Progress) {
    state.withLock { state in
      state.progress = progress
      switch progress.finding {
      case .missing: state.missing += 1
      case .changed, .damaged, .unreadable: state.wrong += 1
      case nil: break
      }
    }
    if let finding = progress.finding {
      terminal.output.write(erase())
      Output.standard.write(lines: [isJSON ? JSONObject(finding).line : finding.text])
    }
    terminal.output.write(draw())
  }

  /// Shows the summary.
  func finish(isInterrupted: Bool) {
    if isJSON { Output.standard.write(lines: [object(isInterrupted: isInterrupted).line]) }
    terminal.output.write(erase())
    terminal.output.write(lines: summary(isInterrupted: isInterrupted))
  }

  /// The lines for standard error at a forced exit; writes to standard output only what does not block.
  func finalLines() -> [String] {
    if isJSON { Output.standard.writeNow(lines: [object(isInterrupted: true).line]) }
    var lines = summary(isInterrupted: true)
    lines[0] = erase() + lines[0]
    return lines
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
    guard terminal.canMoveCursor else { return "" }
    let (now, size) = (ContinuousClock.now, terminal.size)
    return state.withLock { state in
      if let drawn = state.drawn, now - drawn < Self.interval { return "" }
      (state.drawn, state.isShown) = (now, true)
      let (checked, total) = (state.progress.checked, state.progress.total)
      let line = "verified \(Quantity.count(checked)) of \(Quantity.count(total, of: "photo"))"
      return state.screen.draw([line], notices: [], size: size)
    }
  }

  private func summary(isInterrupted: Bool) -> [String] {
    let (progress, missing, wrong) = state.withLock { ($0.progress, $0.missing, $0.wrong) }
    let photos = Quantity.count(progress.checked, outOf: progress.total, of: "photo")
    var lines = [
      "verified \(photos), \(Quantity.bytes(progress.byteCount)): "
        + "\(missing) missing, \(wrong) changed"
    ]
    if isInterrupted { lines.append("interrupted") }
    if missing > 0 { lines.append("hint: 'photomirror sync' fetches missing files again") }
    if wrong > 0 {
      lines.append("hint: to fetch a changed file again, move it away and sync")
    }
    return lines
  }

  private func object(isInterrupted: Bool) -> JSONObject {
    let (progress, missing, wrong) = state.withLock { ($0.progress, $0.missing, $0.wrong) }
    var object = JSONObject()
    object.set("ending", isInterrupted ? "interrupted" : "finished")
    object.set("checked", progress.checked)
    object.set("total", progress.total)
    object.set("bytes", progress.byteCount)
    object.set("missing", missing)
    object.set("changed", wrong)
    return object
  }
}
