import Images
import MirrorCore
import ProviderKit

/// Options of a run, with their defaults.
public struct MirrorOptions: Sendable, Hashable {
  public var size = SizePolicy.largest
  /// Maximum number of photos to read from the listing; nil for all.
  public var limit: Int?
  /// Whether the listing is read to its end although nothing seems to have changed since the last complete pass.
  public var readsAll = false
  /// Whether mirrored photos are fetched again if ``size`` now gives a larger file, and their thumbnails made
  /// again if ``thumbnailEdge`` or ``thumbnailFormat`` differs. Reads the listing to its end.
  public var isUpgrade = false
  /// Which photos of the listing are mirrored. Photos that are mirrored already stay, whatever it says.
  public var filter = PhotoFilter()
  /// Upper limit of transfers at the same time; nil for 8 to 32 by the latency of each host.
  public var jobs: Int?
  /// Longest edge of a thumbnail in pixels; nil for no thumbnails.
  public var thumbnailEdge: Int? = standardThumbnailEdge
  /// The format of new thumbnails; nil for the mirror's own choice, at first PNG. A new choice is the mirror's
  /// from then on.
  public var thumbnailFormat: ThumbnailFormat?
  /// The formats of the sidecars; empty for none. Nil for the mirror's own choice, at first XMP. A new choice
  /// is the mirror's from then on.
  public var sidecarFormats: [SidecarFormat]?
  /// The names of the sidecars; nil for the mirror's own choice, at first `photo.jpg.xmp`.
  public var sidecarNaming: SidecarChoice.Naming?
  /// The names of new photos; nil for the mirror's own choice, at first ``NameTemplate/standard``.
  public var names: NameTemplate?
  /// The modification time of new files; nil for the mirror's own choice, at first when a photo was taken.
  public var fileTime: FileTime?
  /// Limits of a photo's decode. A photo that exceeds them is kept without a decode if its length or
  /// digest was announced, else it fails.
  public var imageLimits = ImageLimits()
  /// Whether files of known formats without a decoder are kept, besides those that the provider names.
  /// Only their length and digest can be checked, and an SVG may contain scripts.
  public var keepsUndecoded = false
  /// Attempts for each transfer and each call, the first included.
  public var attempts = 5
  /// How long to retry a host that cannot be reached, regardless of ``attempts``; zero: only ``attempts``
  /// counts.
  public var retryTime = Duration.zero
  /// A transfer slower than 1000 bytes a second for this long is aborted and retried.
  public var stallTimeout = Duration.seconds(30)
  /// Niceness of the decoding threads, 0 to 19: they use every core throughout a run, and must not delay the
  /// network thread.
  public var decodingNiceness = 10
  /// Bytes a second for all transfers together; nil for no limit.
  public var maximumRate: Int?
  /// API calls an hour; nil for the provider's limit, which applies in any case.
  public var maximumCalls: Int?
  /// The run stops after receiving this many bytes; nil for no limit.
  public var maximumBytes: Int64?
  /// The run stops after this long; nil for no limit.
  public var maximumTime: Duration?
  /// The run stops if fewer bytes than this are free on the directory's file system.
  public var minimumFree: Int64 = 256 << 20
  /// Certificate authorities in PEM; nil for the system's.
  public var authorityFile: String?
  /// Whether TLS connections may use HTTP/2.
  public var allowsHTTP2 = false
  /// How server operators can reach the caller; sent in User-Agent.
  public var contact: String?
  /// The parts of photos' details that are requested besides the listing.
  public var details: Set<PhotoDetails.Part> = []
  /// What is done with mirrored files that have the same bytes.
  public var dedupe = Dedupe.none
  /// How albums appear in the directory.
  public var albums = AlbumKind.none
  /// What happens to photos that the source no longer lists.
  public var gone = GonePolicy()
  /// How many old versions stay in the trash of a photo that was replaced at its site; nil for all.
  public var keptVersions: Int?
  /// Whether each request and decision is reported.
  public var isVerbose = false

  /// In pixels.
  public static let standardThumbnailEdge = 256
  /// This program's version.
  public static let version = "0.1.0"

  public init() {}
}

extension MirrorOptions {
  /// The most transfers at the same time.
  var mostJobs: Int { jobs ?? 32 }
}
