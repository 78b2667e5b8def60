import Redaction
import TestSupport
import Testing

@testable import Transfer

@Suite("The proxy for an address")
struct ProxiesTests {
  private func proxy(_ environment: [String: String], _ url: String) throws -> String? {
    try Proxies(environment: environment).proxy(for: try Address(url).endpoint)?.url
  }

  @Test("The proxy is that of the variable for the scheme, or else of all_proxy")
  func variables() throws {
    let all = ["http_proxy": "a:1", "HTTPS_PROXY": "b:2", "ALL_PROXY": "socks5h://c:3"]
    #expect(try proxy(all, "http://x.org/") == "a:1")
    #expect(try proxy(all, "https://x.org/") == "b:2")
    #expect(try proxy(["all_proxy": "c:3", "http_proxy": ""], "http://x.org/") == "c:3")
    #expect(try proxy(["https_proxy": "b:2"], "http://x.org/") == nil)
    // A web server sets this variable from a request's header.
    #expect(try proxy(["HTTP_PROXY": "evil:1"], "http://x.org/") == nil)
    #expect(try proxy([:], "https://x.org/") == nil)
  }

  @Test(
    "no_proxy excludes a host, a domain, an address or a network",
    arguments: [
      ("*", "http://x.org/", true), ("x.org", "http://x.org/", true),
      ("x.org", "http://a.X.org:81/", true), (".x.org", "http://a.x.org/", true),
      ("a, x.org. b", "http://x.org./", true), ("127.0.0.1", "http://127.1/", true),
      ("127.0.0.0/8", "http://127.9.8.7/", true), ("[::1]", "http://[::1]/", true),
      ("2001:db8::/33", "http://[2001:db8:7fff::]/", true),
      ("x.org", "http://notx.org/", false), ("a.x.org", "http://x.org/", false),
      ("10.0.0.0/9", "http://10.128.0.1/", false), ("10.0.0.0/33", "http://10.0.0.1/", false),
      ("0.1", "http://127.0.0.1/", false), ("", "http://x.org/", false),
      ("*.x.org", "http://a.x.org/", false), ("x.org,*", "http://y.org/", false),
    ])
  func exceptions(_ list: String, _ url: String, _ isDirect: Bool) throws {
    for name in ["no_proxy", "NO_PROXY"] {
      let chosen = try proxy(["all_proxy": "p:1", name: list], url)
      #expect((chosen == nil) == isDirect)
    }
  }

  @Test("A proxy is shown without its password, and an invalid one not at all")
  func secrets() throws {
    let proxies = try Proxies(environment: ["http_proxy": "http://ada:s%20cret@p.org:3128"])
    let proxy = try #require(proxies.proxy(for: try Address("http://x.org/").endpoint))
    #expect(proxy.shown == "p.org:3128" && proxies.secrets == ["s cret"])
    for value in ["ftp://p.org:1", "http://a b:secret@", "http://:1"] {
      let error = #expect(throws: TransferError.self) {
        try Proxies(environment: ["all_proxy": value])
      }
      #expect(error?.message == "all_proxy is not a proxy address")
    }
  }

  @Test("A request is sent to the proxy, which may be at a private address")
  func request() async throws {
    let server = try WireServer { _ in [.ok([7])] }
    let engine = try engine(["http_proxy": server.url()])
    let answer = try await engine.answer(to: TransferRequest(url: "http://photos.invalid/a"))
    #expect(answer.body == [7])
    #expect(server.requests.map(\.target) == ["http://photos.invalid/a"])
  }

  @Test("A proxy at a private address does not permit direct private connections")
  func direct() async throws {
    let inside = try WireServer { _ in [.ok([0])] }
    let address = inside.url("/secret")
    let proxy = try WireServer { _ in
      [.response("302 Found", ["Location: \(address)", "Content-Length: 0"])]
    }
    let engine = try engine(["http_proxy": proxy.url(), "no_proxy": "127.0.0.1"])
    for url in [address, "http://photos.invalid/"] {
      let error = await failure { try await engine.answer(to: TransferRequest(url: url)) }
      #expect(error?.kind == .privateAddress, "\(error?.message ?? "no error")")
    }
    #expect(inside.connectionCount == 0)
  }

  @Test(
    "A proxy is not asked for a private address that the user did not name",
    arguments: ["http://127.1/", "http://[::1]:8/", "http://169.254.169.254/", "http://localhost/"])
  func literal(_ url: String) async throws {
    let proxy = try WireServer { _ in [.ok([0])] }
    let engine = try engine(["all_proxy": proxy.url()])
    let error = await failure { try await engine.answer(to: TransferRequest(url: url)) }
    #expect(error?.kind == .privateAddress, "\(error?.message ?? "no error")")
    #expect(proxy.connectionCount == 0)
  }

  @Test("A proxy that requires a password is reported as such, for http and https")
  func wantsPassword() async throws {
    let proxy = try WireServer { _ in
      [.response("407 Who are you", ["Proxy-Authenticate: Basic realm=x", "Content-Length: 0"])]
    }
    let engine = try engine(["all_proxy": proxy.url()])
    let bench = try DownloadBench()
    for url in ["http://photos.invalid/a", "https://photos.invalid/a"] {
      let answer = await failure { try await engine.answer(to: TransferRequest(url: url)) }
      let file = await failure {
        try await engine.download(DownloadRequest(url: url, partPath: bench.partPath))
      }
      for error in [answer, file] {
        #expect(error?.kind == .proxy && error?.isTransient == false)
        #expect(
          error?.message.contains("the proxy 127.0.0.1:\(proxy.port) requires a user") == true)
      }
    }
    #expect(bench.part == nil)
  }

  @Test("A server that the proxy cannot reach is unreachable")
  func unreachable() async throws {
    let proxy = try WireServer { _ in [.response("502 No", ["Content-Length: 0"]), .close] }
    let engine = try engine(["all_proxy": proxy.url()])
    let error = await failure {
      try await engine.answer(to: TransferRequest(url: "https://photos.invalid/"))
    }
    #expect(error?.kind == .unreachable && error?.message.contains("the proxy 127.0.0.1") == true)
  }

  private func engine(_ environment: [String: String]) throws -> TransferEngine {
    var configuration = TransferConfiguration()
    configuration.proxies = try Proxies(environment: environment)
    configuration.privateHosts = []
    return try TransferEngine(configuration)
  }
}
