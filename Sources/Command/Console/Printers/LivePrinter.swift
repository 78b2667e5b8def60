import Dispatch
import Foundation
import Locking
import MirrorCore
import SystemCalls

/// The live view, drawn at most ten times a second on its own thread, which ends with ``close()``.
/// Failures and notes scroll away above it.
final class LivePrinter: EventPrinting {
  private struct State {
    var tally = Tally()
    var notices: [String] = []
    var dropped = 0
    var isClosed = false
  }

  private static let interval = DispatchTimeInterval.milliseconds(100)
  /// Notices that are kept between two frames, which bounds the memory while the terminal is paused.
  private static let mostNotices = 500

  private let terminal: Terminal
  private let start = ContinuousClock.now
  private let state = Locked(State())
  private let closing = DispatchSemaphore(value: 0)
  private let closed = DispatchSemaphore(value: 0)

  init(terminal: Terminal) {
    self.terminal = terminal
    NamedThread.start(named: "live view") { [self] in drawUntilClosed() }
  }

  func show(_ event: MirrorEvent) {
    let time = ContinuousClock.now - start
    let notices = Self.notices(for: event)
    state.withLock { state in
      state.tally.note(event, at: time)
      let room = max(0, Self.mostNotices - state.notices.count)
      state.notices += notices.prefix(room)
      state.dropped += max(0, notices.count - room)
    }
  }

  /// Erases the view and waits until that is done.
  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if isFirst { closing.signal() }
    closed.wait()
    closed.signal()
  }

  /// Photos without problems are only counted.
  private static func notices(for event: MirrorEvent) -> [String] {
    switch event {
    case .ended(_, .mirrored(let stored)), .ended(_, .adopted(let stored)):
      Array(EventLine.lines(for: event).suffix(stored.warnings.count))
    case .ended, .listed, .noted: EventLine.lines(for: event)
    case .started, .progressed, .retrying, .detailed, .finished: []
    }
  }

  private func drawUntilClosed() {
    var screen = LiveScreen()
    while closing.wait(timeout: .now() + Self.interval) == .timedOut {
      // Not before the first frame: the handlers of the signals that end the run restore it, and are there by then.
      TerminalEcho.hideControls(of: terminal.output)
      let (tally, notices) = take()
      let size = terminal.size
      let (time, now) = (ContinuousClock.now - start, Date())
      let lines = LiveFrame.lines(
        tally: tally, at: time, columns: size.columns, rows: size.rows,
        isColored: terminal.wantsColor
      ) { Quantity.timeOfDay(now.addingTimeInterval(($0 - time).seconds)) }
      let wrapped = notices.flatMap { WordWrap.hanging($0, width: size.columns) }
      terminal.output.write(screen.draw(lines, notices: wrapped, size: size))
    }
    let (_, notices) = take()
    terminal.output.write(screen.erase(notices: notices, size: terminal.size))
    TerminalEcho.restore()
    closed.signal()
  }

  /// The tally, and the notices since the last frame.
  private func take() -> (Tally, [String]) {
    state.withLock { state in
      defer { (state.notices, state.dropped) = ([], 0) }
      let dropped = state.dropped
      let more = dropped > 0 ? ["… \(Quantity.count(dropped, of: "line")) left out"] : []
      return (state.tally, state.notices + more)
    }
  }
}
