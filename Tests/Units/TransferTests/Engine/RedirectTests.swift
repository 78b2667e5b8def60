import TestSupport
import Testing

@testable import Transfer

@Suite("A redirect")
struct RedirectTests {
  let engine: TransferEngine

  init() throws { engine = try TransferEngine() }

  @Test("A redirect is followed, and its target is reported", arguments: [301, 302, 303, 307, 308])
  func followed(_ status: Int) async throws {
    let server = try WireServer { request in
      request.target == "/old"
        ? [.response("\(status) Moved", ["Location: new?x=1", "Content-Length: 3"], [1, 2, 3])]
        : [.ok(Array("here".utf8))]
    }
    let answer = try await engine.answer(to: TransferRequest(url: server.url("/old")))
    #expect(answer.body == Array("here".utf8) && answer.status == 200)
    #expect(answer.effectiveURL == server.url("/new?x=1"))
    #expect(server.connectionCount == 1)
  }

  @Test("A redirect keeps the caller's headers only within their origin")
  func credentials() async throws {
    let elsewhere = try WireServer { _ in [.ok([])] }
    let there = elsewhere.url("/c")
    let home = try WireServer { request in
      let next = request.target == "/a" ? "/b" : there
      return [.response("302 Found", ["Location: \(next)", "Content-Length: 0"])]
    }
    let headers = [HTTPHeader("Authorization", "Bearer 1"), HTTPHeader("X-Api-Key", "2")]
    _ = try await engine.answer(to: TransferRequest(url: home.url("/a"), headers: headers))
    #expect(home.requests.map { $0.headers["x-api-key"] } == ["2", "2"])
    let sent = elsewhere.requests[0].headers
    #expect(sent["authorization"] == nil && sent["x-api-key"] == nil)
  }

  @Test("A redirect to another origin is refused if its address repeats a secret of the request")
  func repeatedSecret() async throws {
    let elsewhere = try WireServer { _ in [.ok([])] }
    let home = try WireServer { request in
      let query = request.target.drop { $0 != "?" }
      let next = request.target.hasPrefix("/away") ? elsewhere.url("/x\(query)") : "/new\(query)"
      return request.target.hasPrefix("/new")
        ? [.ok([])] : [.response("302 Found", ["Location: \(next)", "Content-Length: 0"])]
    }
    func request(_ path: String) -> TransferRequest {
      var request = TransferRequest(url: home.url("\(path)?key=a%26b"))
      request.secrets = ["a&b"]
      return request
    }
    _ = try await engine.answer(to: request("/here"))
    let error = await failure { try await engine.answer(to: request("/away")) }
    let place = elsewhere.url("")
    #expect(
      error?.message.contains("the redirect to \(place) is refused") == true, "\(error as Any)")
    #expect(error?.message.contains("a%26b") == false && elsewhere.requests.isEmpty)
  }

  @Test("Five redirects are followed, a sixth is an error")
  func limit() async throws {
    let server = try WireServer { request in
      let step = Int(request.target.dropFirst()) ?? 0
      return step == 5
        ? [.ok([])]
        : [.response("302 Found", ["Location: /\(step + 1)", "Content-Length: 0"])]
    }
    let answer = try await engine.answer(to: TransferRequest(url: server.url("/0")))
    #expect(answer.effectiveURL == server.url("/5"))
    let error = await failure {
      try await engine.answer(to: TransferRequest(url: server.url("/-1")))
    }
    #expect(error?.kind == .protocolError)
    #expect(error?.message.hasSuffix("more than 5 redirects") == true)
  }

  @Test("A redirect with a body that never ends is an error, not a wait")
  func longBody() async throws {
    let server = try WireServer { _ in
      [
        .response("302 Found", ["Location: /new"]), .send(Array(repeating: 65, count: 1 << 20)),
        .untilClosed,
      ]
    }
    let error = await failure { try await engine.answer(to: TransferRequest(url: server.url())) }
    #expect(error?.kind == .protocolError)
  }

  @Test("A resumed download follows a redirect with its range")
  func resumed() async throws {
    let bench = try DownloadBench()
    let body = photo(40_000)
    let server = try WireServer { request in
      guard request.target == "/new" else {
        return [.response("302 Found", ["Location: /new", "Content-Length: 0"])]
      }
      return [
        .response(
          "206 Partial Content",
          ["Content-Range: bytes 30000-39999/40000", "Content-Length: 10000"],
          Array(body[30_000...]))
      ]
    }
    try bench.leave(30_000, of: body, at: server.url("/photo.jpg"))
    let download = try await bench.download(server)
    #expect(bench.part == body && download.bytesFetched == 10_000)
    #expect(server.requests.map { $0.headers["range"] } == ["bytes=30000-", "bytes=30000-"])
  }

  @Test("A redirect from https to http is followed only for a file with an announced digest")
  func downgrade() async throws {
    let plain = try WireServer { _ in [.ok([1, 2, 3])] }
    let redirect =
      "HTTP/1.1 302 Found\r\nLocation: \(plain.url("/photo"))\r\nContent-Length: 0\r\n\r\n"
    let secure = try await TLSServer.start(name: "IP:127.0.0.1", responses: ["a": redirect])
    let url = "https://127.0.0.1:\(secure.port)/a"
    let bench = try DownloadBench { $0.authorityFile = secure.certificate }
    var request = DownloadRequest(url: url, partPath: bench.partPath)
    let answer = await failure { try await bench.engine.answer(to: TransferRequest(url: url)) }
    let file = await failure { try await bench.engine.download(request) }
    for error in [answer, file] {
      #expect(error?.kind == .protocolError)
      #expect(error?.message.hasSuffix("a redirect from https to http is not followed") == true)
    }
    #expect(plain.connectionCount == 0)
    request.hasDigest = true
    #expect(try await bench.engine.download(request).byteCount == 3)
  }
}
