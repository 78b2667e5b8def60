import Foundation
import TestSupport
import Testing

@testable import Transfer

@Suite("A download")
struct DownloadTests {
  let body = photo(40_000)

  @Test("A download is written to its part file")
  func whole() async throws {
    let bench = try DownloadBench()
    let body = body
    let server = try WireServer { _ in [.ok(body, DownloadBench.etag)] }
    let download = try await bench.download(server)
    #expect(bench.part == body)
    #expect(download.byteCount == 40_000 && download.bytesFetched == 40_000)
    #expect(download.isLengthProven)
    #expect(download.headers.first("etag") == "\"one\"")
  }

  @Test("A slow download gets a state, by which it can be resumed after a kill")
  func slow() async throws {
    let bench = try DownloadBench()
    let (body, rest) = (body, Latch())
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

  @Test("A download that ends early leaves a state, by which it can be resumed")
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

  @Test("A download asks for identity encoding")
  func identity() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok(photo(10))] }
    _ = try await bench.download(server)
    #expect(server.requests[0].headers["accept-encoding"] == "identity")
    #expect(server.requests[0].headers["range"] == nil)
    #expect(server.requests[0].headers["user-agent"] == "photomirror")
  }

  @Test("A download that is complete by its state is not requested again")
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

  @Test("A shutdown writes the state of a complete part, unless the part was stored")
  func shutdown() async throws {
    for isStored in [false, true] {
      // A part is kept without a state only if it was complete before the next write of states.
      let bench = try DownloadBench { $0.keepDelay = .seconds(3600) }
      let body = body
      let server = try WireServer { _ in [.ok(body, DownloadBench.etag)] }
      _ = try await bench.download(server)
      #expect(!bench.hasState)
      if isStored { try PartFile.remove(at: bench.partPath) }
      await bench.engine.shutdown()
      #expect(bench.hasState != isStored)
      let later = try TransferEngine()
      let fetched = try await later.download(bench.request(server)).bytesFetched
      #expect(fetched == (isStored ? 40_000 : 0))
    }
  }

  @Test("Stored parts are forgotten, however many there are")
  func forgotten() async throws {
    let bench = try DownloadBench()
    let body = photo(20_000)
    let server = try WireServer { _ in [.ok(body, DownloadBench.etag)] }
    for number in 0..<100 {
      var request = bench.request(server)
      request.partPath = bench.folder.appending("\(number).part")
      _ = try await bench.engine.download(request)
      if number > 0 { try PartFile.remove(at: request.partPath) }
    }
    await bench.engine.shutdown()
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
    #expect(Set(names) == ["0.part", "0.part.json"])
  }

  @Test("A download of at most 16 KiB that ends early has no state")
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

  @Test("An empty body becomes an empty part")
  func empty() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok([])] }
    let download = try await bench.download(server)
    #expect(download.byteCount == 0 && bench.part == [])
  }

  @Test("A download resumes where the part ends")
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

  @Test("A download is not written before the caller has checked its first bytes")
  func refusing() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok(Array("<html>please sign in</html>".utf8))] }
    let error = await failure {
      try await bench.download(server) { request in
        request.refusing = { bytes, _ in bytes.starts(with: "<html>".utf8) ? "an HTML page" : nil }
      }
    }
    #expect(error?.kind == .refused)
    #expect(error?.message == "\(server.url("/photo.jpg")): an HTML page")
    #expect(error?.isTransient == false)
    #expect(bench.part == nil)
  }

  @Test("The caller gets 64 bytes to check, in however many pieces they arrive")
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
      request.refusing = { bytes, _ in bytes == Array(body[..<64]) ? nil : "other bytes" }
    }
    #expect(bench.part == body)
  }
}
