import Fetching
import Foundation
import MirrorCore
import Transfer

extension CurlNetwork {
  /// A network with the options of the configuration.
  /// - Parameter onBytes: Called with the number of received bytes, on the network's thread.
  convenience init(
    _ configuration: MirrorConfiguration, announcer: Announcer,
    onBytes: (@Sendable (Int64) -> Void)? = nil
  ) throws(MirrorError) {
    try self.init(
      try TransferConfiguration(configuration), announcer: announcer,
      isVerbose: configuration.isVerbose, onBytes: onBytes)
  }
}

extension TransferConfiguration {
  fileprivate init(_ configuration: MirrorConfiguration) throws(MirrorError) {
    self.init()
    files = configuration.jobs
    // Besides the photos, a listing and a photo's sizes may be requested.
    width = configuration.jobs + 2
    widthPerHost = configuration.jobs + 2
    stallTimeout = configuration.stallTimeout
    userAgent = configuration.userAgent
    hostLimits.probes = configuration.attempts
    hostLimits.outage = configuration.retryTime
    hostLimits.pushBacks = max(hostLimits.pushBacks, configuration.attempts)
    maximumRate = configuration.maximumRate
    authorityFile = configuration.authorityFile
    allowsHTTP2 = configuration.allowsHTTP2
    do {
      proxies = try Proxies(environment: ProcessInfo.processInfo.environment)
    } catch {
      throw MirrorError(error)
    }
    secrets = Array(configuration.secrets.values) + proxies.secrets
    onStuck = configuration.whenStuck
    privateHosts = configuration.namedHosts
  }
}

extension MirrorConfiguration {
  /// The program, its version and, if given, a contact (RFC 9110, section 10.1.5).
  fileprivate var userAgent: String {
    "photomirror/\(Self.version)" + (options.contact.map { " (\($0))" } ?? "")
  }

  /// Hosts that may be on this machine or in a private network, because the user named them in a setting or
  /// in the source; an address in a feed does not allow them.
  fileprivate var namedHosts: Set<String> {
    TransferConfiguration.hosts(
      of: Array(query.settings.values) + Array(query.parameters.values) + [query.selector])
  }
}
