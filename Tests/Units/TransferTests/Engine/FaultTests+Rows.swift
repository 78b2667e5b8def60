import TestSupport
import Testing

@testable import Transfer

/// The matrix: the server's behaviour, the caller's error, and the remaining part.
extension FaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [WireServer.Step]
    let kind: TransferError.Kind
    /// Bytes in the part afterwards; nil: no part.
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
      "ends before the listing's length",
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
      "sends an invalid chunk",
      [.response("200 OK", ["Transfer-Encoding: chunked"], Array("zz\r\n".utf8)), .close],
      .interrupted, leaves: nil),
    Row("closes without a response", [.close], .interrupted, leaves: nil),
    Row("resets without a response", [.reset], .interrupted, leaves: nil),
    Row(
      "closes within the headers", [.send("HTTP/1.1 200 OK\r\nContent-Le"), .close], .interrupted,
      leaves: nil),
    Row(
      "sends two different lengths",
      [.response("200 OK", ["Content-Length: 40000", "Content-Length: 20000"], body), .close],
      .inconsistent, leaves: nil),
    Row(
      "sends a negative length", [.response("200 OK", ["Content-Length: -5"], body), .close],
      .protocolError, leaves: nil),
    Row(
      "sends a length that overflows",
      [.response("200 OK", ["Content-Length: 99999999999999999999999"], body), .close],
      .protocolError, leaves: nil),
    Row(
      "sends another length than the listing", [.ok(body)], .inconsistent, leaves: nil,
      promised: 39_999),
    Row(
      "sends another length in x-ttdb-l", [.ok(body, ["x-ttdb-l: 39999"])], .inconsistent,
      leaves: nil),
    Row(
      "sends more than the listing's length",
      [.response("200 OK", ["Connection: close"], body), .close], .inconsistent, leaves: nil,
      promised: 39_999),
    Row(
      "sends a length above the limit", [.ok(body)], .tooLarge, leaves: nil, maximumBytes: 39_999),
    Row(
      "sends more than the limit without a length",
      [.response("200 OK", ["Connection: close"], body), .close], .tooLarge, leaves: nil,
      maximumBytes: 39_999),
    Row(
      "sends an unrequested content coding",
      [.ok(body, ["Content-Encoding: gzip"])], .protocolError, leaves: nil),
    Row(
      "sends too many headers",
      [
        .response("200 OK", (0..<1000).map { "X-\($0): \(String(repeating: "y", count: 100))" }),
        .untilClosed,
      ], .protocolError, leaves: nil),
    Row(
      "sends one endless header",
      [.send("HTTP/1.1 200 OK\r\nX: "), .send(Array(repeating: 65, count: 1 << 20)), .untilClosed],
      .protocolError, leaves: nil),
    Row(
      "sends endless interim responses",
      [.send(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10_000)), .untilClosed],
      .protocolError, leaves: nil),
    Row(
      "sends endless trailers",
      [
        .response("200 OK", ["Transfer-Encoding: chunked"], chunk(body[...]) + Array("0\r\n".utf8)),
        .send(trailers), .untilClosed,
      ], .protocolError, leaves: 40_000),
    Row(
      "sends 403 with endless trailers",
      [
        .response("403 Forbidden", ["Transfer-Encoding: chunked"], Array("0\r\n".utf8)),
        .send(trailers), .untilClosed,
      ], .status(403), leaves: nil),
    Row(
      "answers without HTTP", [.send("220 mail.example ESMTP\r\n"), .close], .protocolError,
      leaves: nil),
    Row("sends 204 No Content", [.response("204 No Content")], .protocolError, leaves: nil),
    Row(
      "sends a 206 for a complete request",
      [
        .response("206 Partial Content", ["Content-Range: bytes 0-4/9", "Content-Length: 5"], half)
      ],
      .protocolError, leaves: nil),
    Row("sends 304 Not Modified", [.response("304 Not Modified")], .status(304), leaves: nil),
    Row(
      "sends 404 Not Found", [.response("404 Not Found", ["x-ttdb-l: 0", "Content-Length: 0"])],
      .status(404), leaves: nil),
    Row(
      "sends 403 Forbidden", [.response("403 Forbidden", ["Content-Length: 2"], Array("no".utf8))],
      .status(403), leaves: nil),
    Row(
      "sends 403 with an endless body",
      [
        .response("403 Forbidden"), .send(Array(repeating: 65, count: 1 << 20)), .untilClosed,
      ], .status(403), leaves: nil),
    Row(
      "sends 410 Gone", [.response("410 Gone", ["Content-Length: 0"])], .status(410), leaves: nil),
    Row(
      "sends 500 Internal Server Error", [.response("500 Oops", ["Content-Length: 0"])],
      .status(500), leaves: nil),
    Row(
      "redirects to a file", [.response("302 Found", ["Location: file:///etc/passwd"]), .close],
      .protocolError, leaves: nil),
    Row(
      "redirects to FTP", [.response("302 Found", ["Location: ftp://127.0.0.1/x"]), .close],
      .protocolError, leaves: nil),
    Row(
      "redirects to an invalid address", [.response("302 Found", ["Location: http://"]), .close],
      .protocolError, leaves: nil),
    Row(
      "redirects to itself", [.response("302 Found", ["Location: /", "Content-Length: 0"])],
      .protocolError, leaves: nil),
    Row(
      "redirects without a Location", [.response("302 Found", ["Content-Length: 0"])], .status(302),
      leaves: nil),
  ]
}
