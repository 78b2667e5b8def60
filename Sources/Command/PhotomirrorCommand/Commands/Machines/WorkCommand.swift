import Console
import Foundation
import Images
import MirrorCore
import Mirroring

/// `photomirror work --catalog ADDRESS --store PLACE [SOURCE…]`
struct WorkCommand: Command {
  struct Options: ProviderTaking {
    var place: UnitPlace?
    var work: String?
    var lease = Duration.seconds(60)
    var hostJobs: Int?
    var order: WorkStatus.Order?
    /// A photo or a host.
    var retried: String?
    var mirror = MirrorOptions()
    /// Nil: the default, but zero with fewer attempts than the default.
    var retryTime: Duration?
    var store = StoreOptions()
    var provider = ProviderOptions()
    var requiresSandbox = false
  }

  static let name = CommandName.work
  static let text = CommandText(
    summary: "Mirror feeds together with other machines, by a queue in a PostgreSQL catalog",
    operands: ["[SOURCE…]"],
    examples: [
      .init(
        "photomirror work --catalog postgresql://db/m --store s3://photos flickr:recent",
        "the same on each machine: one worker reads the feed, all fetch its photos"),
      .init(
        "photomirror work --catalog postgresql://db/m --drain",
        "tell all workers to store the photos that they have, and to end"),
    ],
    exitStatuses: [
      .success, .somePhotosFailed, .usage, .sourceFailed, .directoryFailed, .providerRefused,
      .tooManyGone, .interrupted,
    ],
    meanings: [
      .success: "no photo is left, or workers were drained",
      .somePhotosFailed: "this worker gave up on some photos; the next listing queues them again",
      .directoryFailed: "the store or the catalog failed",
      .tooManyGone: "most files of the mirror are missing; nothing was changed",
      .interrupted: "interrupted; other workers can claim its photos",
    ],
    usesCatalog: true)

  static let options: [Option<Options>] =
    main + photos + limits + ImageLimits.commonOptions.at(\.mirror.imageLimits) + network
    + MirrorOptions.network.at(\.mirror) + (StoreOptions.server + StoreOptions.locks).at(\.store)
    + ProviderOptions.options.at(\.provider)

  private static let main: [Option<Options>] = [
    .optional(
      "store", .place, \.place,
      "Where all workers store the photos: a directory that all machines see, or a bucket, with "
        + "credentials as for sync"),
    .optional(
      "work", .text("DIR"), \.work,
      "With a bucket: this machine's directory for unfinished files; default a temporary one"),
    .value(
      "lease", .time(3...3600), \.lease,
      "How long a worker that does not answer keeps its photos"),
    .flag("pause", \.order, to: .pause, "Tell all workers to claim nothing until --resume"),
    .flag("resume", \.order, to: .resume, "Tell all workers to claim photos again"),
    .optional(
      "retry", .text("ID|HOST"), \.retried,
      "Queue photos again that workers gave up: one by its id, or those of a host"),
    .flag(
      "drain", \.order, to: .drain,
      "Tell the running workers to store the photos that they have, and to end"),
  ]

  private static let photos: [Option<Options>] = [
    .value("size", .size, \.mirror.size, "Size to fetch, as for sync; of the worker that lists"),
    .optional(
      "limit", .number(1...Int.max), \.mirror.limit, unset: "all",
      "Stop after the first N photos of each feed"),
    .flag("full", \.mirror.readsAll, "Read each whole feed, as for sync"),
    .thumbnailEdge(\.mirror.thumbnailEdge),
    .keepsUndecoded(\.mirror.keepsUndecoded),
    .acceptLosses(\.mirror.acceptsLosses),
  ]

  private static let limits = Option<Options>.group(
    .limits,
    .maximumRate(\.mirror.maximumRate, "of all workers together"),
    .requireSandbox(\.requiresSandbox),
  )

  private static let network = Option<Options>.group(
    .network,
    .jobs(\.mirror.jobs),
    .optional(
      "host-jobs", .number(1...100_000), \.hostJobs, unset: "the site's limit",
      "Upper limit of transfers from one host at the same time, of all workers together"),
    .attempts(\.mirror.attempts),
    .retryFor(\.retryTime),
    .stallTimeout(\.mirror.stallTimeout),
  )

  let options: Options
  private let sources: [SourceAddress]
  /// Nil for an order to other workers.
  private let place: UnitFetch.Place?

  var decoding: ImageLimits? { place.map { _ in options.mirror.imageLimits } }
  var opensModules: Bool { place != nil }
  var isVerbose: Bool { options.mirror.isVerbose }
  var requiresSandbox: Bool { options.requiresSandbox }
  var writableFolders: [String]? {
    switch place {
    case nil: []
    case .directory(let path): [path]
    case .store(_, let work): [work ?? NSTemporaryDirectory()]
    }
  }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    var options = options
    var sources: [SourceAddress] = []
    for operand in operands { sources.append(try SourceAddress(operand)) }
    self.sources = sources
    options.mirror.setRetryTime(options.retryTime)
    if options.order != nil || options.retried != nil {
      guard options.place == nil, sources.isEmpty, options.order == nil || options.retried == nil
      else {
        throw UsageError(
          "--pause, --resume, --drain and --retry take no other option than --catalog")
      }
      place = nil
    } else {
      place = try UnitPlace.chosen(options.place, options.work, &options.store, for: Self.name)
    }
    self.options = options
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    do {
      guard let catalog = context.catalog?.server else {
        throw MirrorError.directory("workers need a catalog on a server", .catalogAccess)
      }
      guard let place else {
        if let order = options.order { try WorkStatus.order(order, of: catalog) }
        if let retried = options.retried {
          let count = try WorkStatus.retry(retried, of: catalog)
          Output.error.write(lines: ["\(Quantity.count(count, of: "photo")) queued again"])
        }
        return .success
      }
      return try await work(place, catalog, context.environment)
    } catch is CancellationError {
      Output.error.write(lines: Message(.error, "interrupted").lines)
      return .interrupted
    } catch let error as MirrorError {
      throw CommandFailure(error)
    }
  }

  private func work(
    _ place: UnitFetch.Place, _ catalog: CatalogServer, _ environment: [String: String]
  ) async throws -> ExitStatus {
    let (options, provider) = (options.mirror, options.provider)
    var configuration = WorkConfiguration(place, catalog: catalog) { name in
      let chosen = try ChosenSource(SourceAddress(name), provider, environment: environment)
      return try chosen.configuration(options)
    }
    for source in sources {
      configuration.sources.append(
        try ChosenSource(source, provider, environment: environment).name)
    }
    configuration.options = options
    configuration.lease = self.options.lease
    configuration.hostJobs = self.options.hostJobs
    configuration.decoders = Confinement.decoders
    configuration.whenStuck = { Message.end(.sourceFailed, $0) }
    let work = Work(configuration, delegate: NotePrinter(.error, showsFailures: true))
    let totals = try await StopSignals.run {
      try await work.run()
    } finalLines: {
      Message(.error, "interrupted").lines
    }
    for problem in totals.problems { Message(.error, problem).write() }
    Output.error.write(lines: [totals.text])
    if !totals.problems.isEmpty { return .sourceFailed }
    return totals.failed > 0 ? .somePhotosFailed : .success
  }
}

extension WorkTotals {
  fileprivate var text: String {
    "\(Quantity.count(stored, of: "photo")) stored, \(Quantity.bytes(bytesFetched)) fetched, "
      + "\(Quantity.count(failed)) failed" + (isDrained ? "; drained" : "")
  }
}
