import Console
import Foundation
import MirrorCore

/// The file of `--metrics`: the last run of each mirror for Prometheus' node_exporter, which reads such files of a
/// folder (text exposition format 0.0.4; without time stamps, which it refuses).
enum RunMetrics {
  private typealias Sample = (labels: String, value: String)

  /// - Parameter earlier: What the file had before; a mirror keeps the time of its last success.
  static func text(of all: [RunRecord], after earlier: String) -> String {
    // Sources that differ in what is hidden have the same labels, which may be in the file once.
    let runs = all.indices.filter { index in
      !all[(index + 1)...].contains { labels($0) == labels(all[index]) }
    }.map { all[$0] }
    return metrics.map { metric in
      let name = "photomirror_\(metric.name)"
      let samples = runs.flatMap { metric.samples($0, earlier) }
      guard !samples.isEmpty else { return "" }
      return
        (["# HELP \(name) \(metric.help)", "# TYPE \(name) gauge"]
        + samples.map { "\(name){\($0.labels)} \($0.value)" }).joined(separator: "\n") + "\n"
    }.joined()
  }

  private static let metrics:
    [(name: String, help: String, samples: @Sendable (RunRecord, String) -> [Sample])] = [
      (
        "run_end_timestamp_seconds", "When the last run ended, in seconds since 1970.",
        { run, _ in sample(run, seconds(run.end)) }
      ),
      (
        "success_timestamp_seconds",
        "When the last run without failures ended, in seconds since 1970.",
        { run, earlier in
          sample(run, run.status == .success ? seconds(run.end) : success(of: run, in: earlier))
        }
      ),
      (
        "run_duration_seconds", "How long the last run took.",
        { run, _ in
          sample(run, String(format: "%.3f", max(0, run.end.timeIntervalSince(run.begin))))
        }
      ),
      (
        "run_exit_status", "The exit status of the last run; 0 is success.",
        { run, _ in sample(run, "\(run.status.rawValue)") }
      ),
      (
        "run_listing_complete", "Whether the last run read the listing to its end.",
        { run, _ in sample(run, run.summary?.isListingComplete == true ? "1" : "0") }
      ),
      (
        "run_fetched_bytes", "Bytes that the last run received.",
        { run, _ in sample(run, "\(run.summary?.bytesFetched ?? 0)") }
      ),
      (
        "run_photos", "Photos of the last run by result.",
        { run, _ in run.counts.map { (labels(run, ("result", $0.key)), "\($0.count)") } }
      ),
      (
        "oldest_check_timestamp_seconds",
        "When the file that was not verified for longest was, or else stored, in seconds since 1970.",
        { run, _ in sample(run, run.checks?.oldest.map { "\($0)" }) }
      ),
      (
        "checked_files", "Files that were verified in the last 30 days.",
        { run, _ in sample(run, run.checks.map { "\($0.recent)" }) }
      ),
      (
        "rotten_files", "Files that were damaged or suspected to be rotten at their last check.",
        { run, _ in sample(run, run.checks.map { "\($0.rotten)" }) }
      ),
    ]

  private static func sample(_ run: RunRecord, _ value: String?) -> [Sample] {
    value.map { [(labels(run), $0)] } ?? []
  }

  private static func seconds(_ date: Date) -> String { "\(Int64(date.timeIntervalSince1970))" }

  private static func labels(_ run: RunRecord, _ more: (String, String)...) -> String {
    ([("source", shown(run.source)), ("directory", run.directory)]
      + (run.worker.map { [("worker", $0)] } ?? []) + more)
      .map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
  }

  /// A source's address without its query, and without a name and a password before its host: it may contain a key,
  /// and others on the network and on this machine read the metrics.
  static func shown(_ source: String) -> String {
    let address = source.prefix { $0 != "?" && $0 != "#" }
    let end = address.count < source.count ? "?…" : ""
    guard let start = address.firstRange(of: "://")?.upperBound else { return address + end }
    let host = address[start...].prefix { $0 != "/" }
    guard let at = host.lastIndex(of: "@") else { return address + end }
    return address[..<start] + "…" + address[at...] + end
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private static func success(of run: RunRecord, in earlier: String) -> String? {
    let beginning = "photomirror_success_timestamp_seconds{\(labels(run))} "
    return earlier.split(separator: "\n").first { $0.hasPrefix(beginning) }
      .flatMap { Int64($0.dropFirst(beginning.count)) }.map { "\($0)" }
  }
}
