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
    var interval: Duration?
    var sync = SyncOptions()

    var provider: ProviderOptions {
      get { sync.provider }
      set { sync.provider = newValue }
    }

    init() { sync.progress = .none }
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
      .success: "no photo is left, workers were drained, or --max-time is over",
      .somePhotosFailed: "this worker gave up on some photos; the next listing queues them again",
      .directoryFailed: "the store or the catalog failed",
      .tooManyGone: "most files of the mirror are missing; nothing was changed",
      .interrupted: "interrupted; other workers can claim its photos",
    ],
    usesCatalog: true,
    isRestricted: true)

  static let options: [Option<Options>] =
    main + ofSync + [.progress(\.sync.progress)] + limits
    + ImageLimits.commonOptions.at(\.sync.mirror.imageLimits) + network
    + MirrorOptions.network.at(\.sync.mirror)
    + (StoreOptions.server + StoreOptions.locks).at(\.sync.store)
    + ProviderOptions.options.at(\.sync.provider)

  private static let ofSync: [Option<Options>] =
    SyncOptions.options.filter { $0.syntax.uses.contains(.workers) }
    .at(\.sync)

  private static let main: [Option<Options>] = [
    .optional(
      "store", .place, \.place,
      "Where all workers store the photos: a directory that all machines see, or a store, with "
        + "credentials as for sync"
    ).also(for: .allCommands),
    .optional(
      "work", .text("DIR"), \.work,
      "With a store: this machine's directory for unfinished files; default a temporary one"),
    .value(
      "lease", .time(3...3600), \.lease,
      "How long a worker that does not answer keeps its photos"),
    .optional(
      "stay", .time(10...31_536_000), \.interval,
      "Stay when nothing is left, and read the feeds again after this time, such as 1h"),
    .flag("pause", \.order, to: .pause, "Tell all workers to claim nothing until --resume"),
    .flag("resume", \.order, to: .resume, "Tell all workers to claim photos again"),
    .optional(
      "retry", .text("ID|HOST"), \.retried,
      "Queue photos again that workers gave up: one by its id, or those of a host"),
    .flag(
      "drain", \.order, to: .drain,
      "Tell the running workers to store the photos that they have, and to end"),
  ]

  private static let limits = Option<Options>.group(
    .limits,
    .maximumRate(\.sync.mirror.maximumRate, "of all workers together"),
  )

  private static let network = Option<Options>.group(
    .network,
    .jobs(\.sync.mirror.jobs),
    .optional(
      "host-jobs", .number(1...100_000), \.hostJobs, unset: "the site's limit",
      "Upper limit of transfers from one host at the same time, of all workers together"),
    .attempts(\.sync.mirror.attempts),
    .retryFor(\.sync.retryTime),
    .stallTimeout(\.sync.mirror.stallTimeout),
  )

  let options: Options
  let sources: [SourceAddress]
  /// Nil for an order to other workers.
  private let place: UnitFetch.Place?
  /// The command line with what the configuration and the environment give.
  private(set) var given = ParsedArguments()

  var decoding: ImageLimits? { place.map { _ in options.sync.mirror.imageLimits } }
  var opensModules: Bool { place != nil }
  var namesStore: Bool {
    if case .store = place { true } else { false }
  }
  var isVerbose: Bool { options.sync.mirror.isVerbose }
  var writableFolders: [String]? {
    let environment = ProcessInfo.processInfo.environment
    let folders =
      options.sync.unattended.resolved(environment).folders
      + options.sync.rememberedFolders(environment)
    return switch place {
    case nil: []
    case .directory(let path): [path] + folders
    case .store(_, let work): [work ?? NSTemporaryDirectory()] + folders
    }
  }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    var options = options
    var sources: [SourceAddress] = []
    for operand in operands { sources.append(try SourceAddress(operand)) }
    self.sources = sources
    try options.sync.settle()
    if options.order != nil || options.retried != nil {
      guard options.place == nil, sources.isEmpty, options.order == nil || options.retried == nil
      else {
        throw UsageError(
          "--pause, --resume, --drain and --retry take no other option than --catalog")
      }
      place = nil
    } else {
      place = try UnitPlace.chosen(options.place, options.work, &options.sync.store, for: Self.name)
    }
    self.options = options
  }

  static func command(
    _ parsed: ParsedArguments, environment: [String: String]
  ) throws(UsageError) -> any Command {
    var command = try Self(parsed)
    command.given = parsed
    return command
  }

  func prepare(in environment: [String: String]) throws(CommandFailure) {
    if options.sync.excludeFile != nil { KnownFiles(environment).prepare() }
    try options.sync.unattended.prepare(in: environment, mirroringInto: options.place?.folder)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
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
    let unattended = UnattendedRun(
      options.sync.unattended, of: sources.map(\.canonical).joined(separator: " "), named: nil,
      into: place.text, checking: nil, context.environment)
    return try await unattended.run {
      try await work(place, catalog, unattended, context)
    }
  }
}

extension UnitFetch.Place {
  /// For people.
  fileprivate var text: String {
    switch self {
    case .directory(let path): path
    case .store(let location, _): location.name
    }
  }
}
