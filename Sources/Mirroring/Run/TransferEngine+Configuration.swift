import Foundation
import ProviderKit
import Transfer

extension TransferEngine {
  /// An engine whose bytes and notes go to the announcer.
  /// - Parameter onBytes: is told as well how many bytes came in, on the engine's thread.
  static func of(
    _ configuration: MirrorConfiguration, announcer: Announcer,
    onBytes: (@Sendable (Int64) -> Void)? = nil
  ) throws(MirrorError) -> TransferEngine {
    var transfer = TransferConfiguration()
    transfer.files = configuration.jobs
    // Beside the photos, a listing and a photo's sizes may be asked for.
    transfer.width = configuration.jobs + 2
    transfer.widthPerHost = configuration.jobs + 2
    transfer.stallTimeout = configuration.stallTimeout
    transfer.userAgent = configuration.userAgent
    transfer.hostLimits.probes = configuration.attempts
    transfer.hostLimits.patience = configuration.retryTime
    transfer.hostLimits.pushBacks = max(transfer.hostLimits.pushBacks, configuration.attempts)
    transfer.maximumRate = configuration.maximumRate
    transfer.authorityFile = configuration.authorityFile
    transfer.allowsHTTP2 = configuration.allowsHTTP2
    transfer.onBytes = { bytes in
      announcer.count(fetched: bytes)
      onBytes?(bytes)
    }
    let isVerbose = configuration.isVerbose
    transfer.onNote = { note in
      guard isVerbose || note.isDecision else { return }
      let facts = NoteFacts(note)
      if isVerbose || !facts.isDetail { announcer.announce(.noted(facts)) }
    }
    do {
      transfer.proxies = try Proxies(environment: ProcessInfo.processInfo.environment)
    } catch {
      throw MirrorError(error)
    }
    transfer.secrets = Array(configuration.secrets.values) + transfer.proxies.secrets
    transfer.onStuck = configuration.whenStuck
    transfer.privateHosts = configuration.namedHosts
    do {
      return try TransferEngine(transfer)
    } catch {
      throw .source("the transfer engine cannot begin: \(error)")
    }
  }
}

extension MirrorConfiguration {
  /// Names the program, its version and, where given, who runs it (RFC 9110 10.1.5).
  fileprivate var userAgent: String {
    "photomirror/\(Self.version)" + (options.contact.map { " (\($0))" } ?? "")
  }

  /// Hosts that may be on this machine or in a private network, because a person named them in a
  /// setting or in the source; a feed alone cannot lead there.
  fileprivate var namedHosts: Set<String> {
    TransferConfiguration.hosts(
      of: Array(query.settings.values) + Array(query.parameters.values) + [query.selector])
  }
}

extension SiteClient {
  init(
    _ configuration: MirrorConfiguration, engine: TransferEngine, announcer: Announcer,
    pace: CallPace?
  ) {
    var query = configuration.query
    query.limit = configuration.limit
    self.init(
      provider: configuration.provider, query: query, secrets: configuration.secrets,
      engine: engine, retry: .network(configuration), announcer: announcer, pace: pace,
      isVerbose: configuration.isVerbose)
  }
}
