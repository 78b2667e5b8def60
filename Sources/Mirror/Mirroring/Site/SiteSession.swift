import Fetching
import MirrorCore
import ProviderKit
import ProviderLoader
import Threads

/// A site's client without a mirror: for listings, sign-ins and questions.
struct SiteSession: Sendable {
  let client: SiteClient
  let network: CurlNetwork

  /// Opens a network and the provider's threads, and closes them after `body`.
  /// - Parameter onBytes: Called with the number of received bytes, on the network's thread.
  static func run<Result>(
    _ configuration: MirrorConfiguration, telling announcer: Announcer,
    onBytes: (@Sendable (Int64) -> Void)? = nil, _ body: (SiteSession) async throws -> Result
  ) async throws -> Result {
    let network = try CurlNetwork(configuration, announcer: announcer, onBytes: onBytes)
    let providers = ThreadPool(name: "provider", width: 1)
    let input = configuration.reading(over: network, on: providers)
    return try await whileOpen {
      let client = SiteClient(
        WalkOptions(configuration),
        provider: ThreadedProvider(configuration.provider, pool: providers), network: input,
        announcer: announcer,
        pace: CallPace(
          configuration.callLimits, remembered: nil, announcer: announcer
        ) { _ in })
      return try await body(SiteSession(client: client, network: network))
    } close: {
      (input as? ListerNetwork)?.close()
      await network.shutdown()
      await providers.shutdown()
    }
  }
}
