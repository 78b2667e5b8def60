import TestSupport
import Testing

@testable import Transfer

/// Some servers send a client to the same address until it has a cookie, as browsers do.
@Suite("Cookies of redirects")
struct RedirectCookieTests {
  private func redirect(_ target: String, _ headers: [String]) -> [WireServer.Step] {
    [.response("302 Found", ["Location: \(target)", "Content-Length: 0"] + headers)]
  }

  @Test("A redirect to itself that sets a cookie is followed with it, for a file and for an answer")
  func itself() async throws {
    let body = photo(2000)
    let server = try WireServer { request in
      request.headers["cookie"] == "seen=a=1; b=2"
        ? [.ok(body)]
        : redirect(
          request.target,
          ["Set-Cookie: seen=a=1; Path=/; HttpOnly", "set-cookie:  b = 2 ; SameSite=Lax"])
    }
    let bench = try DownloadBench()
    _ = try await bench.download(server)
    #expect(bench.part == body && server.requests.count == 2)
    let answer = try await bench.engine.answer(to: TransferRequest(url: server.url("/feed")))
    #expect(answer.body == body)
    // Another exchange begins without them.
    #expect(server.requests.filter { $0.headers["cookie"] != nil }.count == 2)
  }

  @Test("A server that sets a cookie and redirects for ever is left after five redirects")
  func endless() async throws {
    let server = try WireServer { redirect($0.target, ["Set-Cookie: seen=1"]) }
    let bench = try DownloadBench()
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .protocolError && server.requests.count == 6)
  }

  @Test("Another host gets no cookie, and its own are not those of the first one")
  func hosts() async throws {
    let other = try WireServer { _ in [.ok([1])] }
    let target = other.url("/x").replacing("127.0.0.1", with: "localhost")
    let server = try WireServer { _ in redirect(target, ["Set-Cookie: seen=1"]) }
    let bench = try DownloadBench()
    _ = try await bench.download(server)
    #expect(other.requests.count == 1 && other.requests[0].headers["cookie"] == nil)
  }

  private func header(_ fields: [String], from: String, to: String) throws -> String? {
    var cookies = ExchangeCookies()
    let head = ResponseHead(status: 302, headers: fields.map { HTTPHeader("set-cookie", $0) })
    cookies.take(head, from: try Address(from))
    return cookies.header(for: try Address(to))?.value
  }

  @Test(
    "A cookie goes to the host that set it, and what came over TLS only over TLS",
    arguments: [
      (["a=1"], "https://a.example/x", "https://a.example/y", "a=1"),
      (["a=1; Domain=.example"], "https://a.example/x", "https://b.example/y", nil),
      (["a=1"], "https://a.example/x", "http://a.example/x", nil),
      (["a=1; Secure"], "http://a.example/x", "http://a.example/x", nil),
      (["a=1"], "http://a.example/x", "https://a.example:8443/x", "a=1"),
      (["a=1", "a=2", "b="], "http://a.example/", "http://a.example/", "a=2; b="),
      (["a=1", "a=1; Max-Age=0"], "http://a.example/", "http://a.example/", nil),
      (["novalue", "=1", "é=1", "a=1\u{7}"], "http://a.example/", "http://a.example/", nil),
      (["a=" + String(repeating: "x", count: 5000)], "http://a.example/", "http://a.example/", nil),
    ] as [([String], String, String, String?)])
  func rules(fields: [String], from: String, to: String, value: String?) throws {
    #expect(try header(fields, from: from, to: to) == value)
  }

  @Test("A response sets 32 cookies at most")
  func many() throws {
    let value = try header(
      (1...100).map { "c\($0)=1" }, from: "http://a.example/", to: "http://a.example/")
    #expect(value?.split(separator: ";").count == 32)
  }
}
