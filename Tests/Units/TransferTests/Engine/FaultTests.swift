import Foundation
import TestSupport
import Testing

@testable import Transfer

/// The ways in which a server can misbehave, with the caller's error and the remaining files.
@Suite("Faults of a server")
struct FaultTests {
  static let body = photo(40_000)

  @Test("A misbehaving server leaves no bad file", arguments: rows)
  func row(_ row: Row) async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in row.steps }
    let error = await failure {
      try await bench.download(server) {
        $0.maximumBytes = row.maximumBytes
        $0.byteCount = row.promised
      }
    }
    #expect(error?.kind == row.kind, "\(error?.message ?? "no error")")
    #expect(bench.part?.count == row.left)
    #expect(bench.part.map { Self.body.starts(with: $0) } ?? true)
  }

  @Test("A server that resets within the body leaves a prefix of it")
  func reset() async throws {
    let bench = try DownloadBench()
    let gate = Latch()
    let server = try WireServer { _ in
      [
        .response("200 OK", ["Content-Length: 40000"] + DownloadBench.etag, Self.half),
        .hold(gate), .reset,
      ]
    }
    var request = bench.request(server)
    request.refusing = { _, _ in
      gate.open()
      return nil
    }
    let error = await failure { try await bench.engine.download(request) }
    #expect(error?.kind == .interrupted && error?.isTransient == true)
    #expect(bench.state?.total == 40_000)
    #expect(bench.part.map { Self.body.starts(with: $0) } == true)
  }

  @Test("A server that stops sending fails the download as stalled")
  func stall() async throws {
    let bench = try DownloadBench { $0.stallTimeout = .milliseconds(150) }
    let server = try WireServer { _ in
      [.response("200 OK", ["Content-Length: 40000"], Self.half), .untilClosed]
    }
    // On a busy machine the time may pass before the first byte.
    var error: TransferError?
    repeat {
      error = await failure { try await bench.download(server) }
    } while error?.kind == .stalled && bench.part == nil
    #expect(error?.kind == .stalled && error?.isTransient == true)
    #expect(bench.part?.count == 20_000)
  }

  @Test("A server that never answers fails the download as stalled")
  func mute() async throws {
    let bench = try DownloadBench { $0.stallTimeout = .milliseconds(150) }
    let server = try WireServer { _ in [.untilClosed] }
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .stalled)
    #expect(bench.part == nil)
  }

  @Test("A server that takes longer than the deadline fails the download as timed out")
  func deadline() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in
      [.response("200 OK", ["Content-Length: 40000"], Self.half), .untilClosed]
    }
    let error = await failure {
      try await bench.download(server) { $0.deadline = .milliseconds(100) }
    }
    #expect(error?.kind == .timedOut && error?.isTransient == true)
  }

  @Test("A missing server is reported as unreachable")
  func refused() async throws {
    let bench = try DownloadBench()
    let url = try WireServer { _ in [] }.url()
    let error = await failure {
      try await bench.engine.download(DownloadRequest(url: url, partPath: bench.partPath))
    }
    #expect(error?.kind == .unreachable && error?.isTransient == true)
  }

  @Test("A body whose MD5 differs from the announced one is refused")
  func digest() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { request in
      let right = "9fe6a1ff1d8b9ebd3ef2d2f1fb1a0b2c"
      return [.ok(Self.body, ["origintype: S", "ETag: \"\(right)\""])]
    }
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .corrupted && error?.isTransient == true)
    #expect(bench.part == nil && !bench.hasState)
  }

  @Test("A body whose MD5 matches the announced one is accepted")
  func rightDigest() async throws {
    let bench = try DownloadBench()
    let right = "900150983cd24fb0d6963f7d28e17f72"
    let server = try WireServer { _ in
      [.ok(Array("abc".utf8), ["origintype: S", "ETag: \"\(right)\""])]
    }
    #expect(try await bench.download(server).byteCount == 3)
  }

  @Test("A body that ends with the connection has no proven length")
  func unproven() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in
      [.response("200 OK", ["Connection: close"], Self.half), .close]
    }
    let download = try await bench.download(server)
    #expect(!download.isLengthProven && download.byteCount == 20_000)
  }

  @Test("A complete chunked body has a proven length")
  func chunked() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in
      [
        .response(
          "200 OK", ["Transfer-Encoding: chunked"],
          Self.chunk(Self.body[...]) + Array("0\r\nHTTP/1.1: 500\r\nETag: x\r\n\r\n".utf8))
      ]
    }
    let download = try await bench.download(server)
    #expect(download.isLengthProven && bench.part == Self.body)
    #expect(download.headers.first("etag") == nil)
  }

  @Test("A short error body keeps the connection")
  func keepAlive() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in
      [.response("404 Not Found", ["Content-Length: 4000"], photo(4000))]
    }
    for _ in 0..<3 { _ = await failure { try await bench.download(server) } }
    #expect(server.requests.count == 3)
    #expect(server.connectionCount == 1)
  }
}
