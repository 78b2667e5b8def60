import Images
import MirrorCore
import ProviderKit

/// Everything a run needs to know.
public struct MirrorConfiguration: Sendable {
  /// This program's version.
  public static let version = "0.1.0"

  public var provider: any PhotoProvider
  /// The source without cursor: selector, parameters and plain settings.
  public var query: PageQuery
  /// Values of the secret settings by name; put into requests by the host alone.
  public var secrets: [String: String]
  /// The source's canonical name, `flickr:recent`: the catalog's key for it.
  public var source: String
  /// The mirror's directory; made where it is missing.
  public var directory: String
  public var size = SizePolicy.largest
  /// How many photos of the listing are looked at; nil: all.
  public var limit: Int?
  /// The most transfers at once.
  public var jobs = 8
  /// Longest edge of a thumbnail in pixels; nil: none are made.
  public var thumbnailEdge: Int? = 256
  /// What a photo's decode may cost; one that would cost more is kept unproven where its length or hash
  /// was promised.
  public var imageLimits = ImageLimits()
  /// Whether files of kinds that are known and not decoded are kept, beyond those that the provider
  /// names: of them only length and hash can be checked, and an SVG may hold scripts.
  public var keepsUndecoded = false
  /// Attempts in total for each transfer and each call.
  public var attempts = 5
  /// For how long a host that cannot be reached is tried, however many attempts that takes; zero: as
  /// many as ``attempts``.
  public var retryTime = Duration.zero
  /// A transfer slower than 1000 bytes a second for this long is given up and tried again.
  public var stallTimeout = Duration.seconds(30)
  /// How far the decoders yield to everything else on the machine, 0 to 19: they take every core
  /// for as long as a run lasts, and the network thread must not wait for them.
  public var decodingNiceness = 10
  /// Bytes a second for all transfers together; nil: as fast as it goes.
  public var maximumRate: Int?
  /// Calls of the site's API in an hour; nil, or more than the provider names: as many as that.
  public var maximumCalls: Int?
  /// The run stops when so many bytes came in; nil: never.
  public var maximumBytes: Int64?
  /// The run stops after so long; nil: never.
  public var maximumTime: Duration?
  /// The run stops while so many bytes are still free on the directory's file system.
  public var minimumFree: Int64 = 256 << 20
  /// Certificate authorities in PEM; nil: the system's.
  public var authorityFile: String?
  /// Whether TLS connections may speak HTTP/2.
  public var allowsHTTP2 = false
  /// How the servers' owners reach whoever runs this: stands in the User-Agent.
  public var contact: String?
  /// Is told, on a thread of its own, that the run can neither go on nor end: a call does not return,
  /// for half a minute past a transfer's deadline or ``maximumTime``. The process is to be ended then,
  /// which costs what a kill costs: nothing that is done. Nil: nobody watches.
  public var whenStuck: (@Sendable (_ reason: String) -> Void)?
  /// Whether each request and decision is told.
  public var isVerbose = false

  public init(
    provider: any PhotoProvider, query: PageQuery, secrets: [String: String] = [:], source: String,
    directory: String
  ) {
    self.provider = provider
    self.query = query
    self.secrets = secrets
    self.source = source
    self.directory = directory
  }

  /// What the site allows and what was asked for, whichever is less; nil where neither is.
  var callsPerHour: Int? {
    [provider.manifest.requestsPerHour, maximumCalls].compactMap(\.self).filter { $0 > 0 }.min()
  }
}
