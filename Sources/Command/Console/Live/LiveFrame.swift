import MirrorCore

/// The lines of the live view, from the tally, the time and the terminal's size.
///
/// ```
/// flickr:recent → photos
/// ██████████████████████████████░░░░░░░░░░░░░░░░░░  63%  630 of 1,000 photos
/// 1.2 GB  8.3 MB/s  2:14 left  120 known  3 failed
///   Sunset at the lake            ██████████░░░░░░░░░░  52%  1.2 MB of 2.3 MB
///   Cat                           retry in 4 s: live.example.org: status 503
/// ```
package struct LiveFrame {
  let tally: Tally
  private let time: Duration
  /// The last column stays free: a terminal wraps when it is written.
  let width: Int
  private let isColored: Bool
  private let clock: (Duration) -> String?

  /// The lines, each narrower than `columns`, together fewer than `rows`: the cursor is below.
  /// There is always one line, and they are never made for fewer than eleven columns.
  ///
  /// - Parameters:
  ///   - isColored: whether the lines contain colours, which take no width.
  ///   - clock: the time of day of a time of the tally, for long waits.
  package static func lines(
    tally: Tally, at time: Duration, columns: Int, rows: Int, isColored: Bool = false,
    clock: @escaping (Duration) -> String? = { _ in nil }
  ) -> [String] {
    let frame = LiveFrame(
      tally: tally, time: time, width: max(10, columns - 1), isColored: isColored, clock: clock)
    let room = max(1, rows - 1)
    let head = Array(frame.head.suffix(room))
    let most = min(room - head.count, max(leastTransfers, rows / 3))
    return head + frame.transferLines(room: most)
  }

  /// The rows of transfers of a small terminal; a larger one has a third of its rows.
  private static let leastTransfers = 4

  /// The title, the bars, the numbers and the waits of calls; the first lines are left out first.
  private var head: [String] {
    [titleLine].compactMap { $0 } + [barLine] + [detailLine].compactMap { $0 } + numberLines
      + [callLine, waitLine].compactMap { $0 }
  }

  private var titleLine: String? {
    guard let run = tally.run else { return nil }
    let notes =
      (run.isDryRun ? "  dry run" : "") + (run.isResuming ? "  resuming" : "")
      + (run.isNewMirror ? "  a new mirror" : "")
    let source = TerminalText.line(run.source, limit: 1000)
    let directory = TerminalText.line(run.directory, limit: 1000)
    return DisplayWidth.truncated("\(source) → \(directory)\(notes)", to: width)
  }

  private var barLine: String {
    guard let fraction = tally.fraction, let total = tally.total else {
      return DisplayWidth.truncated("reading the listing …", to: width)
    }
    let done = Quantity.count(tally.totals.done)
    return barLine(
      fraction, "\(done) of \(Quantity.count(total, of: "photo"))",
      short: "\(done)/\(Quantity.count(total))")
  }

  private var detailLine: String? {
    guard let details = tally.details, details.total > 0 else { return nil }
    let (done, total) = (Quantity.count(details.done), Quantity.count(details.total))
    return barLine(
      Double(details.done) / Double(details.total), "details of \(done) of \(total)",
      short: "details \(done)/\(total)")
  }

  private func barLine(_ fraction: Double, _ long: String, short: String) -> String {
    var counts = " \(LiveBar.percent(fraction))  \(long)"
    if DisplayWidth.of(counts) > width / 2 { counts = " \(LiveBar.percent(fraction))  \(short)" }
    let room = width - DisplayWidth.of(counts)
    guard room >= 4 else { return DisplayWidth.truncated(String(counts.dropFirst()), to: width) }
    let bar = LiveBar.parts(fraction, width: min(80, room))
    return colored(bar.filled, .green) + bar.empty + counts
  }

  /// The numbers, on as many lines as needed.
  private var numberLines: [String] {
    var lines: [(text: String, width: Int)] = []
    for (text, color) in numbers {
      let shown = color.map { colored(text, $0) } ?? text
      if let last = lines.last, last.width + 2 + DisplayWidth.of(text) <= width {
        lines[lines.count - 1] = (last.text + "  " + shown, last.width + 2 + DisplayWidth.of(text))
      } else {
        lines.append((shown, DisplayWidth.of(text)))
      }
    }
    return lines.map(\.text)
  }

  private var numbers: [(String, ANSI.Color?)] {
    var numbers: [(String, ANSI.Color?)] = [(Quantity.bytes(tally.bytes), nil)]
    if tally.details != nil {
      if let rate = tally.detailsPerSecond(at: time) { numbers.append((Quantity.pace(rate), nil)) }
    } else if let rate = tally.bytesPerSecond(at: time) {
      numbers.append((Quantity.rate(rate), nil))
    }
    if let left = tally.details == nil ? tally.timeLeft(at: time) : tally.detailTimeLeft(at: time) {
      numbers.append((Quantity.clock(left) + " left", nil))
    }
    if tally.totals.known > 0 {
      numbers.append((Quantity.count(tally.totals.known) + " known", nil))
    }
    if tally.totals.replaced > 0 {
      numbers.append((Quantity.count(tally.totals.replaced) + " replaced", nil))
    }
    if tally.totals.adopted > 0 {
      numbers.append((Quantity.count(tally.totals.adopted) + " adopted", nil))
    }
    if tally.totals.failed > 0 {
      numbers.append((Quantity.count(tally.totals.failed) + " failed", .red))
    }
    if tally.totals.unavailable > 0 {
      numbers.append((Quantity.count(tally.totals.unavailable) + " unavailable", nil))
    }
    if tally.totals.refused > 0 {
      numbers.append((Quantity.count(tally.totals.refused) + " refused", .red))
    }
    return numbers
  }

  private var callLine: String? {
    guard let wait = tally.callWait, wait.until > time else { return nil }
    return colored(DisplayWidth.truncated(TerminalText.line(wait.text), to: width), .yellow)
  }

  private var waitLine: String? {
    guard let wait = tally.listingWait else { return nil }
    let line = DisplayWidth.truncated("listing: \(text(wait))", to: width)
    return colored(line, .yellow)
  }

  /// `retry in 4 s: the server says 503`
  func text(_ wait: RetryWait) -> String {
    let seconds = Int(min(1e9, max(0, (wait.until - time).seconds)).rounded(.up))
    let pause = seconds < 60 ? "\(seconds) s" : Quantity.clock(.seconds(seconds))
    // A pause that a site asks for can take an hour: then one looks at the clock.
    let host = wait.host.map { TerminalText.line($0) }
    let reason =
      wait.isAsked
      ? "\(host ?? "the site") asked for a pause"
      : (host.map { "\($0): " } ?? "") + TerminalText.line(wait.cause)
    if seconds >= 120, let time = clock(wait.until) {
      let offline = wait.isOffline ? "offline, " : ""
      return "\(offline)waits until \(time): \(reason)"
    }
    // Then a place among the transfers to the host is awaited.
    guard seconds > 0 else { return "waits for its turn: \(reason)" }
    guard wait.isOffline else { return "retry in \(pause): \(reason)" }
    guard let retryLimit = wait.retryLimit else {
      return "offline, next attempt in \(pause): \(reason)"
    }
    // Short, because the reason follows.
    return "offline, retry in \(pause) (for up to \(Quantity.limit(retryLimit))): \(reason)"
  }

  func colored(_ text: String, _ color: ANSI.Color) -> String {
    isColored && !text.isEmpty ? ANSI.colored(text, color) : text
  }
}

/// A bar of a number of columns.
enum LiveBar {
  /// The filled part and the empty part; together `width` columns wide.
  static func parts(_ fraction: Double, width: Int) -> (filled: String, empty: String) {
    let width = max(0, width)
    let filled = Int((min(1, max(0, fraction)) * Double(width)).rounded(.down))
    return (
      String(repeating: "█", count: filled), String(repeating: "░", count: width - filled)
    )
  }

  /// As a percentage without decimals, right-aligned in four columns; 100 only if everything is
  /// done.
  static func percent(_ fraction: Double) -> String {
    let percent = Int((min(1, max(0, fraction)) * 100).rounded(.down))
    return DisplayWidth.padded("\(percent)%", to: 4, isRight: true)
  }
}
