import Foundation
import Locking

/// Maps addresses to answers.
///
/// Called from the connections' threads concurrently.
final class Site: Sendable {
  let world: Locked<World>
  private let listsAddresses: Bool
  let desk: FaultDesk
  let gallery = Gallery()
  let counts = Locked(RequestCounts())
  let signatures = VideoSignatures()
  /// Every Kth photo is sent without a length; nil for none.
  let chunkedEvery: Int?
  /// Nil: no limit.
  let limit: Locked<CallLimit>?
  let oauth: OAuthDesk

  init(_ options: Options) {
    world = Locked(
      World(
        count: options.photoCount, pictureCount: options.pictureCount,
        hiddenEvery: options.hiddenEvery, videoEvery: options.videoEvery,
        privateEvery: options.privateEvery, touchedEvery: options.touchedEvery))
    listsAddresses = options.listsAddresses
    oauth = OAuthDesk(revokeAfter: options.revokeAfter)
    desk = FaultDesk(options.faults)
    chunkedEvery = options.chunkedEvery
    limit = options.rateLimit.map { Locked(CallLimit(rate: $0, now: Uptime.now)) }
  }

  /// The methods on the photos as they are now.
  var methods: Methods {
    Methods(world: world.withLock(\.self), listsAddresses: listsAddresses)
  }

  func answer(_ request: Request) -> Response {
    guard let site = Site.address(host: request.host) else {
      return .text(400, "the Host field is missing or is no host\n", type: "text/plain")
    }
    switch request.path {
    case "/services/rest", "/services/rest/":
      return call(request, site: site).compressed(for: request)
    case let path where path.hasPrefix("/services/oauth/"): return oauth.answer(request)
    case let path where path.hasPrefix("/services/feeds/") && path.hasSuffix(".gne"):
      return feed(String(path.dropFirst(16).dropLast(4)), request, site: site)
        .compressed(for: request)
    case "/services/oembed", "/services/oembed/": return oEmbed(request, site: site)
    case "/stats": return stats()
    case "/reset-stats":
      counts.withLock { $0 = RequestCounts() }
      return stats()
    case "/change": return change(request.arguments)
    case Site.placeholderPath: return placeholder()
    case let path where path.hasPrefix("/static/"): return picture(request, site: site)
    case let path where Site.isShort(path): return short(path, site: site)
    case let path where path.hasPrefix("/photos/") || path.hasPrefix("/video/"):
      return video(request, site: site)
        ?? .text(404, "there is nothing at this address\n", type: "text/plain")
    default: return .text(404, "there is nothing at this address\n", type: "text/plain")
    }
  }

  /// The addresses of Flickr's placeholders contain this word.
  static let placeholderPath = "/static/photo_unavailable.png"

  private func stats() -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let json = try? encoder.encode(counts.withLock { $0 }) else {
      return .text(500, "the counts cannot be written\n", type: "text/plain")
    }
    return Response(
      status: 200, headers: [("Content-Type", "application/json")], body: .bytes(Array(json)))
  }

  /// The address that the client used; nil if the Host field is no host and port.
  private static func address(host: String?) -> String? {
    let allowed = CharacterSet(charactersIn: "a"..."z").union(.init(charactersIn: "A"..."Z"))
      .union(.init(charactersIn: "0123456789.-:[]"))
    guard let host, !host.isEmpty, host.unicodeScalars.allSatisfy(allowed.contains) else {
      return nil
    }
    return "http://\(host)"
  }
}

/// A limit of calls per second, with bursts of one second.
struct CallLimit {
  private let rate: Double
  private var tokens: Double
  /// Seconds.
  private var last: Double

  /// - Parameter now: seconds, from any start.
  init(rate: Double, now: Double) {
    self.rate = rate
    tokens = max(1, rate)
    last = now
  }

  /// Accepts one more call and gives 0, or gives the seconds until one is accepted.
  mutating func take(now: Double) -> Double {
    tokens = min(max(1, rate), tokens + (now - last) * rate)
    last = now
    guard tokens >= 1 else { return (1 - tokens) / rate }
    tokens -= 1
    return 0
  }
}
