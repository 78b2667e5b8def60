import Console
import Foundation
import MirrorCore

/// The file of `--report`: the runs of this command into one file, as a JSON object.
enum RunReport {
  static func text(of runs: [RunRecord]) -> String {
    var report = JSONObject()
    report.set("program", Photomirror.version)
    report.set("runs", runs.map(object))
    return report.line + "\n"
  }

  private static func object(_ run: RunRecord) -> JSONObject {
    var object = JSONObject()
    object.set("name", run.name)
    object.set("source", run.source)
    object.set("directory", run.directory)
    object.set("started_at", secondsSince1970: Int64(run.begin.timeIntervalSince1970))
    object.set("ended_at", secondsSince1970: Int64(run.end.timeIntervalSince1970))
    object.set("ending", run.ending)
    object.set("exit_status", Int(run.status.rawValue))
    object.set("reason", run.reason)
    for (key, count) in run.counts { object.set(key, count) }
    object.set("fetched_bytes", run.summary?.bytesFetched ?? 0)
    object.set("listing_complete", run.summary?.isListingComplete ?? false)
    object.set("checks", run.checks.map(JSONObject.init))
    object.set(
      "failures",
      run.failures.groups.map { group in
        var failure = JSONObject()
        failure.set("reason", group.reason)
        failure.set("photos", group.count)
        failure.set("examples", group.examples)
        return failure
      })
    return object
  }
}
