import Foundation
import MirrorCore
import ProviderKit
import WebText

/// One look at a source: whether it answers, and how far the clock of this machine is from that of its server.
public struct SiteProbe: Sendable {
  /// The result of a look.
  public struct Answer: Sendable, Hashable {
    /// Photos of the first page, at most one.
    public let photos: Int
    /// The duration of the calls of the first page, connections included.
    public let elapsed: Duration
    /// Seconds by which this machine's clock is ahead; nil if the server states no time. The header counts
    /// whole seconds (RFC 9110, section 6.6.1).
    public let clockLead: Double?
  }

  private let configuration: MirrorConfiguration

  /// - Parameter configuration: Its limit and its number of attempts are not used.
  public init(_ configuration: MirrorConfiguration) {
    var configuration = configuration
    (configuration.limit, configuration.attempts, configuration.retryTime) = (1, 1, .zero)
    self.configuration = configuration
  }

  /// Makes the calls of the first page, and one without a key to the same server.
  /// - Throws: ``MirrorError`` if the source fails, or `CancellationError`.
  public func run() async throws -> Answer {
    let begin = ContinuousClock.now
    var photos = 0
    try await PhotoListing(configuration).read { photos += $0.photos.count }
    let elapsed = begin.duration(to: .now)
    return Answer(photos: photos, elapsed: elapsed, clockLead: try await clockLead())
  }

  private func clockLead() async throws -> Double? {
    let provider = configuration.provider
    guard
      let request = try? provider.resolveRequest(for: configuration.query)
        ?? provider.pageRequest(for: configuration.query),
      var parts = URLComponents(string: request.url)
    else { return nil }
    (parts.path, parts.query, parts.fragment) = ("/robots.txt", nil, nil)
    (parts.user, parts.password) = (nil, nil)
    guard let url = parts.string else { return nil }
    let announcer = Announcer(nil)
    let answer = try await SiteSession.run(configuration, telling: announcer) { session in
      try? await session.network.answer(to: SiteRequest(url: url))
    }
    await announcer.close()
    return answer?.headers["date"].flatMap(HTTPDate.seconds).map {
      Date().timeIntervalSince1970 - Double($0)
    }
  }
}
