import TestSupport
import Testing

@testable import Transfer

/// The matrix: what a server does, what the caller is told, and what is left of the part.
extension FaultTests {
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
      .inconsistent, leaves: nil),
    Row(
      "gives a negative length", [.response("200 OK", ["Content-Length: -5"], body), .close],
      .protocolError, leaves: nil),
    Row(
      "gives a length that overflows",
      [.response("200 OK", ["Content-Length: 99999999999999999999999"], body), .close],
      .protocolError, leaves: nil),
    Row(
      "gives another length than the listing", [.ok(body)], .inconsistent, leaves: nil,
      promised: 39_999),
    Row(
      "gives another length in x-ttdb-l", [.ok(body, ["x-ttdb-l: 39999"])], .inconsistent,
      leaves: nil),
    Row(
      "sends more than the listing promised",
      [.response("200 OK", ["Connection: close"], body), .close], .inconsistent, leaves: nil,
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
}
