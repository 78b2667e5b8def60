import TestSupport
import Testing

@testable import Transfer

@Suite("A download")
struct DownloadTests {
  let body = photo(40_000)

  @Test("lands in its part file")
  func whole() async throws {
    let bench = try DownloadBench()
    let body = body
    let server = try WireServer { _ in [.ok(body, DownloadBench.etag)] }
    let download = try await bench.download(server)
    #expect(bench.part == body)
    #expect(download.byteCount == 40_000 && download.bytesFetched == 40_000)
    #expect(download.isLengthProven)
    #expect(download.effectiveURL == server.url("/photo.jpg"))
    #expect(download.headers.first("etag") == "\"one\"")
  }

  @Test("that takes its time gets the state that it can be resumed by after a kill")
  func slow() async throws {
    let bench = try DownloadBench()
    let (body, rest) = (body, Gate())
    let server = try WireServer { _ in
      [
        .response("200 OK", ["Content-Length: 40000"] + DownloadBench.etag, Array(body[..<20_000])),
        .hold(rest), .send(Array(body[20_000...])),
      ]
    }
    let states = try bench.states()
    async let download = bench.download(server)
    #expect(await states.first { _ in true } == "photo.part.json")
    #expect(bench.state?.total == 40_000)
    #expect(bench.state?.validator == .etag("\"one\""))
    #expect(bench.part == Array(body[..<20_000]))
    rest.open()
    _ = try await download
    #expect(bench.part == body)
  }

  @Test("that ends early leaves the state that it can be resumed by")
  func early() async throws {
    let bench = try DownloadBench()
    let body = body
    let server = try WireServer { _ in
      [
        .response("200 OK", ["Content-Length: 40000"] + DownloadBench.etag, Array(body[..<20_000])),
        .close,
      ]
    }
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .truncated)
    #expect(bench.part == Array(body[..<20_000]) && bench.state?.total == 40_000)
  }

  @Test("asks for the bytes as they are stored")
  func identity() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok(photo(10))] }
    _ = try await bench.download(server)
    #expect(server.requests[0].headers["accept-encoding"] == "identity")
    #expect(server.requests[0].headers["range"] == nil)
    #expect(server.requests[0].headers["user-agent"] == "photomirror")
  }

  @Test("that is complete by its state is not requested again")
  func again() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [] }
    try bench.leave(
      40_000, of: body, at: server.url("/photo.jpg"),
      headers: [HTTPHeader("etag", "\"one\""), HTTPHeader("imagewidth", "640")])
    let download = try await bench.download(server)
    #expect(server.requests.isEmpty)
    #expect(download.byteCount == 40_000 && download.bytesFetched == 0)
    #expect(download.headers.first("imagewidth") == "640")
    #expect(bench.part == body)
  }

  @Test("of at most 16 KiB that ends early has no state")
  func small() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in
      [
        .response("200 OK", ["Content-Length: 16384"] + DownloadBench.etag, photo(10_000)), .close,
      ]
    }
    #expect(await failure { try await bench.download(server) }?.kind == .truncated)
    #expect(bench.part == photo(10_000) && !bench.hasState)
  }

  @Test("of no bytes is an empty part")
  func empty() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok([])] }
    let download = try await bench.download(server)
    #expect(download.byteCount == 0 && bench.part == [])
  }

  @Test("goes on where the part ends")
  func resume() async throws {
    let bench = try DownloadBench()
    let body = body
    let server = try WireServer { request in
      guard request.headers["range"] == "bytes=30000-", request.headers["if-range"] == "\"one\""
      else { return [.response("500 Unexpected", ["Content-Length: 0"])] }
      return [
        .response(
          "206 Partial Content",
          ["Content-Range: bytes 30000-39999/40000", "Content-Length: 10000", "ETag: \"one\""],
          Array(body[30_000...]))
      ]
    }
    try bench.leave(30_000, of: body, at: server.url("/photo.jpg"))
    let download = try await bench.download(server)
    #expect(bench.part == body)
    #expect(download.byteCount == 40_000 && download.bytesFetched == 10_000)
  }

  @Test("is shown to the caller before a byte is written")
  func refusing() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok(Array("<html>please sign in</html>".utf8))] }
    let error = await failure {
      try await bench.download(server) { request in
        request.refusing = { $0.starts(with: "<html>".utf8) ? "an HTML page" : nil }
      }
    }
    #expect(error?.kind == .refused)
    #expect(error?.message == "\(server.url("/photo.jpg")): an HTML page")
    #expect(error?.isTransient == false)
    #expect(bench.part == nil)
  }

  @Test("shows the caller 64 bytes, however they come")
  func firstBytes() async throws {
    let bench = try DownloadBench()
    let body = photo(100)
    let server = try WireServer { _ in
      [
        .response("200 OK", ["Content-Length: 100"], Array(body[..<3])),
        .send(Array(body[3..<70])), .send(Array(body[70...])),
      ]
    }
    _ = try await bench.download(server) { request in
      request.refusing = { $0 == Array(body[..<64]) ? nil : "other bytes" }
    }
    #expect(bench.part == body)
  }
}
