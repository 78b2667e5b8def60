import Console
import Foundation
import Images
import MirrorCore
import Mirroring

/// `photomirror fetch --units FILE --store PLACE`
struct FetchCommand: Command {
  struct Options: CommandOptions {
    /// A file, or `-` for standard input.
    var units = "-"
    var place: UnitPlace?
    var work: String?
    var store = StoreOptions()
    var mirror = MirrorOptions()
    /// Nil: the default, but zero with fewer attempts than the default.
    var retryTime: Duration?
    var hostJobs: Int?
    var privateHosts: [String] = []
    var isLenient = false
  }

  static let name = CommandName.fetch
  static let text = CommandText(
    summary: "Fetch units of work, for engines that divide a feed among machines",
    operands: [],
    examples: [
      .init(
        "photomirror list flickr:recent --units | photomirror fetch --store photos",
        "one process; engines pass each process a part of the lines"),
      .init(
        "photomirror fetch --units part-17 --store s3://bucket/photos",
        "a result for each line on standard output, in any order"),
    ],
    exitStatuses: [
      .success, .somePhotosFailed, .usage, .sourceFailed, .directoryFailed, .interrupted,
    ],
    meanings: [
      .success: "each line has a result, and no photo failed for a reason that may pass",
      .somePhotosFailed:
        "some photos failed for a reason that may pass; stored photos are not fetched again",
      .sourceFailed: "the units cannot be read",
      .directoryFailed: "the store failed, or standard output",
      .interrupted: "interrupted; run it again with the same units",
    ],
    isRestricted: true)

  static var results: [ToldKeys] { [UnitResult.keys.told()] }
  static let options: [Option<Options>] =
    main + limits + ImageLimits.commonOptions.at(\.mirror.imageLimits) + network
    + MirrorOptions.network.at(\.mirror) + (StoreOptions.server + StoreOptions.locks).at(\.store)

  private static let main: [Option<Options>] = [
    .value("units", .text("FILE"), \.units, "Read the units from this file; -: standard input"),
    .optional(
      "store", .place, \.place,
      "Where the photos are stored: a directory without a catalog, which processes may share, or a "
        + "store, with credentials as for sync"),
    .optional(
      "work", .text("DIR"), \.work,
      "With a store: the directory for unfinished files, which a later attempt resumes; default a "
        + "temporary one"),
    .flag(
      "lenient", \.isLenient,
      "Exit with 0 even if photos failed for a reason that may pass; the results name them"),
    .thumbnailEdge(\.mirror.thumbnailEdge),
    .thumbnailFormat(\.mirror.thumbnailFormat),
    .optional(
      "sidecar", .sidecars, \.mirror.sidecarFormats,
      "Sidecars with the metadata of each photo, if its unit has any; default xmp"),
    .optional(
      "sidecar-name", .choice, \.mirror.sidecarNaming,
      "Names of the sidecars; full (default): photo.jpg.xmp; stem: photo.xmp"),
    .optional(
      "mtime", .choice, \.mirror.fileTime, "Modification time of the files; default taken"),
    .keepsUndecoded(\.mirror.keepsUndecoded),
  ]

  private static let limits = Option<Options>.group(
    .limits,
    .maximumRate(\.mirror.maximumRate, "for all transfers together"),
  )

  private static let network = Option<Options>.group(
    .network,
    .jobs(\.mirror.jobs),
    .optional(
      "host-jobs", .number(1...100_000), \.hostJobs, unset: "the site's limit",
      "Upper limit of transfers from one host at the same time, of this process; the limits that "
        + "units state hold besides"),
    .attempts(\.mirror.attempts),
    .retryFor(\.retryTime),
    .stallTimeout(\.mirror.stallTimeout),
    .list(
      "private-host", .text("HOST"), \.privateHosts,
      "Fetch from this host although it is on this machine or in a private network"),
  )

  let options: Options
  private let place: UnitFetch.Place

  var decoding: ImageLimits? { options.mirror.imageLimits }
  var isVerbose: Bool { options.mirror.isVerbose }
  var writableFolders: [String]? {
    switch place {
    case .directory(let path): [path]
    case .store(_, let work): [work ?? NSTemporaryDirectory()]
    }
  }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    var options = options
    place = try UnitPlace.chosen(options.place, options.work, &options.store, for: Self.name)
    options.mirror.setRetryTime(options.retryTime)
    self.options = options
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let input = try UnitInput(options.units)
    defer { input.close() }
    var configuration = UnitConfiguration(place)
    configuration.options = options.mirror
    configuration.hostJobs = options.hostJobs
    configuration.privateHosts = Set(options.privateHosts.map { $0.lowercased() })
    configuration.decoders = Confinement.decoders
    configuration.whenStuck = { Message.end(.sourceFailed, $0) }
    let fetch = UnitFetch(configuration, delegate: NotePrinter(.error))
    let writer = ResultWriter(.standard)
    return try await TaskFrame(context).run { _ in
      let totals = try await fetch.run(input.descriptor, writer.write)
      return TaskEnd([totals.text], isWhole: totals.passing == 0 || options.isLenient)
    }
  }
}
