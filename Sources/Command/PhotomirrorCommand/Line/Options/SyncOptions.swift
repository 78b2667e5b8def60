import Console
import Images
import MirrorCore
import Mirroring
import ProviderKit

/// The options of `sync`, which a configuration has as defaults.
struct SyncOptions: ProviderTaking {
  var mirror = MirrorOptions()
  /// Nil: the default, but zero with fewer attempts than the default, which ask for an earlier end.
  var retryTime: Duration?
  var isDryRun = false
  /// Not yet resolved for a terminal.
  var progress = ProgressMode.auto
  var provider = ProviderOptions()
  var store = StoreOptions()
  var unattended = UnattendedOptions()
  /// The path of a file with names of photos to leave out.
  var excludeFile: String?
  var licenses: [LicenseWords] = []
  var media: [[MediaKind]] = []
  var tags: [FoldedTag] = []
  var excludedTags: [FoldedTag] = []
  /// Replaced by the mirrors of the configuration before the command is made.
  var isAll = false

  /// Takes over the values of options that stand for others.
  mutating func settle() throws(UsageError) {
    mirror.filter.licenses = licenses
    mirror.filter.media = Set(media.joined())
    mirror.filter.tags = Set(tags)
    mirror.filter.excludedTags = Set(excludedTags)
    try mirror.filter.check()
    mirror.setRetryTime(retryTime)
  }

  /// The folders of the state folder in which these options are remembered.
  func rememberedFolders(_ environment: [String: String]) -> [String] {
    excludeFile == nil ? [] : [KnownFiles(environment).folder].compactMap(\.self)
  }

  static let options: [Option<Self>] =
    main + files + changes + filters + limits + ImageLimits.commonOptions.at(\.mirror.imageLimits)
    + network
    + MirrorOptions.network.at(\.mirror) + StoreOptions.options.at(\.store)
    + UnattendedOptions.options.at(\.unattended)
    + ProviderOptions.options.at(\.provider)

  /// What most people need.
  private static let main: [Option<Self>] = [
    .value(
      "size", .size, \.mirror.size,
      "Size to fetch: the site's name of it (see 'photomirror providers') or the longest edge in "
        + "pixels; the largest if a photo does not have it"
    ).also(for: [.laterRuns, .workers]),
    .optional(
      "limit", .number(1...Int.max), \.mirror.limit, unset: "all",
      "Stop after the first N photos of the feed"
    ).also(for: [.laterRuns, .workers]),
    .optional(
      "name", .names, \.mirror.names,
      "Template of the files' names, kept for later runs; see 'photomirror help names'"
    ).also(for: .workers),
    .value(
      "gone", .choice, \.mirror.gone.action,
      "What to do with photos that the feed no longer lists: keep them, or move them to the trash, or "
        + "delete them"
    ).also(for: .laterRuns),
    .flag(
      "full", \.mirror.readsAll,
      "Read the whole feed; otherwise, if nothing is new and no photo is missing, only its first page, up "
        + "to a week after the last full run: only full runs find changes of older photos"
    ).also(for: .workers),
    .flag(
      "upgrade", \.mirror.isUpgrade,
      "Also fetch mirrored photos again if --size now gives a larger file, and rebuild thumbnails "
        + "with another edge or format; a file is replaced only by a larger one that was checked"),
    .flag(
      "all", \.isAll,
      "Run every mirror of the configuration, one after another, instead of a NAME; see 'photomirror help "
        + "configuration'"),
    .flag("dry-run", \.isDryRun, "Report what would be fetched, and fetch nothing"),
    .progress(\.progress),
    .quiet(\.progress, excludes: ["progress", "verbose"]),
  ]

