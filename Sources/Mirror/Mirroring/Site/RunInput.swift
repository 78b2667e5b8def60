import Catalog
import Fetching
import MirrorCore
import ProviderLoader
import Threads
import URLLists

/// What a run reads: the ports to a site, or to the archives of an export.
struct RunInput: Sendable {
  let network: any Network
  let provider: any ProviderChannel
  /// Records what no photo's record holds, after the walk has read everything; not called if it was stopped.
  var afterwards: @Sendable (RunCatalog) async throws -> Void = { _ in }
  /// Ends transfers and threads.
  let close: @Sendable () async -> Void

  /// Opens the input of a run.
  /// - Parameter onBytes: Called with the number of received bytes.
  typealias Opening =
    @Sendable (
      _ configuration: MirrorConfiguration, _ announcer: Announcer,
      _ onBytes: @escaping @Sendable (Int64) -> Void
    ) throws(MirrorError) -> RunInput

  /// The configuration's site.
  static let site: Opening = {
    (configuration, announcer, onBytes) throws(MirrorError) -> RunInput in
    let network = try CurlNetwork(configuration, announcer: announcer, onBytes: onBytes)
    let providers = ThreadPool(name: "provider", width: ThreadedProvider.threads)
    let input = configuration.reading(over: network, on: providers)
    return RunInput(
      network: input, provider: ThreadedProvider(configuration.provider, pool: providers),
      close: {
        (input as? ListerNetwork)?.close()
        await network.shutdown()
        await providers.shutdown()
      })
  }
}

extension MirrorConfiguration {
  /// The network, with the file that the provider lists, or the program that lists by itself.
  func reading(over network: any Network, on pool: ThreadPool) -> any Network {
    if let lister = (provider as? LoadedProvider)?.lister {
      return ListerNetwork(lister, for: query, secrets: secrets, network: network, pool: pool)
    }
    return listFile.map { ListNetwork(path: $0, network: network, pool: pool) } ?? network
  }
}
