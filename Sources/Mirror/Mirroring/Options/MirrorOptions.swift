import Images
import MirrorCore
import ProviderKit

/// Options of a run, with their defaults. The choices of its walk can be read and set as if they were its own.
@dynamicMemberLookup
public struct MirrorOptions: Sendable, Hashable {
  /// The choices of the walk.
  public var walk = WalkChoices()
  /// The format of new thumbnails; nil for the mirror's own choice, at first JPEG. A new choice is the mirror's
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
  /// Whether the run fetches photos again although most files of the mirror are missing.
  public var acceptsLosses = false
  /// Certificate authorities in PEM; nil for the system's.
  public var authorityFile: String?
  /// Whether TLS connections may use HTTP/2.
  public var allowsHTTP2 = false
  /// How server operators can reach the caller; sent in User-Agent.
  public var contact: String?
  /// What is done with mirrored files that have the same bytes.
  public var dedupe = Dedupe.none
  /// How albums appear in the directory.
  public var albums = AlbumKind.none

  /// This program's version.
  public static let version = "0.1.0"

  public init() {}

  /// A choice of ``walk``.
  public subscript<Value>(dynamicMember choice: WritableKeyPath<WalkChoices, Value>) -> Value {
    get { walk[keyPath: choice] }
    set { walk[keyPath: choice] = newValue }
  }
}
