import Foundation
import Locking
import TestSupport
import Testing

@testable import Transfer

@Suite("Answers")
struct AnswerTests {
  let engine: TransferEngine

  init() throws { engine = try TransferEngine() }

  @Test("An answer comes with its status, headers and body")
  func whole() async throws {
    let server = try WireServer { _ in
      [.response("404 Not Found", ["Content-Length: 2", "X-Why: gone"], Array("no".utf8))]
    }
    let answer = try await engine.answer(to: TransferRequest(url: server.url("/rest?method=a")))
    #expect(answer.status == 404)
    #expect(answer.body == Array("no".utf8))
    #expect(answer.headers.first("x-why") == "gone")
    #expect(answer.effectiveURL == server.url("/rest?method=a"))
  }

  @Test("A request has the caller's headers and accepts gzip")
  func headers() async throws {
    let server = try WireServer { _ in [.ok([])] }
    let headers = [HTTPHeader("X-Key", "1"), HTTPHeader("X-Empty", "")]
    _ = try await engine.answer(to: TransferRequest(url: server.url(), headers: headers))
    let sent = server.requests[0].headers
    #expect(sent["accept-encoding"] == "gzip" && sent["x-key"] == "1" && sent["x-empty"] == "")
  }

  /// 10,000,000 zeros in gzip's format.
  static let bomb = gzip([UInt8](repeating: 0, count: 10_000_000))

  @Test("An answer is decompressed")
  func gzipped() async throws {
    let server = try WireServer { _ in [.ok(Self.bomb, ["Content-Encoding: gzip"])] }
    let answer = try await engine.answer(to: TransferRequest(url: server.url()))
    #expect(answer.body.count == 10_000_000)
  }

  @Test("The limit of an answer counts decompressed bytes")
  func bomb() async throws {
    let server = try WireServer { _ in [.ok(Self.bomb, ["Content-Encoding: gzip"])] }
    var request = TransferRequest(url: server.url())
    request.maximumBytes = 1_000_000
    let error = await failure { try await engine.answer(to: request) }
    #expect(Self.bomb.count < 1_000_000)
    #expect(error?.kind == .tooLarge)
  }

  @Test("An answer is limited to 16 MiB by default")
  func defaultLimit() async throws {
    let body = gzip([UInt8](repeating: 0, count: 16 << 20 | 1))
    let server = try WireServer { _ in [.ok(body, ["Content-Encoding: gzip"])] }
    let error = await failure { try await engine.answer(to: TransferRequest(url: server.url())) }
    #expect(error?.kind == .tooLarge)
  }

  @Test(
    "An answer that is broken is an error",
    arguments: [
      ([.ok(Array("no gzip".utf8), ["Content-Encoding: gzip"])], .protocolError),
      ([.response("200 OK", ["Content-Length: 9"], Array("five".utf8)), .close], .truncated),
      ([.response("200 OK", ["Content-Length: 4", "Content-Length: 5"]), .close], .inconsistent),
      ([.response("200 OK", ["Content-Length: 99999999"]), .close], .tooLarge),
    ] as [([WireServer.Step], TransferError.Kind)])
  func broken(_ steps: [WireServer.Step], _ kind: TransferError.Kind) async throws {
    let server = try WireServer { _ in steps }
    let error = await failure { try await engine.answer(to: TransferRequest(url: server.url())) }
    #expect(error?.kind == kind)
  }

  @Test("An answer that is not ready yet, and says when it may be, is no answer")
  func later() async throws {
    let server = try WireServer { request in
      [
        .response(
          "202 Accepted",
          ["Content-Length: 2"] + (request.target == "/later" ? ["Retry-After: 7"] : []),
          Array("{}".utf8))
      ]
    }
    let later = try await engine.answer(to: TransferRequest(url: server.url("/later")))
    #expect(later.failure?.isTransient == true && later.failure?.retryAfter == .seconds(7))
    let accepted = try await engine.answer(to: TransferRequest(url: server.url("/done")))
    #expect(accepted.failure == nil && accepted.status == 202)
  }

