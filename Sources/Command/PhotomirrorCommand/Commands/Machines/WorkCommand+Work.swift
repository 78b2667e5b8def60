import Console
import MirrorCore
import Mirroring

extension WorkCommand {
  /// Claims and stores photos until the end.
  func work(
    _ place: UnitFetch.Place, _ catalog: CatalogServer, _ unattended: UnattendedRun,
    _ context: CommandContext
  ) async throws -> ExitStatus {
    let environment = context.environment
    // Before the catalog is waited for.
    let opened = try sources.map {
      try ChosenSource($0, options.provider, environment: environment)
    }
    let recorded = try await RecordedSource.reading { () throws(MirrorError) in
      try RecordedSource.all(sharing: catalog)
    }
    let owners = owners(catalog)
    if let path = options.sync.excludeFile { KnownFiles(environment).note(path, of: owners[0]) }
    let choices = WorkChoices(
      given, options, recorded: recorded, of: owners, environment)
    var configuration = try configuration(place, catalog, choices, opened)
    configuration.knownStores = context.store?.memory
    let progress = options.sync.progress
    let printer: any MirrorDelegate =
      progress == .none
      ? NotePrinter(.error, showsFailures: true)
      : ProgressPrinter(
        progress, terminal: Terminal(.error, environment: environment), output: .standard,
        isVerbose: isVerbose)
    let work = Work(configuration, delegate: Delegates([printer, unattended]))
    return try await TaskFrame(context, printer as? ProgressPrinter, hint: nil).run { _ in
      do {
        return end(try await work.run(), choices)
      } catch let error as MirrorError {
        throw choices.refusal(of: error) ?? error as any Error
      }
    }
  }

  private func end(_ totals: WorkTotals, _ choices: WorkChoices) -> TaskEnd {
    for problem in totals.problems {
      Message(.error, problem, hints: choices.hints(of: problem)).write()
    }
    var end = TaskEnd(
      options.sync.progress == .none ? [totals.text] : [], isWhole: totals.failed == 0)
    if !totals.problems.isEmpty { end.status = .sourceFailed }
    if totals.hasDirectoryProblem { end.status = .directoryFailed }
    // What failed in weeks is in its log; a failure would have a service manager start it again.
    if totals.isDrained, options.interval != nil { end.status = .success }
    return end
  }

  /// The directory is that of all machines: only the catalog is this mirror's for sure.
  private func owners(_ catalog: CatalogServer) -> [StoreOwner] {
    var mirror = Mirror.none
    mirror.catalog = catalog
    return Array(mirror.storeOwners.prefix(1))
  }

  private func configuration(
    _ place: UnitFetch.Place, _ catalog: CatalogServer, _ choices: WorkChoices,
    _ opened: [ChosenSource]
  ) throws -> WorkConfiguration {
    var configuration = WorkConfiguration(place, catalog: catalog, source: choices.configuration)
    for source in opened {
      try choices.check(source)
      choices.noteKept(of: source.name)
      configuration.sources.append(source.name)
    }
    configuration.options = options.sync.mirror
    configuration.interval = options.interval
    configuration.lease = options.lease
    configuration.hostJobs = options.hostJobs
    configuration.decoders = Confinement.decoders
    configuration.whenStuck = { Message.end(.sourceFailed, $0) }
    return configuration
  }
}

extension WorkTotals {
  fileprivate var text: String {
    "\(Quantity.count(stored, of: "photo")) stored, \(Quantity.bytes(bytesFetched)) fetched, "
      + "\(Quantity.count(failed)) failed" + (isDrained ? "; drained" : "")
  }
}
