import Console
import Foundation
import MirrorCore
import Mirroring

extension MirrorReport {
  var mirrored: Int { status.sources.reduce(0) { $0 + $1.mirrored } }
  var waiting: Int { status.sources.reduce(0) { $0 + $1.waiting } }
  var byteCount: Int64 {
    status.sources.reduce(0) { $0.addingClamped($1.byteCount) }
  }

  /// The mirror in some lines.
  var facts: [String] {
    var lines = [
      "\(Quantity.count(mirrored, of: "photo")) of \(Quantity.count(status.sources.count, of: "source")), "
        + Quantity.bytes(byteCount)
    ]
    if let lastRun {
      let date = Date(timeIntervalSince1970: Double(lastRun)).formatted(.iso8601)
      lines.append("the last run began at \(date)")
    }
    if waiting > 0 { lines.append("\(Quantity.count(waiting, of: "photo")) not fetched yet") }
    if status.setAside > 0 {
      lines.append("\(Quantity.count(status.setAside, of: "damaged file")) set aside")
    }
    let now = Int64(Date().timeIntervalSince1970)
    return lines + [status.checks.line(now: now)].compactMap(\.self)
  }

  /// What happened in a period.
  func facts(of period: ClosedRange<Int64>) -> [String] {
    let stored = sources.reduce(0) { $0 + $1.stored }
    let bytes = sources.reduce(Int64(0)) { $0.addingClamped($1.byteCount) }
    let times = [period.lowerBound, period.upperBound].map {
      Date(timeIntervalSince1970: Double($0)).formatted(.iso8601)
    }
    return [
      "\(times[0]) to \(times[1])",
      "\(Quantity.count(stored, of: "photo")) stored, \(Quantity.bytes(bytes))",
    ]
      + sources.map { source in
        let listings =
          source.listings == 0
          ? ""
          : "; \(Quantity.count(source.listings, of: "listing")) read, "
            + "\(Quantity.count(source.completeListings)) of them complete"
        return TerminalText.line(
          "    \(source.source): \(Quantity.count(source.stored)), "
            + Quantity.bytes(source.byteCount) + listings, limit: 500)
      }
  }

  /// The next steps, if there are any.
  func advice(_ directory: String) -> [String] {
    let kinds = Set(lists.map(\.kind))
    var advice: [String] = []
    if let writer = status.writer { advice.append("a run is writing (process \(writer))") }
    for source in status.sources
    where source.failed + source.waiting > 0 || source.isInterrupted && status.writer == nil {
      advice.append(
        "'photomirror sync \(TerminalText.line(source.name, limit: 200)) \(directory)' fetches what is missing"
      )
    }
    if kinds.contains(.lost) {
      advice.append(
        "'photomirror repair \(directory)' restores lost photos, with --from from a copy; 'forget' lets them go"
      )
    }
    if kinds.contains(.replaced) {
      advice.append("'sync --full' fetches pictures that were replaced, unless you edited yours")
    }
    if kinds.contains(.gone) {
      advice.append("'sync --gone trash' moves gone photos to the trash; otherwise they are kept")
    }
    if status.checks.problems > 0 {
      advice.append(
        "'photomirror verify' shows the problems, and 'repair' fetches damaged files again")
    }
    if status.sources.contains(where: { $0.unproven > 0 }) {
      advice.append("'photomirror verify' decodes photos that were kept without a decode")
    }
    return advice
  }
}
