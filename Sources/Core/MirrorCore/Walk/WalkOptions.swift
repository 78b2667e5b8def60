import Operations
import ProviderKit

/// The options of a walk.
package struct WalkOptions: Sendable {
  /// The source without cursor: selector, parameters and plain settings.
  package var query: PageQuery
  /// Values of the secret settings by name.
  package var secrets: [String: String] = [:]
  package var size = SizePolicy.largest
  /// The maximum number of photos to read from the listing; nil for all.
  package var limit: Int?
  package var filter = PhotoFilter()
  /// The maximum number of simultaneous transfers.
  package var jobs = 8
  /// The number of files decoded at once.
  package var decoders = 2
  /// Longest edge of a thumbnail in pixels; nil for no thumbnails.
  package var thumbnailEdge: Int?
  package var thumbnailFormat = ThumbnailFormat.png
  package var sidecars = SidecarChoice()
  package var names = NameTemplate.standard
  package var fileTime = FileTime.taken
  /// Whether files of known formats without a decoder are kept, beyond those of the manifest.
  package var keepsUndecoded = false
  /// The maximum number of attempts for each transfer and each call.
  package var attempts = 5
  /// How long a listing is retried whose site answers with server errors. Unless zero, an unreachable host is
  /// retried for as long as the network retries it.
  package var retryTime = Duration.zero
  /// Whether the listing is read, and not only the photos that wait in the catalog.
  package var readsListing = true
  /// The parts of photos' details that are requested.
  package var details: Set<PhotoDetails.Part> = []
  /// Whether the listing is read to its end although nothing seems to have changed.
  package var readsAll = false
  /// Whether mirrored photos are fetched again if the site offers a larger file, and thumbnails of another size
  /// or format are made again.
  package var isUpgrade = false
  /// What happens to photos that the source no longer lists.
  package var gone = GonePolicy()
  /// How many old versions of a photo stay in the trash; nil for all.
  package var keptVersions: Int?
  /// Whether details are reported.
  package var isVerbose = false
  /// Runs the walk's own code, which only waits; nil: Swift's pool.
  package var executor: (any TaskExecutor)?
  /// The time from the start of one group of stored photos to that of the next, unless the next is full before.
  package var groupInterval = Duration.zero

  package init(query: PageQuery) { self.query = query }

  /// Nil if the listing has to be read to its end.
  func earlyStop(_ source: SourceRecord, _ resumption: Resumption) -> EarlyStop? {
    // A change of a photo's comments shows nowhere but at its place in the listing.
    guard !readsAll, !isUpgrade, details.isEmpty, limit == nil, resumption.cursor == nil,
      !source.isUnderway
    else { return nil }
    return EarlyStop(source.base, selection: filter.selection)
  }

  var thumbnail: ThumbnailChoice? {
    ThumbnailChoice(edge: thumbnailEdge, format: thumbnailFormat)
  }

  var retry: RetryPolicy { .network(attempts: attempts, retriesOutages: retryTime > .zero) }
}

extension SiteClient {
  package init(
    _ options: WalkOptions, provider: any ProviderChannel, network: any Network,
    announcer: Announcer, pace: (any CallPermit)?
  ) {
    var query = options.query
    query.limit = options.limit
    query.secrets = Set(options.secrets.filter { !$0.value.isEmpty }.keys)
    self.init(
      provider: provider, query: query, secrets: options.secrets, network: network,
      retry: options.retry, announcer: announcer, pace: pace, isVerbose: options.isVerbose)
    retryTime = options.retryTime
  }

  init(_ options: WalkOptions, ports: Ports, announcer: Announcer, pace: (any CallPermit)?) {
    self.init(
      options, provider: ports.provider, network: ports.network, announcer: announcer, pace: pace)
    names = NameResolver(NameResolver.Memory(ports.catalog))
  }
}
