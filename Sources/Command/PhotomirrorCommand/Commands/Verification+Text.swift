import Console
import MirrorCore
import Mirroring

extension TaskFrame {
  /// Shows how far a verification is, and what it found in the last file.
  func show(_ progress: Verification.Progress, isPartial: Bool = false) {
    if let finding = progress.finding { write(finding.object, finding.text) }
    show(
      "verified \(Quantity.count(progress.counts.checked)) of "
        + Quantity.count(progress.total, of: "photo"))
    reach { progress.end("interrupted", isPartial: isPartial) }
  }
}

extension Verification.Progress {
  /// The summary.
  /// - Parameter isPartial: Whether one of several verifications reads all files, so that the summary tells their pace.
  func end(_ ending: String, isPartial: Bool) -> TaskEnd {
    var lines = [summary]
    if isPartial, let pace = coverage?.pace { lines.append(pace) }
    if let reason = recordingError {
      lines.append("warning: the catalog does not record this check: \(reason)")
    }
    return TaskEnd(lines, hints: hints, object(ending), isWhole: !counts.hasProblems)
  }

  private var summary: String {
    let photos = Quantity.count(counts.checked, outOf: total, of: "photo")
    let kinds = [
      (counts.edited, "edited"), (counts.rotten, "suspected rot"), (counts.swapped, "swapped"),
      (counts.damaged, "damaged"),
    ].filter { $0.0 > 0 }.map { "\(Quantity.count($0.0)) \($0.1)" }
    let rare = [
      (counts.unreadable, "unreadable"),
      (counts.incomplete, "with a missing or damaged sidecar or thumbnail"),
      (counts.extra, "extra"),
    ]
    return "verified \(photos), \(Quantity.bytes(counts.byteCount)): "
      + "\(Quantity.count(counts.missing)) missing, \(Quantity.count(counts.changed)) changed"
      + (kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))")
      + rare.filter { $0.0 > 0 }.map { ", \(Quantity.count($0.0)) \($0.1)" }.joined()
  }

  private var hints: [String] {
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

  private func object(_ ending: String) -> JSONObject {
    var object = JSONObject()
    object.set("ending", ending)
    object.set("checked", counts.checked)
    object.set("total", total)
    object.set("bytes", counts.byteCount)
    object.set("missing", counts.missing)
    object.set("changed", counts.changed)
    object.set("edited", counts.edited)
    object.set("rotten", counts.rotten)
    object.set("swapped", counts.swapped)
    object.set("damaged", counts.damaged)
    object.set("unreadable", counts.unreadable)
    object.set("incomplete", counts.incomplete)
    object.set("extra", counts.extra)
    object.set("checks", coverage.map(JSONObject.init))
    return object
  }
}
