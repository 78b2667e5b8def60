import Fetching
import Foundation
import MirrorCore
import ProviderKit
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
      isVerbose: configuration.isVerbose, onPause: configuration.sharing?.onPause,
      onBytes: onBytes)
  }
}

extension TransferConfiguration {
  fileprivate init(_ configuration: MirrorConfiguration) throws(MirrorError) {
    try self.init(
      configuration.options, namedHosts: configuration.namedHosts,
      whenStuck: configuration.whenStuck)
    secrets += Array(configuration.secrets.values)
    rules = configuration.provider.manifest.limits.compactMap { HostRule($0) }
    guard let sharing = configuration.sharing else { return }
    shares = sharing.shares
    if let width = sharing.hostJobs { rules.append(HostRule(host: nil, width: width)) }
  }

  /// Photos of 1024 pixels that a core decodes in a second, without thumbnails. With it, a host that answers after 50 ms
  /// could have 40 requests at once for two cores; `--jobs auto` allows 32. With 25, the cores waited for it.
  private static let answersPerCore = 400.0

  /// - Parameter namedHosts: Hosts that may be on this machine or in a private network, because the user named
  ///   them.
  init(
    _ options: MirrorOptions, namedHosts: Set<String>, whenStuck: (@Sendable (String) -> Void)?
  ) throws(MirrorError) {
    self.init()
    files = options.walk.mostJobs
    // Besides the photos, a listing and a photo's sizes may be requested.
    width = options.walk.mostJobs + 2
    widthPerHost = options.walk.mostJobs + 2
    if options.jobs == nil {
      answerRate = Self.answersPerCore * Double(ProcessInfo.processInfo.activeProcessorCount)
    }
    stallTimeout = options.stallTimeout
    userAgent = options.userAgent
    hostLimits.probes = options.attempts
    hostLimits.outage = options.retryTime
    hostLimits.pushBacks = max(hostLimits.pushBacks, options.attempts)
    maximumRate = options.maximumRate
    authorityFile = options.authorityFile
    allowsHTTP2 = options.allowsHTTP2
    do {
      proxies = try Proxies(environment: ProcessInfo.processInfo.environment)
    } catch {
      throw MirrorError(error)
    }
    secrets = proxies.secrets
    onStuck = whenStuck
    privateHosts = namedHosts
  }
}

extension HostRule {
  /// Nil for a limit that is not of transfers.
  fileprivate init?(_ limit: SiteLimit) {
    guard limit.width != nil || limit.bytesPerSecond != nil else { return nil }
    self.init(host: limit.host, width: limit.width, bytesPerSecond: limit.bytesPerSecond)
  }
}

extension MirrorOptions {
  /// The program, its version and, if given, a contact (RFC 9110, section 10.1.5).
  var userAgent: String {
    "photomirror/\(MirrorOptions.version)" + (contact.map { " (\($0))" } ?? "")
  }
}

extension MirrorConfiguration {
  /// Hosts that may be on this machine or in a private network, because the user named them in a setting or
  /// in the source; an address in a feed does not allow them.
  fileprivate var namedHosts: Set<String> {
    let settings = query.settings.flatMap { name, value in
      let isList = provider.manifest.settings.contains { $0.name == name && $0.namesHosts }
      return isList ? HostList(value).addresses : [value]
    }
    let source = isSourceNamed ? query.parameters.values + [query.selector] : []
    return TransferConfiguration.hosts(of: settings + source)
  }
}

/// What a worker shares with others.
struct HostSharing: Sendable {
  /// The slots of the engine's transfers.
  var shares: HostShares
  /// Transfers from each host at the same time, of all workers together; nil for no limit.
  let hostJobs: Int?
  /// Tells the others that a host refuses transfers for a while.
  let onPause: @Sendable (_ host: String, Duration) -> Void
}
