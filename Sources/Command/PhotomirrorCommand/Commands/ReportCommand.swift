import Console
import Foundation
import Gallery
import MirrorCore
import Mirroring
import SystemCalls

/// `photomirror report DIRECTORY`
struct ReportCommand: Command {
  struct Options: CommandOptions {
    var page: String?
    var since: ReportTime?
    var until: ReportTime?
    var json = JSONChoice()
  }

  static let name = CommandName.report
  static let text = CommandText(
    summary: "Show what the last run added, what is missing and why, and what to do",
    operands: ["DIRECTORY"],
    examples: [
      .init("photomirror report photos -o report.html", "a page with pictures and links"),
      .init("photomirror report photos --since 7d", "what runs and workers did in a week"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed],
    meanings: [
      .directoryFailed:
        "the directory failed: not a mirror, not readable, or damaged; or the page cannot be written"
    ])
  static let options: [Option<Options>] = [
    .optional(
      "since", .reportTime, \.since,
      "Report on what runs and workers stored, and what failed or left, from this time on, in place of the "
        + "last run"),
    .optional("until", .reportTime, \.until, "The end of that period, included; default now"),
    .optional(
      "output", letter: "o", .text("FILE"), \.page,
      "Write a page in HTML instead, with thumbnails and links"),
    .flag("json", .fields(of: name), \.json, "Write one JSON object, with all members or these"),
  ]
  static let startsThreads = false

  /// Photos shown of each kind; a page has more.
  private static let mostShown = 10

  let directory: String
  let options: Options

  var writableFolders: [String]? {
    [Confinement.state(of: directory)]
      + [options.page].compactMap { $0.map(UnattendedOptions.folder) }
  }

  /// In seconds since 1970; nil for the last run.
  let period: ClosedRange<Int64>?

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    (directory, self.options) = (operands[0], options)
    period = try ReportTime.period(since: options.since, until: options.until, now: Date())
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let report: MirrorReport
    do throws(MirrorError) {
      report = try MirrorReport(of: context.mirror(directory), in: period)
    } catch {
      throw CommandFailure(error)
    }
    let advice = report.advice(directory)
    let facts = period.map { report.facts(of: $0) } ?? report.facts
    if options.json.isOn {
      Output.standard.write(lines: options.json.lines(JSONObject(report, advice, period)))
    }
    guard let path = options.page else {
      guard !options.json.isOn else { return .success }
      Output.standard.write(
        lines: facts + report.lists.flatMap(lines) + advice.map { "hint: \($0)" })
      return .success
    }
    let page = report.page(at: path, saying: facts, advice: advice)
    do throws(SystemError) {
      try SmallFile.replace(path, with: page)
    } catch {
      throw CommandFailure(.directoryFailed, "cannot write \(path): \(error.reason)")
    }
    return .success
  }

  private func lines(_ list: ReportList) -> [String] {
    let shown = list.photos.prefix(Self.mostShown)
    let rest = list.count - shown.count
    return ["\(Quantity.count(list.count, of: "photo")) \(list.title)"]
      + shown.map { "    " + Self.line($0) }
      + (rest > 0 ? ["    and \(Quantity.count(rest)) more"] : [])
  }

  private static func line(_ photo: ReportedPhoto) -> String {
    let isBlank = TerminalText.line(photo.title).allSatisfy(\.isWhitespace)
    let name = isBlank ? photo.key : "\(photo.title) (\(photo.key))"
    let place = photo.path ?? photo.pageURL
    let parts = [name, photo.reason, place].compactMap(\.self)
    return TerminalText.line(parts.joined(separator: ": "), limit: 500)
  }
}

extension MirrorReport {
  /// The mirror in some lines.
  fileprivate var facts: [String] {
    let mirrored = status.sources.reduce(0) { $0 + $1.mirrored }
    let bytes = status.sources.reduce(Int64(0)) { $0.addingClamped($1.byteCount) }
    var lines = [
      "\(Quantity.count(mirrored, of: "photo")) of \(Quantity.count(status.sources.count, of: "source")), "
        + Quantity.bytes(bytes)
    ]
    if let lastRun {
      let date = Date(timeIntervalSince1970: Double(lastRun)).formatted(.iso8601)
      lines.append("the last run began at \(date)")
    }
    let waiting = status.sources.reduce(0) { $0 + $1.waiting }
    if waiting > 0 { lines.append("\(Quantity.count(waiting, of: "photo")) not fetched yet") }
    if status.setAside > 0 {
      lines.append("\(Quantity.count(status.setAside, of: "damaged file")) set aside")
    }
    let now = Int64(Date().timeIntervalSince1970)
    return lines + [status.checks.line(now: now)].compactMap(\.self)
  }

  /// What happened in a period.
  fileprivate func facts(of period: ClosedRange<Int64>) -> [String] {
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
  fileprivate func advice(_ directory: String) -> [String] {
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

extension JSONObject {
  fileprivate init(_ report: MirrorReport, _ advice: [String], _ period: ClosedRange<Int64>?) {
    self.init()
    let status = report.status
    set("directory", status.directory)
    set("mirrored", status.sources.reduce(0) { $0 + $1.mirrored })
    set("bytes", status.sources.reduce(Int64(0)) { $0.addingClamped($1.byteCount) })
    set("last_run_at", secondsSince1970: report.lastRun)
    set("since", secondsSince1970: period?.lowerBound)
    set("until", secondsSince1970: period?.upperBound)
    set("sources", report.sources.map(JSONObject.init))
    set("waiting", status.sources.reduce(0) { $0 + $1.waiting })
    set("set_aside", status.setAside)
    set("checks", JSONObject(status.checks))
    for kind in ReportedPhoto.Kind.allCases {
      let list = report.lists.first { $0.kind == kind }
      var object = JSONObject()
      object.set("count", list?.count ?? 0)
      object.set("photos", list?.photos.map(JSONObject.init) ?? [])
      set("\(kind)", object)
    }
    set("advice", advice)
  }

  private init(_ source: MirrorReport.Activity) {
    self.init()
    set("source", source.source)
    set("stored", source.stored)
    set("bytes", source.byteCount)
    set("listings", source.listings)
    set("complete_listings", source.completeListings)
  }

  private init(_ photo: ReportedPhoto) {
    self.init()
    set("id", photo.key)
    set("title", photo.title)
    set("owner_name", photo.ownerName)
    set("page_url", photo.pageURL)
    set("reason", photo.reason)
    set("since", secondsSince1970: photo.since)
    set("path", photo.path)
  }
}
