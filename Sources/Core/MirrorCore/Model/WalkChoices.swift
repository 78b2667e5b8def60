import ProviderKit

/// What a user chooses of a walk, with the defaults. A program's options have them as their own, so that each is
/// declared once.
public struct WalkChoices: Sendable, Hashable {
  /// The size that is fetched of each photo.
  public var size = SizePolicy.largest
  /// Maximum number of photos to read from the listing; nil for all.
  public var limit: Int?
  /// Whether the listing is read to its end although nothing seems to have changed since the last complete pass.
  public var readsAll = false
  /// Whether mirrored photos are fetched again if ``size`` now gives a larger file, and their thumbnails made
  /// again if ``thumbnailEdge`` or the format differs. Reads the listing to its end.
  public var isUpgrade = false
  /// Which photos of the listing are mirrored. Photos that are mirrored already stay, whatever it says.
  public var filter = PhotoFilter()
  /// Upper limit of transfers at the same time; nil for 8 to 32 by the latency of each host.
  public var jobs: Int?
  /// Longest edge of a thumbnail in pixels; nil for no thumbnails.
  public var thumbnailEdge: Int? = standardThumbnailEdge
  /// Whether files of known formats without a decoder are kept, besides those that the provider names.
  /// Only their length and digest can be checked, and an SVG may contain scripts.
  public var keepsUndecoded = false
  /// Attempts for each transfer and each call, the first included.
  public var attempts = 5
  /// How long to retry a host that cannot be reached, or a listing whose site answers with server errors, regardless
  /// of ``attempts``; zero: only ``attempts`` counts.
  public var retryTime = Duration.zero
  /// The parts of photos' details that are requested besides the listing.
  public var details: Set<PhotoDetails.Part> = []
  /// What happens to photos that the source no longer lists.
  public var gone = GonePolicy()
  /// How many old versions stay in the trash of a photo that was replaced at its site; nil for all.
  public var keptVersions: Int?
  /// Whether each request and decision is reported.
  public var isVerbose = false

  /// In pixels.
  public static let standardThumbnailEdge = 256

  public init() {}

  /// The most transfers at the same time.
  package var mostJobs: Int { jobs ?? 32 }
}
