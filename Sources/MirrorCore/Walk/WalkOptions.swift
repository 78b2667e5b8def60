import Operations
import ProviderKit

/// What a walk should do.
package struct WalkOptions: Sendable {
  /// The source without cursor: selector, parameters and plain settings.
  package var query: PageQuery
  /// Values of the secret settings by name.
  package var secrets: [String: String] = [:]
  package var size = SizePolicy.largest
  /// How many photos of the listing are read; nil: all.
  package var limit: Int?
  /// Transfers at once.
  package var jobs = 8
  /// Files decoded at once.
  package var decoders = 2
  /// Longest edge of a thumbnail in pixels; nil: none are made.
  package var thumbnailEdge: Int?
  /// Whether files of kinds that are known and not decoded are kept, beyond those of the manifest.
  package var keepsUndecoded = false
  /// Attempts in total for each transfer and each call.
  package var attempts = 5
  /// Whether a host that cannot be reached is tried for as long as the network tries it.
  package var retriesOutages = false
  /// Whether details are reported.
  package var isVerbose = false

  package init(query: PageQuery) { self.query = query }

  var retry: RetryPolicy { .network(attempts: attempts, retriesOutages: retriesOutages) }
}

/// Where a pass over the listing begins.
package struct Resumption: Sendable, Hashable {
  /// Where an interrupted run had everything before it done; nil: the listing's start.
  package let cursor: String?
  /// Photos that lie before the cursor, as far as is known.
  package let doneBefore: Int

  package init(cursor: String? = nil, doneBefore: Int = 0) {
    (self.cursor, self.doneBefore) = (cursor, doneBefore)
  }
}

extension SiteClient {
  package init(
    _ options: WalkOptions, provider: any ProviderChannel, network: any Network,
    announcer: Announcer, pace: CallPace?
  ) {
    var query = options.query
    query.limit = options.limit
    self.init(
      provider: provider, query: query, secrets: options.secrets, network: network,
      retry: options.retry, announcer: announcer, pace: pace, isVerbose: options.isVerbose)
  }

  init(_ options: WalkOptions, ports: Ports, announcer: Announcer, pace: CallPace?) {
    self.init(
      options, provider: ports.provider, network: ports.network, announcer: announcer, pace: pace)
  }
}