  private static let files = Option<Self>.group(
    .files,
    .thumbnailEdge(\.mirror.thumbnailEdge).also(for: [.laterRuns, .workers]),
    .thumbnailFormat(\.mirror.thumbnailFormat).also(for: .workers),
    .optional(
      "mtime", .choice, \.mirror.fileTime,
      "Modification time of new files, kept for later runs; initially taken"
    ).also(for: .workers),
    .optional(
      "sidecar", .sidecars, \.mirror.sidecarFormats,
      "Sidecars with each photo's metadata, kept for later runs; initially xmp; missing ones are made"
    ).also(for: .workers),
    .optional(
      "sidecar-name", .choice, \.mirror.sidecarNaming,
      "Names of the sidecars, kept for later runs; full (initially): photo.jpg.xmp, which most programs read; "
        + "stem: photo.xmp"
    ).also(for: .workers),
    .value(
      "with", .details, \.mirror.details,
      "Also request details of each photo (1 to 5 calls; repeated only after the photo "
        + "changes): info, comments, exif, people, notes, geo, contexts, or all; for JSON sidecars and the "
        + "catalog"
    ).also(for: [.laterRuns, .workers]),
    .keepsUndecoded(\.mirror.keepsUndecoded).also(for: [.laterRuns, .workers]),
    .value(
      "dedupe", .choice, \.mirror.dedupe,
      "link: mirrored files with the same bytes become one file with several names (hard links)"
    ).also(for: .laterRuns),
    .value(
      "albums", .choice, \.mirror.albums,
      "Folders of links, or lists, of the feed's albums in DIRECTORY/albums"
    ).also(for: .laterRuns),
  )

  private static let changes = Option<Self>.group(
    .changes,
    .value(
      "gone-after", .number(1...100, "PASSES"), \.mirror.gone.passes,
      "Complete listings, each at least a day after another, that must lack a photo before it counts as "
        + "gone"
    ).also(for: .laterRuns),
    .value(
      "max-gone", .goneLimit, \.mirror.gone.limit,
      "If more photos are gone than this, change none of them; standard: the lower of 50 and 5%"
    ).also(for: .laterRuns),
    .acceptLosses(\.mirror.acceptsLosses).also(for: .workers),
    .optional(
      "keep-versions", .number(0...10_000), \.mirror.keptVersions, unset: "all",
      "Old versions to keep in the trash of a photo that was replaced at its site"
    ).also(for: .laterRuns),
  )

  /// Each photo is judged by its listing, before any transfer.
  private static let filters = Option<Self>.group(
    .filters,
    .optional(
      "since", .date, \.mirror.filter.since,
      "Only photos taken (uploaded if that is unknown) on this day, month or year or later"),
    .optional(
      "until", .date, \.mirror.filter.until,
      "Only photos taken on this day, month or year or earlier"),
    .list(
      "license", .licenses, \.licenses,
      "Only photos with a license whose name begins with this: 'CC BY', CC0; none: no license stated"
    ),
    .list("tag", .tag, \.tags, "Only photos with this tag or another --tag"),
    .list("exclude-tag", .tag, \.excludedTags, "No photos with this tag"),
    .optional(
      "min-edge", .number(1...1_000_000, "PIXELS"), \.mirror.filter.minimumEdge,
      "Only photos offered with at least this longest edge"),
    .optional(
      "max-edge", .number(1...1_000_000, "PIXELS"), \.mirror.filter.maximumEdge,
      "Only photos offered with at most this longest edge"),
    .list(
      "media", .media, \.media, "Only these: photo, video, or photo,video (default)"),
    .optional(
      "exclude-file", .text("FILE"), \.excludeFile,
      "No photos whose id or page address is a line of this file"),
  ).also(for: [.laterRuns, .workers])

  private static let limits = Option<Self>.group(
    .limits,
    .maximumRate(\.mirror.maximumRate, "for all transfers together"),
    .optional(
      "max-bytes", .bytes(from: 1), \.mirror.maximumBytes, unset: "no limit",
      "Stop after downloading this much"),
    .optional(
      "max-time", .time(1...31_536_000), \.mirror.maximumTime, unset: "no limit",
      "Stop after this long: seconds, or 90s, 15m, 1h, 2d"
    ).also(for: .workers),
    .minimumFree(\.mirror.minimumFree),
  )

  private static let network = Option<Self>.group(
    .network,
    .jobs(\.mirror.jobs),
    .attempts(\.mirror.attempts),
    .retryFor(\.retryTime),
    .stallTimeout(\.mirror.stallTimeout),
  )
}