  @Test("A gzip file is expanded where that is asked for")
  func gzipFile() async throws {
    let file = gzip(Array("<rss/>".utf8))
    let server = try WireServer { _ in [.ok(file, ["Content-Type: application/gzip"])] }
    var request = TransferRequest(url: server.url("/feed.xml.gz"))
    #expect(try await engine.answer(to: request).body == file)
    request.expandsFiles = true
    #expect(try await engine.answer(to: request).body == Array("<rss/>".utf8))
    request.maximumBytes = 4
    let error = await failure { [request] in try await engine.answer(to: request) }
    #expect(error?.kind == .tooLarge)
  }

  @Test("An answer shows no secret and no query when it fails")
  func secrets() async throws {
    let server = try WireServer { _ in
      [.response("200 OK", ["Content-Length: x"]), .close]
    }
    var request = TransferRequest(url: server.url("/rest/s3cret%20key/x?api_key=other"))
    request.secrets = ["s3cret key"]
    let error = await failure { try await engine.answer(to: request) }
    let place = server.url("/rest/[hidden]/x")
    #expect(error?.message == "\(place): invalid Content-Length: value")
  }

  @Test("No note shows a secret, also after redirects and for downloads")
  func secretsInNotes() async throws {
    let notes = Locked<[String]>([])
    let bench = try DownloadBench {
      $0.secrets = ["s3cret"]
      $0.onNote = { note in notes.withLock { $0.append("\(note)") } }
    }
    let server = try WireServer { request in
      request.target == "/s3cret/b"
        ? [.response("403 No", ["Content-Length: 0"])]
        : [.response("302 Found", ["Location: /s3cret/b", "Content-Length: 0"])]
    }
    _ = try await bench.engine.answer(to: TransferRequest(url: server.url("/a")))
    let error = await failure { try await bench.download(server) }
    #expect(error?.message == "\(server.url("/[hidden]/b")): status 403")
    #expect(notes.withLock { $0 }.count >= 7)
    #expect(notes.withLock { $0 }.filter { $0.contains("s3cret") } == [])
  }

  @Test(
    "A request header that contains another is refused",
    arguments: [
      HTTPHeader("X-A", "b\r\nX-C: d"), HTTPHeader("X-A\r\nX-C", "d"), HTTPHeader("", "d"),
      HTTPHeader("X A", "d"), HTTPHeader("X:", "d"), HTTPHeader("X-A", "\0"),
    ])
  func smuggling(_ header: HTTPHeader) async throws {
    let server = try WireServer { _ in [.ok([])] }
    let request = TransferRequest(url: server.url(), headers: [header])
    let error = await failure { try await engine.answer(to: request) }
    #expect(error?.kind == .badURL)
    #expect(server.requests.isEmpty)
  }

  @Test(
    "A request to another scheme than http and https is refused",
    arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", ""])
  func schemes(_ url: String) async throws {
    let error = await failure { try await engine.answer(to: TransferRequest(url: url)) }
    #expect(error?.kind == .badURL)
  }

  @Test("A request inherits no header, credentials or encoding from an earlier one")
  func nothingLeft() async throws {
    let engine = try TransferEngine(
      {
        var configuration = TransferConfiguration()
        configuration.width = 1
        return configuration
      }())
    let server = try WireServer { _ in [.ok([])] }
    let address = server.url("/a").replacing("http://", with: "http://me:word@")
    _ = try await engine.answer(
      to: TransferRequest(url: address, headers: [HTTPHeader("X-Api-Key", "1")]))
    let folder = try TemporaryDirectory()
    _ = try await engine.download(
      DownloadRequest(url: server.url("/b"), partPath: folder.appending("b.part")))
    let (first, second) = (server.requests[0].headers, server.requests[1].headers)
    #expect(first["authorization"] != nil && first["x-api-key"] == "1")
    #expect(first["accept-encoding"] == "gzip")
    #expect(second["authorization"] == nil && second["x-api-key"] == nil)
    #expect(second["accept-encoding"] == "identity")
  }
}
