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
