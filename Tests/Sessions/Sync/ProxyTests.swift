import TestSupport
import Testing

@Suite("A proxy in the environment", .serialized)
struct ProxyTests {
  private func session(through proxy: WireServer) async throws -> Session {
    var session = try await Session("--photos", "1")
    for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY", "HTTPS_PROXY", "NO_PROXY"] {
      session.environment[name] = .some(nil)
    }
    // No digits: it is hidden wherever it occurs, also in the number of a port.
    session.environment["http_proxy"] = proxy.url().replacing(
      "http://", with: "http://ada:open-sesame@")
    session.environment["no_proxy"] = "127.0.0.1"
    return session
  }

  @Test("A proxy serves the feed and its photos, and opens no private address to others")
  func guarded() async throws {
    let inside = try WireServer { _ in [.ok(TinyPicture.png)] }
    let secret = inside.url("/secret.png")
    let proxy = try WireServer { request in
      guard request.target == "http://photos.invalid/feed" else { return [.ok(TinyPicture.png)] }
      let feed =
        #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","image":"#
        + #""http://photos.invalid/1.png"},{"id":"2","image":"\#(secret)"}]}"#
      return [.ok(Array(feed.utf8))]
    }
    let session = try await session(through: proxy)
    let run = try await session.run("sync --verbose jsonfeed:http://photos.invalid/feed photos")
    #expect(run.exitCode == 1 && session.mirror().photos.count == 1, "\(run.errors)")
    #expect(run.errors.contains("the private address 127.0.0.1 is refused"))
    #expect(inside.connectionCount == 0 && !run.errors.contains("open-sesame"))
  }

  @Test("A proxy that requires a password ends the run with an error that says so")
  func wantsPassword() async throws {
    let proxy = try WireServer { _ in [.response("407 Who are you", ["Content-Length: 0"])] }
    let session = try await session(through: proxy)
    let run = try await session.run("sync jsonfeed:http://photos.invalid/feed photos")
    run.expect(
      exits: 3,
      errors: """
        mirroring jsonfeed:http://photos.invalid/feed into photos, a new mirror
        photomirror: error: http://photos.invalid/feed: the proxy 127.0.0.1:\(proxy.port) requires a user name and a password (407)
        hint: http_proxy, https_proxy and all_proxy take http://USER:PASSWORD@HOST:PORT
        """)
    #expect(proxy.requests.count == 1)
  }
}
