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
  static var results: [ToldKeys] { [MirrorReport.keys.told()] }
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
    let report = try MirrorReport(of: context.mirror(directory), in: period)
    let advice = report.advice(directory)
    let facts = period.map { report.facts(of: $0) } ?? report.facts
    if options.json.isOn {
      Output.standard.write(
        lines: options.json.lines(MirrorReport.keys.object((report, advice, period))))
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

extension MirrorReport {
  fileprivate typealias Told = (
    report: MirrorReport, advice: [String], period: ClosedRange<Int64>?
  )

  fileprivate static let keys = ResultKeys<Told> {
    $0.add("directory", \.report.status.directory)
    $0.add("mirrored", \.report.mirrored)
    $0.add("bytes", \.report.byteCount)
    $0.add("last_run_at", time: \.report.lastRun)
    $0.add("since", time: \.period?.lowerBound)
    $0.add("until", time: \.period?.upperBound)
    $0.add("sources", "in that period", each: \.report.sources, Activity.keys)
    $0.add("waiting", \.report.waiting)
    $0.add("set_aside", \.report.status.setAside)
    $0.add("checks", part: \.report.status.checks, CheckCoverage.keys)
    for kind in ReportedPhoto.Kind.allCases {
      $0.add("\(kind)", kind.meaning) { told in
        ReportList.keys.object(told.report.lists.first { $0.kind == kind })
      }
    }
    $0.add("advice", "what to do, a sentence each", \.advice)
  }

  private var mirrored: Int { status.sources.reduce(0) { $0 + $1.mirrored } }
  private var waiting: Int { status.sources.reduce(0) { $0 + $1.waiting } }
  private var byteCount: Int64 {
    status.sources.reduce(0) { $0.addingClamped($1.byteCount) }
  }
}

extension ReportList {
  fileprivate static let keys = ResultKeys<ReportList?> {
    $0.add("count") { $0?.count ?? 0 }
    $0.add("photos", each: { $0?.photos ?? [] }, ReportedPhoto.keys)
  }
}

extension ReportedPhoto.Kind {
  /// For help.
  fileprivate var meaning: String {
    switch self {
    case .new: "as those below: \(ReportList.keys.told().text)"
    case .updated: "with a new picture since the last run began"
    case .lost: "mirrored once, without a file now"
    case .left: "to the trash, or deleted"
    case .failed, .unavailable, .replaced, .gone: ""
    }
  }
}

extension MirrorReport.Activity {
  fileprivate static let keys = ResultKeys<Self> {
    $0.add("source", \.source)
    $0.add("stored", \.stored)
    $0.add("bytes", \.byteCount)
    $0.add("listings", \.listings)
    $0.add("complete_listings", \.completeListings)
  }
}

extension ReportedPhoto {
  fileprivate static let keys = ResultKeys<ReportedPhoto> {
    $0.add("id", \.key)
    $0.add("title", \.title)
    $0.add("owner_name", \.ownerName)
    $0.add("page_url", \.pageURL)
    $0.add("reason", \.reason)
    $0.add("since", time: \.since)
    $0.add("path", \.path)
  }
}
