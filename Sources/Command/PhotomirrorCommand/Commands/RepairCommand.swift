import Console
import Images
import Locking
import MirrorCore
import Mirroring

/// `photomirror repair DIRECTORY`
struct RepairCommand: Command {
  struct Options: ProviderTaking {
    var verification = Verification.Options()
    var isDryRun = false
    /// Directories with copies.
    var copies: [String] = []
    var mirror = MirrorOptions()
    /// Nil: the default.
    var retryTime: Duration?
    /// Not yet resolved for a terminal.
    var progress = ProgressMode.auto
    var provider = ProviderOptions()
  }

  static let name = CommandName.repair
  static let text = CommandText(
    summary: "Fetch missing and damaged files again, and make missing thumbnails and sidecars",
    operands: ["DIRECTORY"],
    examples: [
      .init("photomirror repair photos", "reads every file; edited pictures are kept"),
      .init("photomirror repair --quick photos", "reads only files that may have been written to"),
    ],
    exitStatuses: ExitStatus.allCases,
    meanings: [
      .success: "every file exists and is whole",
      .somePhotosFailed: "some files are missing, changed or cannot be read",
    ],
    isLong: true,
    opensStore: true,
    isRestricted: true)

  static let options: [Option<Options>] =
    [
      .quick(\.verification.isQuick),
      .flag("dry-run", \.isDryRun, "Report what is missing or damaged, and change nothing"),
      .list(
        "from", .text("DIRECTORY|ADDRESS"), \.copies,
        "First take missing and damaged files from this mirror, any folder, or a store that the environment's "
          + "variables reach; again for more. Names do not matter: only files with the bytes that the "
          + "catalog records are taken"),
      .progress(\.progress),
      .quiet(\.progress),
    ]
    + Option<Options>.group(
      .limits,
      .maximumRate(\.verification.maximumRate, "to read, and to fetch"),
      .minimumFree(\.mirror.minimumFree))
    + Option<Options>.group(.network, .retryFor(\.retryTime))
    + ImageLimits.commonOptions.at(\.verification.limits) + MirrorOptions.network.at(\.mirror)
    + ProviderOptions.options.at(\.provider)

  let directory: String
  private(set) var options: Options

  var decoding: ImageLimits? { options.verification.limits }
  var opensModules: Bool { true }
  var writableFolders: [String]? {
    [directory] + options.copies.filter { StoreLocation($0) == nil }.map(Confinement.state)
  }
  var isVerbose: Bool { options.mirror.isVerbose }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    (directory, self.options) = (operands[0], options)
    self.options.mirror.setRetryTime(options.retryTime)
    for copy in options.copies where StoreLocation.isAddress(copy) && StoreLocation(copy) == nil {
      throw UsageError(
        "--from takes a directory, \(StoreLocation.shapes), not "
          + StoreLocation.withoutPassword(copy))
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let repair = Repair(
      of: context.mirror(directory), options.verification, from: copies(in: context))
    let found = Locked<Repair.Outcome?>(nil)
    var worst = try await TaskFrame(context).run { frame in
      let outcome = try await repair.prepare(isDryRun: options.isDryRun) { frame.show($0) }
      found.withLock { $0 = outcome }
      return TaskEnd(
        outcome.lines, isWhole: options.isDryRun ? !outcome.counts.hasProblems : outcome.kept == 0)
    }
    guard worst != .interrupted, !options.isDryRun, let outcome = found.withLock(\.self) else {
      return worst
    }
    for source in outcome.sources {
      let status = try await fetch(source, context)
      if status == .interrupted { return status }
      if worst == .success || status.rawValue > worst.rawValue { worst = status }
    }
    return try await finish(outcome, worst, context)
  }

  /// A photo that is missing or bad is a problem until it is whole again, whatever the runs recorded.
  private func finish(
    _ outcome: Repair.Outcome, _ status: ExitStatus, _ context: CommandContext
  ) async throws -> ExitStatus {
    let remaining = try await Repair(of: context.mirror(directory), options.verification)
      .remaining(after: outcome)
    guard remaining > 0 else { return status }
    Message(
      .warning, "\(Quantity.count(remaining, of: "photo")) still missing or damaged",
      hints: [
        "--from takes them from a copy; 'photomirror status' says why they are not fetched, and 'forget' lets them "
          + "go"
      ]
    ).write()
    return status == .success ? .somePhotosFailed : status
  }

  private func copies(in context: CommandContext) -> [Repair.Copies] {
    options.copies.map { path in
      if let bucket = StoreLocation(path) { return .bucket(bucket) }
      var mirror = Mirror(path)
      mirror.knownStores = context.store?.memory
      return .directory(mirror)
    }
  }

  /// Fetches the waiting photos of a source, and makes what is missing beside its photos. A source whose
  /// provider is missing costs only itself.
  private func fetch(
    _ source: Repair.Source, _ context: CommandContext
  ) async throws -> ExitStatus {
    let chosen: ChosenSource
    do {
      chosen = try ChosenSource(
        SourceAddress(source.address), options.provider, environment: context.environment)
    } catch {
      let status = CommandFailure(of: error, about: source.address).report()
      return status == .usage ? .providerRefused : status
    }
    var configuration = try configuration(of: source, chosen, context)
    let printer = ProgressPrinter(
      options.progress, terminal: Terminal(.error, environment: context.environment),
      output: .standard,
      isVerbose: options.mirror.isVerbose)
    let frame = TaskFrame(context, printer, hint: SummaryText.resume)
    configuration.whenStuck = frame.whenStuck
    let mirroring = configuration
    return try await frame.run { _ in
      TaskEnd(try await MirrorRun(mirroring, delegate: printer).run())
    }
  }

  private func configuration(
    of source: Repair.Source, _ chosen: ChosenSource, _ context: CommandContext
  ) throws -> MirrorConfiguration {
    var configuration = try chosen.configuration(options.mirror, mirror: context.mirror(directory))
    (configuration.readsListing, configuration.damaged) = (false, source.damaged)
    configuration.isSourceNamed = false
    configuration.dropSecretsOfOtherHosts(for: directory)
    configuration.imageLimits = options.verification.limits
    configuration.maximumRate = options.verification.maximumRate
    if let choices = source.choices {
      (configuration.size, configuration.thumbnailEdge) = (choices.size, choices.thumbnailEdge)
    }
    return configuration
  }
}

extension Repair.Outcome {
  /// What was found, and what a repair does about it.
  fileprivate var lines: [String] {
    [
      "verified \(Quantity.count(counts.checked, of: "photo")), "
        + "\(Quantity.bytes(counts.byteCount)): \(counts.missing) missing, "
        + "\(counts.changed) changed, \(counts.unreadable) unreadable, "
        + "\(counts.incomplete) with a missing or damaged sidecar or thumbnail"
    ]
      + CountedLine.lines(
        .init(setAside, "damaged file", "moved to .photomirror/set-aside"),
        .init(moved, "photo", "renamed or set aside: under their names again"),
        .init(restored, "photo", "taken from copies"),
        .init(
          kept, "file",
          "edited or unreadable: kept; to fetch one again, move it away and repair"),
        .init(
          unavailable, "photo",
          "unavailable at the source, which is asked again later; see 'photomirror status'"))
  }
}
