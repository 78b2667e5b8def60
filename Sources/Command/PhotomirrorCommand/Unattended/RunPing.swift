import Console
import Foundation
import Mirroring

/// Tells the check of a mirror that a run begins, and how it ended. A failure is a warning.
struct RunPing: Sendable {
  let check: MonitorPing
  let options: MirrorOptions
  private let run = UUID()

  init(check: MonitorPing, options: MirrorOptions) {
    (self.check, self.options) = (check, options)
  }

  func begin() async { report(await check.send(.start, run: run, options)) }

  /// - Parameter record: Of the run, with its status.
  func end(_ record: RunRecord) async {
    let status = UInt8(clamping: record.status.rawValue)
    report(await check.send(.end(status: status), run: run, body: Self.text(of: record), options))
  }

  private func report(_ problem: String?) {
    if let problem { Message(.warning, "the ping of this mirror's check \(problem)").write() }
  }

  /// The summary, as on the terminal.
  static func text(of record: RunRecord) -> String {
    var lines = ["\(record.name ?? record.source): \(record.ending)"]
    if let summary = record.summary {
      lines += SummaryText.lines(for: summary, run: nil, failures: record.failures)
    } else if let reason = record.reason {
      lines.append(TerminalText.line(reason, limit: 1000))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
