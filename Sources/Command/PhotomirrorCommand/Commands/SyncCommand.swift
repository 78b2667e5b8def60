import Console
import Foundation
import Images
import MirrorCore
import Mirroring
import ProviderLoader

/// `photomirror sync SOURCE DIRECTORY`
struct SyncCommand: Command {
  static let name = CommandName.sync

  typealias Options = SyncOptions

  static let text = CommandText(
    summary: "Mirror the photos of a feed into a directory, or resume an earlier run",
    operands: ["SOURCE", "DIRECTORY"],
    otherUses: ["DIRECTORY", "NAME…", "--all"],
    examples: [
      .init(
        "photomirror sync feed:https://example.org/photos.rss photos",
        "the images of an RSS or Atom feed into ./photos; no key needed"),
      .init(
        "photomirror sync --size 1600 --limit 500 'flickr:search?tags=cat' cats",
        "500 photos of cats, longest edge at least 1600 pixels"),
    ],
    exitStatuses: ExitStatus.allCases,
    meanings: [.success: "every photo is mirrored, or a limit that was set was reached"],
    isLong: true,
    isRestricted: true)

  static let options = SyncOptions.options

  let source: SourceAddress
  /// As it was written; may not exist yet.
  let directory: String
  var options: Options
  /// The mirror's name in the configuration; nil for a SOURCE and a DIRECTORY.
  var mirrorName: String?
  var catalog: CatalogChoice?
  /// Receives the events of the run; nil for none.
  var ping: MonitorPing?
  /// The options that the catalog keeps; see ``KeptOptions``.
  var keptOptions: String?
  /// Whether the source and its options are those of a catalog, which may come from somebody else.
  var isRecorded = false
  /// Writes the summary of this run and others; nil if this one has its own.
  var sum: SummedRuns?
  let store: StoreLocation?

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    try Self.checkOrder(operands[0], operands[1])
    source = try SourceAddress(operands[0])
    directory = operands[1]
    self.options = options
    store = try options.store.chosen()
    try self.options.settle()
  }

  var decoding: ImageLimits? { options.mirror.imageLimits }
  var opensModules: Bool { !ListAddress.isNamed(by: source) }
  var writableFolders: [String]? {
    let environment = ProcessInfo.processInfo.environment
    let state = mirrorName.flatMap { _ in KnownMirrors(environment)?.folder }
    return [directory] + options.unattended.resolved(environment).folders
      + [state].compactMap(\.self) + options.rememberedFolders(environment)
  }
  var newDirectories: [String] { options.isDryRun ? [] : [directory] }
  var namesStore: Bool { store != nil }
  var isVerbose: Bool { options.mirror.isVerbose }
  var requiresSandbox = false

  /// A second source, or the operands in the wrong order, would make a directory with a source's name.
  private static func checkOrder(_ source: String, _ directory: String) throws(UsageError) {
    guard (try? SourceAddress(directory)) != nil else { return }
    if (try? SourceAddress(source)) == nil {
      throw UsageError(
        "'\(source)' is not a source, but '\(directory)' is",
        hints: ["the source comes first: sync \(directory) \(source)"])
    }
    throw UsageError(
      "'\(directory)' is a source where a directory is expected",
      hints: ["run sync once for each source; they can share a directory"]
        + (directory.contains("//") ? [] : ["write ./\(directory) for a directory of that name"]))
  }

  func prepare(in environment: [String: String]) throws(CommandFailure) {
    if mirrorName != nil { KnownMirrors(environment)?.prepare() }
    if options.excludeFile != nil { KnownFiles(environment).prepare() }
    try options.unattended.prepare(in: environment, mirroringInto: directory)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let ping = ping.map { RunPing(check: $0, options: options.mirror) }
    let unattended = UnattendedRun(
      options.unattended, of: source.canonical, named: mirrorName, into: directory,
      checking: context.mirror(directory), context.environment, telling: ping)
    // A dry run is for somebody who watches.
    guard !options.isDryRun else { return try await mirror(in: context, for: unattended) }
    return try await unattended.run { try await mirror(in: context, for: unattended) }
  }

  private func mirror(
    in context: CommandContext, for unattended: UnattendedRun
  ) async throws -> ExitStatus {
    let chosen = try ChosenSource(source, options.provider, environment: context.environment)
    var configuration = try configuration(of: chosen, context)
    let printer = ProgressPrinter(
      options.progress, terminal: Terminal(.error, environment: context.environment),
      output: .standard,
      isVerbose: options.mirror.isVerbose, isPart: sum != nil, whenSilent: unattended.whenSilent)
    let copies = SmallCopies()
    let delegate = Delegates([printer, copies] + [sum].compactMap(\.self) + [unattended])
    let isDryRun = options.isDryRun
    let frame = TaskFrame(context, printer, hint: isDryRun ? nil : SummaryText.resume)
    configuration.whenStuck = frame.whenStuck
    let mirroring = configuration
    let status = try await frame.run { _ in
      TaskEnd(
        isDryRun
          ? await DryRun(mirroring, delegate: delegate).run()
          : try await MirrorRun(mirroring, delegate: delegate).run())
    }
    if status != .interrupted, ![.none, .log, .json].contains(options.progress) {
      note(copies, of: chosen, context)
    }
    return status
  }

  private func configuration(
    of chosen: ChosenSource, _ context: CommandContext
  ) throws -> MirrorConfiguration {
    try options.mirror.size.check(against: chosen.provider.manifest)
    try options.mirror.checkDetails(against: chosen.provider.manifest)
    var choices = options.mirror
    let mirror = context.mirror(directory)
    if let path = options.excludeFile {
      choices.filter.excludedPhotos = try PhotoNames(fileAt: path)
      KnownFiles(context.environment).note(path, of: mirror.storeOwners[0])
    }
    var configuration = try chosen.configuration(choices, mirror: mirror)
    configuration.recordedOptions = keptOptions
    if isRecorded {
      try chosen.checkForCatalog(in: directory)
      configuration.isSourceNamed = false
      configuration.dropSecretsOfOtherHosts(for: directory)
    }
    return configuration
  }

  private func note(_ copies: SmallCopies, of chosen: ChosenSource, _ context: CommandContext) {
    let note = copies.note(about: chosen, into: directory) {
      ProviderLoader(providerPath: options.provider.path, environment: context.environment)
        .load().providers.map(\.manifest)
    }
    if let note { Output.error.write(lines: ["note      \(TerminalText.line(note, limit: 1000))"]) }
  }
}
