import Foundation
import TestSupport
import Testing

@testable import Transfer

/// How a server can misbehave, what the caller is told, and what must be left on disk.
@Suite("A server that")
struct FaultTests {
  static let body = photo(40_000)

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [WireServer.Step]
    let kind: TransferError.Kind
    /// Bytes in the part afterwards; nil: there is none.
    let left: Int?
    var maximumBytes: Int64 = 1 << 30
    var promised: Int64?

    init(
      _ name: String, _ steps: [WireServer.Step], _ kind: TransferError.Kind, leaves left: Int?,
      maximumBytes: Int64 = 1 << 30, promised: Int64? = nil
    ) {
      testDescription = name
      self.steps = steps
      self.kind = kind
      self.left = left
      self.maximumBytes = maximumBytes
      self.promised = promised
    }
  }

  static func chunk(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10]
  }

  static let half = Array(body[..<20_000])
  static let trailers = String(
    repeating: "X: \(String(repeating: "y", count: 1000))\r\n", count: 1000)
  static let rows: [Row] = [
    Row(
      "ends before its length",
      [.response("200 OK", ["Content-Length: 40000"], half), .close], .truncated, leaves: 20_000),
    Row(
      "ends before x-ttdb-l",
      [.response("200 OK", ["x-ttdb-l: 40000", "Connection: close"], half), .close], .truncated,
      leaves: 20_000),
    Row(
      "ends before what the listing promised",
      [.response("200 OK", ["Connection: close"], half), .close], .truncated, leaves: 20_000,
      promised: 40_000),
    Row(
      "ends a chunked body within a chunk",
      [
        .response(
          "200 OK", ["Transfer-Encoding: chunked"], Array(chunk(body[...]).prefix(20_000))),
        .close,
      ], .truncated, leaves: 19_994),
    Row(
      "ends a chunked body between two chunks",
      [.response("200 OK", ["Transfer-Encoding: chunked"], chunk(body[..<20_000])), .close],
      .truncated, leaves: 20_000),
    Row(
      "sends nonsense for a chunk",
      [.response("200 OK", ["Transfer-Encoding: chunked"], Array("zz\r\n".utf8)), .close],
      .interrupted, leaves: nil),
    Row("closes without a word", [.close], .interrupted, leaves: nil),
    Row("resets without a word", [.reset], .interrupted, leaves: nil),
    Row(
      "closes within the headers", [.send("HTTP/1.1 200 OK\r\nContent-Le"), .close], .interrupted,
      leaves: nil),
    Row(
      "gives two lengths",
      [.response("200 OK", ["Content-Length: 40000", "Content-Length: 20000"], body), .close],
      .protocolError, leaves: nil),
    Row(
      "gives a negative length", [.response("200 OK", ["Content-Length: -5"], body), .close],
      .protocolError, leaves: nil),
    Row(
      "gives a length that overflows",
      [.response("200 OK", ["Content-Length: 99999999999999999999999"], body), .close],
      .protocolError, leaves: nil),
    Row(
      "gives another length than the listing", [.ok(body)], .protocolError, leaves: nil,
      promised: 39_999),
    Row(
      "gives another length in x-ttdb-l", [.ok(body, ["x-ttdb-l: 39999"])], .protocolError,
      leaves: nil),
    Row(
      "sends more than the listing promised",
      [.response("200 OK", ["Connection: close"], body), .close], .protocolError, leaves: nil,
      promised: 39_999),
    Row(
      "gives a length above the ceiling", [.ok(body)], .tooLarge, leaves: nil, maximumBytes: 39_999),
    Row(
      "sends more than the ceiling without a length",
      [.response("200 OK", ["Connection: close"], body), .close], .tooLarge, leaves: nil,
      maximumBytes: 39_999),
    Row(
      "compresses what was asked for as it is",
      [.ok(body, ["Content-Encoding: gzip"])], .protocolError, leaves: nil),
    Row(
      "floods with headers",
      [
        .response("200 OK", (0..<1000).map { "X-\($0): \(String(repeating: "y", count: 100))" }),
        .untilClosed,
      ], .protocolError, leaves: nil),
    Row(
      "sends one endless header",
      [.send("HTTP/1.1 200 OK\r\nX: "), .send(Array(repeating: 65, count: 1 << 20)), .untilClosed],
      .protocolError, leaves: nil),
    Row(
      "sends interim responses for ever",
      [.send(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10_000)), .untilClosed],
      .protocolError, leaves: nil),
    Row(
      "sends trailers for ever",
      [
        .response("200 OK", ["Transfer-Encoding: chunked"], chunk(body[...]) + Array("0\r\n".utf8)),
        .send(trailers), .untilClosed,
      ], .protocolError, leaves: 40_000),
    Row(
      "forbids, and sends trailers for ever",
      [
        .response("403 Forbidden", ["Transfer-Encoding: chunked"], Array("0\r\n".utf8)),
        .send(trailers), .untilClosed,
      ], .status(403), leaves: nil),
    Row(
      "speaks no HTTP", [.send("220 mail.example ESMTP\r\n"), .close], .protocolError, leaves: nil),
    Row("sends no file", [.response("204 No Content")], .protocolError, leaves: nil),
    Row(
      "sends a part of what was asked whole",
      [
        .response("206 Partial Content", ["Content-Range: bytes 0-4/9", "Content-Length: 5"], half)
      ],
      .protocolError, leaves: nil),
    Row("says not modified", [.response("304 Not Modified")], .status(304), leaves: nil),
    Row(
      "has no such photo", [.response("404 Not Found", ["x-ttdb-l: 0", "Content-Length: 0"])],
      .status(404), leaves: nil),
    Row(
      "forbids", [.response("403 Forbidden", ["Content-Length: 2"], Array("no".utf8))],
      .status(403), leaves: nil),
    Row(
      "forbids with a body that never ends",
      [
        .response("403 Forbidden"), .send(Array(repeating: 65, count: 1 << 20)), .untilClosed,
      ], .status(403), leaves: nil),
    Row("is gone", [.response("410 Gone", ["Content-Length: 0"])], .status(410), leaves: nil),
    Row(
      "is in trouble", [.response("500 Oops", ["Content-Length: 0"])], .status(500), leaves: nil),
    Row(
      "redirects to a file", [.response("302 Found", ["Location: file:///etc/passwd"]), .close],
      .protocolError, leaves: nil),
    Row(
      "redirects to FTP", [.response("302 Found", ["Location: ftp://127.0.0.1/x"]), .close],
      .protocolError, leaves: nil),
    Row(
      "redirects to nonsense", [.response("302 Found", ["Location: http://"]), .close],
      .protocolError, leaves: nil),
    Row(
      "redirects to itself", [.response("302 Found", ["Location: /", "Content-Length: 0"])],
      .protocolError, leaves: nil),
    Row(
      "redirects nowhere", [.response("302 Found", ["Content-Length: 0"])], .status(302),
      leaves: nil),
  ]

  @Test("leaves no bad file", arguments: rows)
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

  @Test("resets within the body leaves a prefix of it")
  func reset() async throws {
    let bench = try DownloadBench()
    let gate = Gate()
    let server = try WireServer { _ in
      [
        .response("200 OK", ["Content-Length: 40000"] + DownloadBench.etag, Self.half),
        .hold(gate), .reset,
      ]
    }
    var request = bench.request(server)
    request.refusing = { _ in
      gate.open()
      return nil
    }
    let error = await failure { try await bench.engine.download(request) }
    #expect(error?.kind == .interrupted && error?.isTransient == true)
    #expect(bench.state?.total == 40_000)
    #expect(bench.part.map { Self.body.starts(with: $0) } == true)
  }

  @Test("goes silent is given up")
  func stall() async throws {
    let bench = try DownloadBench { $0.stallTimeout = .milliseconds(150) }
    let server = try WireServer { _ in
      [.response("200 OK", ["Content-Length: 40000"], Self.half), .untilClosed]
    }
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .stalled && error?.isTransient == true)
    #expect(bench.part?.count == 20_000)
  }

  @Test("never answers is given up")
  func mute() async throws {
    let bench = try DownloadBench { $0.stallTimeout = .milliseconds(150) }
    let server = try WireServer { _ in [.untilClosed] }
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .stalled)
    #expect(bench.part == nil)
  }

  @Test("takes longer than the deadline is given up")
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

  @Test("is not there is unreachable")
  func refused() async throws {
    let bench = try DownloadBench()
    let url = try WireServer { _ in [] }.url()
    let error = await failure {
      try await bench.engine.download(DownloadRequest(url: url, partPath: bench.partPath))
    }
    #expect(error?.kind == .unreachable && error?.isTransient == true)
  }

  @Test("stores the file with its MD5 is believed only if it matches")
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

  @Test("stores the file with its MD5 may say so")
  func rightDigest() async throws {
    let bench = try DownloadBench()
    let right = "900150983cd24fb0d6963f7d28e17f72"
    let server = try WireServer { _ in
      [.ok(Array("abc".utf8), ["origintype: S", "ETag: \"\(right)\""])]
    }
    #expect(try await bench.download(server).byteCount == 3)
  }

  @Test("closes after a body of no told length proves nothing about its end")
  func unproven() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in
      [.response("200 OK", ["Connection: close"], Self.half), .close]
    }
    let download = try await bench.download(server)
    #expect(!download.isLengthProven && download.byteCount == 20_000)
  }

  @Test("ends a chunked body properly proves its end")
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

  @Test("refuses shortly keeps its connection")
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
