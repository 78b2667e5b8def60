import Console
import Foundation
import MirrorCore
import Mirroring
import Sandbox

/// `photomirror status DIRECTORY`
struct StatusCommand: Command {
  struct Options: CommandOptions {
    var json = JSONChoice()
  }

  static let name = CommandName.status
  static let text = CommandText(
    summary: "Show what a directory mirrors and what is pending",
    operands: ["DIRECTORY…"],
    otherUses: ["--catalog ADDRESS"],
    examples: [
      .init("photomirror status photos", "photos, bytes and failures in ./photos"),
      .init("photomirror status photos --json", "the same for programs"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed],
    meanings: [.directoryFailed: "the directory failed: not a mirror, not readable, or damaged"])
  static var results: [ToldKeys] { [MirrorStatus.keys.told()] }
  static let options: [Option<Options>] = [
    .flag(
      "json", .fields(of: name), \.json,
      "Write one JSON object for each directory, with all members or these")
  ]
  static let startsThreads = false

  /// Empty for the workers of a catalog on a server.
  let directories: [String]
  let options: Options

  /// Photos shown for each reason; `--json` has more.
  private static let mostExamples = 3

  var writableFolders: [String]? { directories.map(Confinement.state) }

  init(_ operands: [String], _ options: Options) {
    (directories, self.options) = (operands, options)
  }

  /// A catalog on a server is that of one mirror. Without a directory it shows the workers of a catalog.
  static func command(
    _ parsed: ParsedArguments, environment: [String: String]
  ) throws(UsageError) -> any Command {
    guard parsed.operands.isEmpty, CatalogChoice.isMade(parsed, environment) else {
      try checkCatalogs(parsed, environment)
      return try Self(parsed)
    }
    return Self([], Options(json: JSONChoice(isOn: parsed.has("json"))))
  }

  private static func checkCatalogs(
    _ parsed: ParsedArguments, _ environment: [String: String]
  ) throws(UsageError) {
    guard parsed.operands.count > 1 else { return }
    let file = try UserConfiguration.read(in: environment)
    let hasServer = parsed.operands.contains { directory in
      let server = file?.mirror(in: directory).flatMap { file?.catalog(of: $0) }
      return server?.text.isEmpty == false
    }
    guard !hasServer, !CatalogChoice.isMade(parsed, environment) else {
      throw UsageError("a catalog in a database is for one mirror: give its directory alone")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let terminal = Terminal(.standard, environment: context.environment)
    let work = try context.catalog.map { choice throws(MirrorError) in
      try WorkStatus(of: choice.server)
    }
    if directories.isEmpty, let work {
      let lines = options.json.isOn ? [JSONObject(work).line] : WorkText.lines(work, on: terminal)
      terminal.output.write(lines: lines)
    }
    for (index, directory) in directories.enumerated() {
      let status = try MirrorStatus(of: context.mirror(directory))
      guard !options.json.isOn else {
        terminal.output.write(lines: options.json.lines(MirrorStatus.keys.object(status)))
        continue
      }
      var lines = text(status, on: terminal)
      if directories.count > 1 {
        lines.insert(TerminalText.line(status.directory, limit: 1000), at: 0)
        if index > 0 { lines.insert("", at: 0) }
      }
      if let work, work.isActive { lines += [""] + WorkText.lines(work, on: terminal) }
      terminal.output.write(lines: lines)
    }
    return .success
  }

  private func text(_ status: MirrorStatus, on terminal: Terminal) -> [String] {
    var table = Table([
      .init("SOURCE", isFlexible: true), .init("MIRRORED", isRight: true),
      .init("WAITING", isRight: true), .init("FAILED", isRight: true),
      .init("BYTES", isRight: true), .init("LISTING", isFlexible: true),
    ])
    for source in status.sources {
      table.add([
        source.name, Quantity.count(source.mirrored), Quantity.count(source.waiting),
        Quantity.count(source.failed), Quantity.bytes(source.byteCount),
        source.pass(isRunning: status.writer != nil),
      ])
    }
    let width = terminal.isTerminal ? terminal.size.columns : nil
    return table.lines(width: width) + notes(status)
  }

  private func notes(_ status: MirrorStatus) -> [String] {
    let several = "a photo of several sources is counted under the first one that listed it"
    let notes: [String?] = [
      status.checks.line(now: Int64(Date().timeIntervalSince1970)),
      status.writer.map { "a sync is running (process \($0))" }, Self.sandbox,
    ]
    return (status.failures + status.unavailable).flatMap(lines) + photos(status.sources)
      + (status.sources.count > 1 ? [several] : []) + files(status) + notes.compactMap(\.self)
  }

  private func photos(_ sources: [MirrorStatus.Source]) -> [String] {
    func sum(_ count: (MirrorStatus.Source) -> Int) -> Int { sources.reduce(0) { $0 + count($1) } }
    return CountedLine.lines(
      .init(
        sum(\.lost), "photo",
        "lost: mirrored once, and without a file now; 'repair' restores, 'forget' lets go"),
      .init(
        sum(\.replaced), "photo",
        "with another picture at the site: edited here, or not fetched yet"))
      + SizeReason.allCases.filter(\.isBelowSite).flatMap { reason in
        CountedLine.lines(
          .init(
            sum { $0.sizeReasons[reason] ?? 0 }, "photo",
            "smaller than at the site: \(reason.rawValue)"))
      }
      + CountedLine.lines(
        .init(
          sum(\.unproven), "photo",
          "kept without a decode, or recorded without a digest of what was mirrored; 'verify' decodes those within its "
            + "limits"),
        .init(
          sum(\.pendingDetails), "photo",
          "without the details that --with asked for; 'sync' with --with requests them"))
  }

  private func files(_ status: MirrorStatus) -> [String] {
    let state = status.writer == nil ? "to resume" : "in progress"
    let folder = TerminalText.line(status.directory, limit: 1000)
    return CountedLine.lines(
      .init(status.parts, "download", "\(state) (\(Quantity.bytes(status.partBytes)) on disk)"),
      .init(
        status.setAside, "file",
        "set aside in \(folder)/.photomirror/set-aside; 'trash --set-aside' lists them"))
  }

  /// The restrictions that the kernel offers to runs.
  private static var sandbox: String {
    let version = FileAccess.version
    let parts = [
      SystemCallFilter.isOffered ? "decoders and modules can only compute (seccomp)" : "no seccomp",
      version > 0 ? "a run writes only in the mirror (Landlock \(version))" : "no Landlock",
    ]
    return "sandbox: " + parts.joined(separator: ", ")
  }

  private func lines(_ group: MirrorStatus.Group) -> [String] {
    let shown = group.examples.prefix(Self.mostExamples)
    let rest = group.photos - shown.count
    let state = group.since.map { "unavailable since \(Self.day($0))" } ?? "failed"
    return ["\(state): \(Quantity.count(group.photos)) × \(TerminalText.line(group.reason))"]
      + shown.map { "    \($0.label)" } + (rest > 0 ? ["    and \(Quantity.count(rest)) more"] : [])
  }

  /// `2026-11-22`, UTC, clamped.
  private static func day(_ seconds: Int64) -> String {
    let seconds = min(max(0, seconds), 253_402_300_799)
    return Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601.year().month().day())
  }
}

extension MirrorStatus.Source {
  /// The state of the listing. Of several sources, it is unknown which one a run reads.
  fileprivate func pass(isRunning: Bool) -> String {
    if isInterrupted { return isRunning ? "incomplete" : "interrupted; 'sync' resumes" }
    guard let finishedAt else { return "incomplete" }
    let date = Date(timeIntervalSince1970: Double(finishedAt))
    return "complete, \(date.formatted(.iso8601))"
  }
}

extension MirrorStatus {
  fileprivate static let keys = ResultKeys<MirrorStatus> {
    $0.add("directory", \.directory)
    $0.add("sources", each: \.sources, Source.keys)
    $0.add("failures", each: \.failures, Group.keys)
    $0.add(
      "unavailable", "what the site refused in more than one run", each: \.unavailable, Group.keys)
    $0.add("parts", \.parts)
    $0.add("part_bytes", \.partBytes)
    $0.add("set_aside", \.setAside)
    $0.add("checks", "of verify", part: \.checks, CheckCoverage.keys)
    $0.add("writer", "the process that is writing", \.writer)
    $0.add("seccomp") { _ in SystemCallFilter.isOffered }
    $0.add("landlock", "whether the kernel has it; its version") { _ in FileAccess.version }
  }
}

extension MirrorStatus.Source {
  fileprivate static let keys = ResultKeys<Self> {
    $0.add("source", \.name)
    $0.add("mirrored", \.mirrored)
    $0.add("waiting", \.waiting)
    $0.add("failed", \.failed)
    $0.add("unavailable", \.unavailable)
    $0.add(
      "lost", "mirrored once, without a file now; also counted as waiting, failed or unavailable",
      \.lost)
    $0.add("replaced", "another picture at the site since", \.replaced)
    $0.add(
      "unproven", "kept without a decode, or recorded without a digest of what was mirrored",
      \.unproven)
    $0.add("details_pending", "photos whose details --with asked for", \.pendingDetails)
    $0.add("bytes", \.byteCount)
    $0.add("sizes", each: \.sizes, sizeKeys)
    $0.add("is_interrupted", "the listing is incomplete", \.isInterrupted)
    $0.add("is_complete", \.isComplete)
    $0.add("finished_at", time: \.finishedAt)
  }

  private typealias Size = (reason: SizeReason, photos: Int)

  private var sizes: [Size] {
    SizeReason.allCases.compactMap { reason in sizeReasons[reason].map { (reason, $0) } }
  }

  private static let sizeKeys = ResultKeys<Size> {
    $0.add("size_reason", \.reason.rawValue)
    $0.add("photos", \.photos)
  }
}

extension MirrorStatus.Group {
  fileprivate static let keys = ResultKeys<Self> {
    $0.add("reason", \.reason)
    $0.add("photos", \.photos)
    $0.add("ids", "ten at most") { $0.examples.map(\.id) }
    $0.addIfAny("since", "of unavailable ones", { JSONObject.time($0.since) })
  }
}
