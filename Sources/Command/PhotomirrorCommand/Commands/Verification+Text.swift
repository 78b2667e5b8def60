import Console
import MirrorCore
import Mirroring

extension TaskFrame {
  /// Shows how far a verification is, and what it found in the last file.
  func show(_ progress: Verification.Progress, isPartial: Bool = false) {
    if let file = progress.finding?.file { write(file, Verification.Finding.keys) }
    show(
      "verified \(Quantity.count(progress.counts.checked)) of "
        + Quantity.count(progress.total, of: "photo"))
    reach { progress.end("interrupted", isPartial: isPartial) }
  }
}

extension Verification.Finding {
  static let keys = FoundFile.keys(
    "same, missing, incomplete (its sidecar or thumbnail is missing or damaged), extra, renamed, changed, rotten, "
      + "swapped, damaged, unreadable"
  ) { $0.add("reason", \.reason) }

  var file: FoundFile {
    let word = problem?.rawValue ?? ""
    return switch self {
    case .same(let path): FoundFile("=", "same", path)
    case .missing(let path): FoundFile("-", word, path)
    case .obstructed(let path, let what): FoundFile("-", word, path, "\(what) is in its place")
    case .incomplete(let path, let what): FoundFile("-", word, path, "its \(what) is missing")
    case .damagedCompanion(let path, let companion, let reason):
      FoundFile("*", word, path, "\(companion) is damaged: \(reason)")
    case .extra(let path): FoundFile("+", "extra", path)
    case .renamed(let path, let from): FoundFile("+", "renamed", path, "has the bytes of \(from)")
    case .edited(let path):
      FoundFile("*", word, path, "an intact image, but not the one that was mirrored")
    case .rotten(let path):
      FoundFile(
        "*", word, path,
        "other bytes, but the size and the time of the mirrored file: suspected rot")
    case .swapped(let path, let origin):
      FoundFile("*", word, path, "has the bytes of \(origin)")
    case .damaged(let path, let reason): FoundFile("*", word, path, reason)
    case .unreadable(let path, let reason): FoundFile("!", word, path, reason)
    }
  }
}

extension Verification.Progress {
  static let keys = ResultKeys<(ending: String, progress: Self)> {
    $0.add("ending", "finished, interrupted", \.ending)
    $0.add("checked", "files read or missing", \.progress.counts.checked)
    $0.add("total", \.progress.total)
    $0.add("bytes", "of these", \.progress.counts.byteCount)
    $0.add("missing", \.progress.counts.missing)
    $0.add("changed", "the sum of the next four", \.progress.counts.changed)
    $0.add("edited", \.progress.counts.edited)
    $0.add("rotten", \.progress.counts.rotten)
    $0.add("swapped", \.progress.counts.swapped)
    $0.add("damaged", \.progress.counts.damaged)
    $0.add("unreadable", \.progress.counts.unreadable)
    $0.add("incomplete", \.progress.counts.incomplete)
    $0.add("extra", \.progress.counts.extra)
    $0.add("checks", part: \.progress.coverage, CheckCoverage.keys)
  }

  /// The summary.
  /// - Parameter isPartial: Whether one of several verifications reads all files, so that the summary tells their pace.
  func end(_ ending: String, isPartial: Bool) -> TaskEnd {
    var lines = [summary]
    if isPartial, let pace = coverage?.pace { lines.append(pace) }
    if let reason = recordingError {
      lines.append("warning: the catalog does not record this check: \(reason)")
    }
    return TaskEnd(
      lines, hints: hints, Self.keys.object((ending, self)), isWhole: !counts.hasProblems)
  }

  private var summary: String {
    let photos = Quantity.count(counts.checked, outOf: total, of: "photo")
    let kinds = Quantity.counts([
      (counts.edited, "edited"), (counts.rotten, "suspected rot"), (counts.swapped, "swapped"),
      (counts.damaged, "damaged"),
    ])
    let rare = Quantity.counts([
      (counts.unreadable, "unreadable"),
      (counts.incomplete, "with a missing or damaged sidecar or thumbnail"),
      (counts.extra, "extra"),
    ])
    let changed =
      "\(Quantity.count(counts.changed)) changed"
      + (kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))")
    let parts = ["\(Quantity.count(counts.missing)) missing", changed] + rare
    return
      "verified \(photos), \(Quantity.bytes(counts.byteCount)): \(parts.joined(separator: ", "))"
  }

  private var hints: [String] {
    var lines: [String] = []
    if counts.missing + counts.changed + counts.incomplete > 0 {
      lines.append(
        "hint: 'photomirror repair' fetches missing and damaged files again, and keeps edited ones")
    }
    if counts.extra > 0 {
      lines.append("hint: an extra file (+) does not belong to this mirror, and is not changed")
    }
    return lines
  }
}
