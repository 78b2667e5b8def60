import Operations
import ProviderKit

/// The options of a walk. The user's choices can be read and set as if they were its own.
@dynamicMemberLookup
package struct WalkOptions: Sendable {
  /// The source without cursor: selector, parameters and plain settings.
  package var query: PageQuery
  /// Values of the secret settings by name.
  package var secrets: [String: String] = [:]
  /// The choices of the user.
  package var choices = WalkChoices()
  /// The number of files decoded at once.
  package var decoders = 2
  /// The format of new thumbnails.
  package var thumbnailFormat = ThumbnailFormat.standard
  /// The formats and the naming of the sidecars.
  package var sidecars = SidecarChoice()
  /// The names of new photos.
  package var names = NameTemplate.standard
  /// The modification time of new files.
  package var fileTime = FileTime.taken
  /// Whether the listing is read, and not only the photos that wait in the catalog.
  package var readsListing = true
  /// Photos whose files are damaged, by their records' ids. They are fetched again after the photos that wait, and each
  /// damaged file is moved to the set-aside folder once its replacement is inspected.
  package var damaged: Set<Int64> = []
  /// Whether photos come from their site. A photo that an archive lacks may exist there: it is not recorded as refused.
  package var asksSite = true
  /// Runs the walk's own code, which only waits; nil: Swift's pool.
  package var executor: (any TaskExecutor)?
  /// The time from the start of one group of stored photos to that of the next, unless the next is full before.
  package var groupInterval = Duration.zero

  /// - Parameter query: None for a walk without a listing.
  package init(query: PageQuery = PageQuery(selector: "")) { self.query = query }

  /// A choice of ``choices``.
  package subscript<Value>(dynamicMember choice: WritableKeyPath<WalkChoices, Value>) -> Value {
    get { choices[keyPath: choice] }
    set { choices[keyPath: choice] = newValue }
  }

  /// Nil if the listing has to be read to its end.
  package func earlyStop(_ source: SourceRecord, _ resumption: Resumption) -> EarlyStop? {
    // A change of a photo's comments shows nowhere but at its place in the listing.
    guard !choices.readsAll, !choices.isUpgrade, choices.details.isEmpty, choices.limit == nil,
      resumption.cursor == nil,
      !source.isUnderway
    else { return nil }
    return EarlyStop(source.base, selection: choices.filter.selection)
  }

  var thumbnail: ThumbnailChoice? {
    ThumbnailChoice(edge: choices.thumbnailEdge, format: thumbnailFormat)
  }

  var retry: RetryPolicy {
    .network(attempts: choices.attempts, retriesOutages: choices.retryTime > .zero)
  }
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
