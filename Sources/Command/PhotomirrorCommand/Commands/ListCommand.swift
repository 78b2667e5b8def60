import Console
import Locking
import MirrorCore
import Mirroring
import ProviderKit

/// `photomirror list SOURCE`: a table on a terminal, JSON lines otherwise.
struct ListCommand: Command {
  struct Options: ProviderTaking {
    var json = JSONChoice()
    var showsSources = false
    /// Whether units of work are written.
    var showsUnits = false
    /// Nil: the default.
    var limit: Int?
    var mirror = MirrorOptions()
    var provider = ProviderOptions()

    init() {}
  }

  static let name = CommandName.list
  static let text = CommandText(
    summary: "Show the photos of a feed without fetching them",
    operands: ["SOURCE"],
    examples: [
      .init(
        "photomirror list flickr:recent --limit 20", "a table on a terminal, JSON lines in a pipe"),
      .init(
        "photomirror list --json flickr:user/35034348999@N01 | jq -r .title",
        "the titles of a person's photos"),
    ],
    exitStatuses: [
      .success, .somePhotosFailed, .usage, .sourceFailed, .directoryFailed, .providerRefused,
      .interrupted,
    ],
    meanings: [
      .somePhotosFailed: "some entries of the feed are invalid; the others are shown",
      .directoryFailed: "cannot write to standard output",
      .interrupted: "interrupted",
    ],
    isRestricted: true)
  static var results: [ToldKeys] { [Photo.keys.told(), sourceKeys.told("with --sources:")] }
  static let sourceKeys = ResultKeys<(name: String, source: ListedSource)> {
    $0.add("source", \.name)
    $0.add("kind", \.source.kind)
    $0.add("photos", \.source.count)
    $0.add("title", \.source.title)
  }
  static let options: [Option<Options>] =
    [
      .optional(
        "limit", .number(1...Int.max), \.limit,
        "Show at most N photos; otherwise \(standardLimit), and all with --units"),
      .flag(
        "json", .fields(of: name), \.json,
        "Write one JSON object for each photo, even on a terminal, with all members or these"),
      .flag(
        "sources", \.showsSources,
        "Show the sources of an account instead: its albums, galleries and groups"),
      .flag(
        "units", \.showsUnits,
        "Write a unit of work for each photo, as a line of JSON with all that 'photomirror fetch' needs"
      ),
      .value(
        "size", .size, \.mirror.size,
        "With --units: the size to fetch, as 'photomirror sync' takes it"),
      .optional(
        "name", .names, \.mirror.names,
        "With --units: template of the files' names; see 'photomirror help names'"),
    ] + MirrorOptions.network.at(\.mirror) + ProviderOptions.options.at(\.provider)

  private static let standardLimit = 100

  struct Shown {
    var photos = 0
    var refused = 0
    var skipped = SkippedNotes()
  }

  let source: SourceAddress
  private(set) var options: Options
  let output = Output.standard
  let shown = Locked(Shown())

  var opensModules: Bool { true }
  var isVerbose: Bool { options.mirror.isVerbose }

  var writableFolders: [String]? { [] }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    (source, self.options) = (try SourceAddress(operands[0]), options)
    self.options.mirror.limit =
      options.limit ?? (options.showsUnits ? nil : Self.standardLimit)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let chosen = try ChosenSource(source, options.provider, environment: context.environment)
    if options.showsUnits { try options.mirror.size.check(against: chosen.provider.manifest) }
    var configuration = try chosen.configuration(options.mirror)
    configuration.whenStuck = { Message.end(.sourceFailed, $0) }
    let listing = PhotoListing(configuration, delegate: NotePrinter(.error))
    let units = UnitListing(configuration, delegate: NotePrinter(.error))
    let account = SiteAccount(configuration, delegate: NotePrinter(.error))
    let provider = configuration.provider.manifest.name
    let terminal = Terminal(output, environment: context.environment)
    let isTable = terminal.isTerminal && !options.json.isOn
    return try await TaskFrame(context, hint: nil).run { frame in
      frame.reach {
        TaskEnd(["listed \(Quantity.count(shown.withLock(\.photos), of: "photo"))"])
      }
      if options.showsUnits {
        try await printUnits(units)
      } else if options.showsSources {
        try await printSources(
          account, of: provider, isTable: isTable, width: terminal.size.columns)
      } else {
        try await isTable
          ? printTable(listing, width: terminal.size.columns) : printLines(listing)
      }
      return shown.withLock { TaskEnd($0.skipped.lines, isWhole: $0.refused == 0) }
    }
  }
}
