import Console
import MirrorCore

/// The file of `--report`: the runs of this command into one file, as a JSON object.
enum RunReport {
  static func text(of runs: [RunRecord]) -> String { keys.object(runs).line + "\n" }

  static let keys = ResultKeys<[RunRecord]> {
    $0.add("program") { _ in ProgramVersion.line }
    $0.add("runs", each: \.self, runKeys)
  }

  private static let runKeys = ResultKeys<RunRecord> {
    $0.add("name", "in the configuration", \.name)
    $0.add("source", \.source)
    $0.add("directory", \.directory)
    $0.add("started_at", time: { Int64($0.begin.timeIntervalSince1970) })
    $0.add("ended_at", time: { Int64($0.end.timeIntervalSince1970) })
    $0.add("ending", "as of finished in progress, or not_begun", \.ending)
    $0.add("exit_status") { Int($0.status.rawValue) }
    $0.add("reason", \.reason)
    for count in RunRecord.countKeys { $0.add(count.key, "", count.count) }
    $0.add("fetched_bytes") { $0.summary?.bytesFetched ?? 0 }
    $0.add("listing_complete") { $0.summary?.isListingComplete ?? false }
    $0.add("checks", "as of status", { $0.checks.map(CheckCoverage.keys.object) })
    $0.add("failures", each: \.failures.groups, failureKeys)
  }

  private static let failureKeys = ResultKeys<FailureNotes.Group> {
    $0.add("reason", \.reason)
    $0.add("photos", \.count)
    $0.add("examples", \.examples)
  }
}
