import Foundation
import TestSupport
import Testing

@testable import Transfer

/// The table of resume decisions, against a server that sends these responses.
@Suite("A part of 30,000 bytes of 40,000")
struct ResumeOnTheWireTests {
  static let body = photo(40_000)
  static let changed = photo(40_000, seed: 7)

  /// The response to a range; without a range the server sends `changed`.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: String
    let headers: [String]
    let sent: [UInt8]
    let left: [UInt8]
    let requests: Int

    init(
      _ name: String, _ status: String, _ headers: [String], _ sent: [UInt8], leaves left: [UInt8],
      requests: Int
    ) {
      testDescription = name
      self.status = status
      self.headers = headers
      self.sent = sent
      self.left = left
      self.requests = requests
    }
  }

  static func bytes(_ range: Range<Int>, _ total: String = "40000") -> String {
    "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)"
  }

  static let tail = Array(body[30_000...])
  static let rows: [Row] = [
    Row(
      "resumes from a 206", "206 Partial Content", [bytes(30_000..<40_000)], tail, leaves: body,
      requests: 1),
    Row(
      "resumes from a 206 without the total", "206 Partial Content",
      [bytes(30_000..<40_000, "*")], tail, leaves: body, requests: 1),
    Row("restarts after a 200", "200 OK", [], changed, leaves: changed, requests: 1),
    Row(
      "restarts after a 206 from another offset", "206 Partial Content",
      [bytes(0..<40_000)], body,
      leaves: changed, requests: 2),
    Row(
      "restarts after a 206 from the next offset", "206 Partial Content",
      [bytes(29_999..<40_000)], Array(body[29_999...]), leaves: changed, requests: 2),
    Row(
      "restarts after a 206 without Content-Range", "206 Partial Content", [], tail,
      leaves: changed,
      requests: 2),
    Row(
      "restarts after a 206 of another length", "206 Partial Content",
      [bytes(30_000..<50_000, "50000")],
      photo(20_000), leaves: changed, requests: 2),
    Row(
      "restarts after a 206 with another tag", "206 Partial Content",
      [bytes(30_000..<40_000), "ETag: \"two\""], tail, leaves: changed, requests: 2),
    Row(
      "restarts after a 206 with a weak tag", "206 Partial Content",
      [bytes(30_000..<40_000), "ETag: W/\"one\""], tail, leaves: changed, requests: 2),
    Row(
      "restarts after an encoded 206", "206 Partial Content",
      [bytes(30_000..<40_000), "Content-Encoding: gzip"], tail, leaves: changed, requests: 2),
    Row(
      "restarts after a multipart 206", "206 Partial Content",
      ["Content-Type: multipart/byteranges; boundary=x"], photo(11_000), leaves: changed,
      requests: 2),
    Row(
      "restarts after a 416 with another total", "416 Range Not Satisfiable",
      ["Content-Range: bytes */20000"],
      Array("oops!".utf8), leaves: changed, requests: 2),
    Row(
      "restarts after a 416 without Content-Range", "416 Range Not Satisfiable", [],
      Array("oops!".utf8), leaves: changed, requests: 2),
  ]

  @Test(
    "A part is resumed, restarted or refused by the server's answer to the range", arguments: rows)
  func row(_ row: Row) async throws {
    let bench = try DownloadBench()
    let server = try WireServer { request in
      guard request.headers["range"] == "bytes=30000-" else { return [.ok(Self.changed)] }
      let length = ["Content-Length: \(row.sent.count)"]
      return [.response(row.status, length + row.headers, row.sent)]
    }
    try bench.leave(30_000, of: Self.body, at: server.url("/photo.jpg"))
    let download = try await bench.download(server)
    #expect(bench.part == row.left)
    #expect(download.byteCount == Int64(row.left.count))
    #expect(server.requests.count == row.requests)
    #expect(server.requests[0].headers["if-range"] == "\"one\"")
  }

  @Test("A part is resumed in steps if the server sends less than was asked")
  func steps() async throws {
    let bench = try DownloadBench()
    let body = Self.body
    let server = try WireServer { request in
      let start = Int(request.headers["range"]?.dropFirst(6).dropLast() ?? "") ?? 0
      let end = min(start + 5000, 40_000)
      return [
        .response(
          "206 Partial Content", ["Content-Length: \(end - start)", Self.bytes(start..<end)],
          Array(body[start..<end]))
      ]
    }
    try bench.leave(30_000, of: body, at: server.url("/photo.jpg"))
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .truncated && error?.isTransient == true)
    let download = try await bench.download(server)
    #expect(bench.part == body && download.bytesFetched == 5000)
  }

  @Test("A part of unknown total length is complete after a 416")
  func complete() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in
      [
        .response(
          "416 Range Not Satisfiable",
          ["Content-Range: bytes */40000", "Content-Length: 5", "ETag: \"one\""],
          Array("oops!".utf8))
      ]
    }
    try bench.leave(40_000, of: Self.body, at: server.url("/photo.jpg"), length: false)
    let download = try await bench.download(server)
    #expect(bench.part == Self.body)
    #expect(download.bytesFetched == 0 && download.byteCount == 40_000)
    #expect(server.requests.count == 1)
  }

  @Test("A part that cannot be resumed is requested completely, once")
  func once() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { request in
      [.response("416 Range Not Satisfiable", ["Content-Length: 0"])]
    }
    try bench.leave(30_000, of: Self.body, at: server.url("/photo.jpg"))
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .status(416))
    #expect(server.requests.map { $0.headers["range"] } == ["bytes=30000-", nil])
  }

  @Test("A part is kept when the server fails")
  func kept() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in
      [.response("503 Busy", ["Content-Length: 4", "Retry-After: 7"], Array("busy".utf8))]
    }
    try bench.leave(30_000, of: Self.body, at: server.url("/photo.jpg"))
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .status(503))
    #expect(error?.retryAfter == .seconds(7))
    #expect(bench.part == Array(Self.body[..<30_000]) && bench.hasState)
  }

  @Test("A part is kept when the response is refused")
  func refused() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok(Array("<html>".utf8))] }
    try bench.leave(30_000, of: Self.body, at: server.url("/photo.jpg"))
    let error = await failure {
      try await bench.download(server) { $0.refusing = { _, _ in "an HTML page" } }
    }
    #expect(error?.kind == .refused)
    #expect(bench.part == Array(Self.body[..<30_000]) && bench.hasState)
  }

  @Test("A part without a state is not resumed")
  func noState() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok(Self.changed)] }
    try Data(Self.body[..<30_000]).write(to: URL(fileURLWithPath: bench.partPath))
    _ = try await bench.download(server)
    #expect(server.requests[0].headers["range"] == nil)
    #expect(bench.part == Self.changed)
  }

  @Test("A part without an entity tag is resumed by Last-Modified")
  func date() async throws {
    let bench = try DownloadBench()
    let date = "Sat, 25 Jul 2026 10:00:00 GMT"
    let server = try WireServer { request in
      guard request.headers["if-range"] == date else { return [.ok([])] }
      return [
        .response(
          "206 Partial Content",
          ["Content-Length: 10000", Self.bytes(30_000..<40_000), "Last-Modified: \(date)"],
          Self.tail)
      ]
    }
    let headers = [
      HTTPHeader("last-modified", date), HTTPHeader("date", "Sun, 26 Jul 2026 10:00:00 GMT"),
    ]
    try bench.leave(30_000, of: Self.body, at: server.url("/photo.jpg"), headers: headers)
    _ = try await bench.download(server)
    #expect(bench.part == Self.body)
  }

  @Test("A part that a broken connection left is resumed")
  func broken() async throws {
    let bench = try DownloadBench()
    let body = Self.body
    let server = try WireServer { request in
      guard request.headers["range"] == nil else {
        return [
          .response(
            "206 Partial Content", ["Content-Length: 10000", Self.bytes(30_000..<40_000)],
            Self.tail)
        ]
      }
      return [
        .response(
          "200 OK", ["Content-Length: 40000"] + DownloadBench.etag, Array(body[..<30_000])),
        .close,
      ]
    }
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .truncated)
    #expect(bench.part == Array(body[..<30_000]))
    let download = try await bench.download(server)
    #expect(bench.part == body && download.bytesFetched == 10_000)
  }
}
