import TestSupport

/// A JSON Feed in which each page of 50 photos leads to another, without end; but instead of page `end`
/// something else happens. Photos are called by page and place: `0-49`.
struct EndlessFeed {
  /// Keeps the server.
  let site: WireServer

  init(end: Int = .max, _ steps: WireServer.Step...) throws {
    site = try WireServer { request in
      let number = Int(request.target.dropFirst()) ?? 0
      guard number < end else { return steps }
      let host = "http://" + (request.headers["host"] ?? "")
      let items = (0..<50).map { #"{"id":"\#(number)-\#($0)","image":"\#(host)/\#($0).jpg"}"# }
      let body =
        #"{"version":"https://jsonfeed.org/version/1.1","next_url":"\#(host)/\#(number + 1)","#
        + #""items":[\#(items.joined(separator: ","))]}"#
      return [.ok(Array(body.utf8), ["Content-Type: application/feed+json"])]
    }
  }

  /// The word for a command line.
  var source: String { "jsonfeed:" + site.url("/0") }
  /// Which were asked for.
  var pages: Int { site.requests.count }
}
