import Console
import MirrorCore
import Mirroring

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
  static var results: [ToldKeys] {
    [
      MirrorStatus.keys.told(), WorkStatus.keys.told("with --catalog alone:", areChosen: false),
    ]
  }
  static let options: [Option<Options>] = [
    .flag(
      "json", .fields(of: name), \.json,
      "Write one JSON object for each directory, with all members or these")
  ]
  static let startsThreads = false

  /// Empty for the workers of a catalog on a server.
  let directories: [String]
  let options: Options

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
      let lines =
        options.json.isOn ? [WorkStatus.keys.object(work).line] : WorkText.lines(work, on: terminal)
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
}
