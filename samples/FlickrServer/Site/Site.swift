import Foundation
import Locking

/// Maps addresses to answers.
///
/// Called from the connections' threads concurrently.
final class Site: Sendable {
  private let world: Locked<World>
  private let listsAddresses: Bool
  let desk: FaultDesk
  let gallery = Gallery()
  let counts = Locked(RequestCounts())
  let signatures = VideoSignatures()
  /// Nil: no limit.
  let limit: Locked<CallLimit>?
  let oauth: OAuthDesk

  init(_ options: Options) {
    world = Locked(World(options))
    listsAddresses = options.listsAddresses
    oauth = OAuthDesk(revokeAfter: options.revokeAfter)
    desk = FaultDesk(options.faults)
    limit = options.rateLimit.map { Locked(CallLimit(rate: $0, now: Uptime.now)) }
  }

  /// The methods on the photos as they are now.
  var methods: Methods {
    Methods(world: world.withLock(\.self), listsAddresses: listsAddresses)
  }

  func answer(_ request: Request) -> Response {
    guard let host = request.host, host.wholeMatch(of: /[A-Za-z0-9.:\[\]-]+/) != nil else {
      return .plain(400, "the Host field is missing or is no host")
    }
    // The address that the client used.
    let site = "http://\(host)"
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
    default:
      let nothing = Response.plain(404, "there is nothing at this address")
      switch request.parts.first {
      case "static": return picture(request, site: site)
      case "s", "y", "ps": return short(request.parts, site: site)
      case "photos", "video": return video(request, site: site) ?? nothing
      default: return nothing
      }
    }
  }

  /// The addresses of Flickr's placeholders contain this word.
  static let placeholderPath = "/static/photo_unavailable.png"
  static let html = "<!DOCTYPE html>\n<html><body><h1>Bad, bad panda!</h1></body></html>\n"

  func count(_ call: String) { counts.withLock { $0.calls[call, default: 0] += 1 } }

  private func stats() -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let json = try? encoder.encode(counts.withLock { $0 }) else {
      return .plain(500, "the counts cannot be written")
    }
    return Response(
      status: 200, headers: [("Content-Type", "application/json")], body: .bytes(Array(json)))
  }

  /// Sets what the arguments name of a photo, reverses the order of albums, or replaces the faults.
  private func change(_ arguments: [String: String]) -> Response {
    if let text = arguments["faults"] {
      guard let shares = try? Options.shares("faults", text) else {
        return .plain(400, "invalid faults")
      }
      desk.change(shares, seed: arguments["seed"].flatMap { UInt64($0) } ?? 0)
    } else if arguments["albums"] == "reversed" {
      world.withLock { $0.areAlbumsReversed.toggle() }
    } else if !world.withLock({ $0.change(arguments) }) {
      return .plain(400, "no such photo, or an invalid change")
    }
    return .plain(200, "changed")
  }

  /// Short addresses redirect to pages: `/s/CODE` to an album, `/y/CODE` to a gallery, `/ps/CODE` to an account. The
  /// code is the place of the album, the gallery or the account, counted from 0.
  private func short(_ parts: [String], site: String) -> Response {
    guard parts.count == 2, let place = Int(parts[1]), place >= 0 else {
      return .text(404, Site.html)
    }
    let page: String?
    switch parts[0] {
    case "s": page = Album.all.dropFirst(place).first.map { "\($0.owner.pathName)/albums/\($0.id)" }
    case "y":
      page = PickedGallery.all.dropFirst(place).first.map {
        "\($0.owner.pathName)/galleries/\($0.id)"
      }
    default: page = Photographer.all.dropFirst(place).first?.pathName
    }
    return page.map { .redirect(301, to: "\(site)/photos/\($0)") } ?? .text(404, Site.html)
  }
}
