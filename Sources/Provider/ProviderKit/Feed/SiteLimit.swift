/// What a site allows, or one of its hosts: the host of this program keeps to it.
public struct SiteLimit: Codable, Sendable, Hashable {
  /// The time for which requests are counted.
  public enum Period: String, Codable, Sendable, CaseIterable {
    case second, minute, hour, day

    /// Its length.
    package var seconds: Int {
      switch self {
      case .second: 1
      case .minute: 60
      case .hour: 3600
      case .day: 86_400
      }
    }
  }

  /// The host of files to which ``width`` and ``bytesPerSecond`` apply, with those below it:
  /// `upload.wikimedia.org`; nil for all hosts that the provider names.
  public var host: String?
  /// How many requests for listings, sizes and details one key may send in each ``per``; nil for any number.
  public var requests: Int?
  /// Nil for an hour.
  public var per: Period?
  /// The setting with whose value the limit does not hold, such as a registered key; nil if it always holds.
  public var unless: String?
  /// How many transfers at once; nil for any number.
  public var width: Int?
  /// For all transfers together; nil for no limit.
  public var bytesPerSecond: Int?

  /// A limit of the requests for listings, sizes and details.
  public init(requests: Int, per period: Period, unless setting: String? = nil) {
    (self.requests, per, unless) = (requests, period, setting)
  }

  /// A limit of the transfers from a host.
  public init(host: String? = nil, width: Int? = nil, bytesPerSecond: Int? = nil) {
    (self.host, self.width, self.bytesPerSecond) = (host, width, bytesPerSecond)
  }
}

extension SiteLimit {
  /// - Throws: ``ProviderFailure`` with `.malformed`.
  package func check(settings: [Manifest.Setting]) throws(ProviderFailure) {
    guard unless.map({ name in settings.contains { $0.name == name } }) ?? true else {
      throw malformed("a limit names the unknown setting \(quoted(unless ?? ""))")
    }
    guard [requests, width, bytesPerSecond].allSatisfy({ $0.map { $0 > 0 } ?? true }) else {
      throw malformed("a limit is not positive")
    }
    guard host.map({ "https://\($0)".isOrigin && !$0.contains(":") }) ?? true else {
      throw malformed("the host \(quoted(host ?? "")) of a limit is not a host")
    }
  }
}

extension Manifest {
  /// How many requests in how many seconds the site allows one key, ``requestsPerHour`` among them.
  /// - Parameter settings: The names of those that have a value.
  package func requestLimits(with settings: Set<String>) -> [(count: Int, seconds: Int)] {
    let valid = limits.filter { limit in limit.unless.map { !settings.contains($0) } ?? true }
    let own = valid.compactMap { limit in
      limit.requests.map { (count: $0, seconds: (limit.per ?? .hour).seconds) }
    }
    return own + (requestsPerHour.map { [(count: $0, seconds: 3600)] } ?? [])
  }
}
