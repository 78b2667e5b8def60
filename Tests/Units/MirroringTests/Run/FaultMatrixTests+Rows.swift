import MirrorCore
import TestSupport

extension FaultMatrixTests {
  /// What remains of a photo that failed.
  enum Left: Equatable {
    case nothing
    /// A part of this many bytes, with a state from which it can be resumed.
    case part(Int)
  }

  struct Row: Sendable {
    let name: String
    let steps: [WireServer.Step]
    let stage: FailureFacts.Stage
    let willRetry: Bool
    let left: Left

    init(
      _ name: String, _ stage: FailureFacts.Stage, willRetry: Bool, _ left: Left,
      _ steps: [WireServer.Step]
    ) {
      (self.name, self.steps, self.stage) = (name, steps, stage)
      (self.willRetry, self.left) = (willRetry, left)
    }

    init(_ name: String, _ stage: FailureFacts.Stage, willRetry: Bool, _ steps: [WireServer.Step]) {
      self.init(name, stage, willRetry: willRetry, .nothing, steps)
    }
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func chunk(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10]
  }

  static func rows(_ body: [UInt8]) -> [Row] {
    let half = body.count / 2
    let front = Array(body[..<half])
    // The length of a chunk, before its bytes.
    let head = chunk(body[...]).count - body.count - 2
    let length = "Content-Length: \(body.count)"
    let tag = "ETag: \"one\""
    func status(_ line: String, _ headers: [String] = []) -> [WireServer.Step] {
      [.response(line, ["Content-Length: 0"] + headers)]
    }
    return [
      Row("closes without a response", .download, willRetry: true, [.close]),
      Row("resets without a response", .download, willRetry: true, [.reset]),
      Row(
        "closes within the status line", .download, willRetry: true, [.send("HTTP/1."), .close]),
      Row(
        "closes within the headers", .download, willRetry: true,
        [.send("HTTP/1.1 200 OK\r\nContent-"), .close]),
      Row(
        "answers without HTTP", .download, willRetry: false, [.send("220 mail ESMTP\r\n"), .close]),
      Row("never responds", .download, willRetry: true, [.untilClosed]),
      Row(
        "stalls within the headers", .download, willRetry: true,
        [.send("HTTP/1.1 200 OK\r\n"), .untilClosed]),
      Row(
        "stalls before the body", .download, willRetry: true,
        [.response("200 OK", [length, tag]), .untilClosed]),
      Row(
        "stalls within the body", .download, willRetry: true, .part(half),
        [.response("200 OK", [length, tag], front), .untilClosed]),
      Row(
        "ends early", .download, willRetry: true, .part(half),
        [.response("200 OK", [length, tag], front), .close]),
      Row(
        "resets within the body", .download, willRetry: true,
        [.response("200 OK", [length]), .reset]),
      Row(
        "ends early without a validator", .download, willRetry: true, .part(half),
        [.response("200 OK", [length], front), .close]),
      Row(
        "ends early with a weak tag", .download, willRetry: true, .part(half),
        [.response("200 OK", [length, "ETag: W/\"one\""], front), .close]),
      Row(
        "ends early without a length", .inspect, willRetry: true,
        [.response("200 OK", ["Connection: close"], front), .close]),
      Row(
        "ends before x-ttdb-l", .download, willRetry: true, .part(half),
        [.response("200 OK", ["x-ttdb-l: \(body.count)", tag], front), .close]),
      Row(
        "ends within a chunk", .download, willRetry: true, .part(half),
        [
          .response(
            "200 OK", ["Transfer-Encoding: chunked", tag],
            Array(chunk(body[...]).prefix(half + head))),
          .close,
        ]),
      Row(
        "ends between two chunks", .download, willRetry: true, .part(half),
        [.response("200 OK", ["Transfer-Encoding: chunked", tag], chunk(body[..<half])), .close]),
      Row(
        "sends a truncated image with a matching length", .inspect, willRetry: true, [.ok(front)]),
      Row(
        "sends a truncated image in chunks", .inspect, willRetry: true,
        [
          .response(
            "200 OK", ["Transfer-Encoding: chunked"], chunk(body[..<half]) + text("0\r\n\r\n"))
        ]),
      Row(
        "sends zeros after the first bytes", .inspect, willRetry: true,
        [.ok(body.enumerated().map { $0.offset < 200 ? $0.element : 0 })]),
      Row("sends an empty body", .download, willRetry: true, [.ok([])]),
      Row("sends a single byte", .download, willRetry: true, [.ok([0xFF])]),
      Row(
        "sends a web page", .download, willRetry: true,
        [.ok(text("<!DOCTYPE html><title>oops</title>"))]),
      Row(
        "sends a web page as an image", .download, willRetry: true,
        [.ok(text("<html>"), ["Content-Type: image/jpeg"])]),
      Row("sends JSON", .download, willRetry: true, [.ok(text(#"{"stat":"fail"}"#))]),
      Row(
        "sends two different lengths", .download, willRetry: true,
        [.response("200 OK", [length, "Content-Length: 5"], body), .close]),
      Row(
        "sends a negative length", .download, willRetry: false,
        [.response("200 OK", ["Content-Length: -1"], body), .close]),
      Row(
        "sends a length that overflows", .download, willRetry: false,
        [.response("200 OK", ["Content-Length: 99999999999999999999"], body), .close]),
      Row(
        "sends an x-ttdb-l that differs from the length", .download, willRetry: true,
        [.ok(body, ["x-ttdb-l: 5"])]),
      Row(
        "announces another MD5", .download, willRetry: true,
        [.ok(body, ["origintype: S", "Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg=="])]),
      Row(
        "sends an unsupported transfer coding", .download, willRetry: false,
        [
          .response(
            "200 OK", ["Transfer-Encoding: gzip, gzip, gzip, gzip, chunked"],
            chunk(body[...]) + text("0\r\n\r\n"))
        ]),
      Row(
        "sends a content coding that cannot be decoded", .download, willRetry: false,
        [.ok(body.reversed(), ["Content-Encoding: compress"])]),
      Row(
        "sends a 206 for a complete request", .download, willRetry: false,
        [
          .response(
            "206 Partial Content", ["Content-Range: bytes 0-4/9", "Content-Length: 5"],
            Array(body[..<5]))
        ]),
      Row(
        "sends too many headers", .download, willRetry: false,
        [
          .response("200 OK", (0..<1000).map { "X-\($0): \(String(repeating: "y", count: 100))" }),
          .untilClosed,
        ]),
      Row(
        "sends one endless header", .download, willRetry: false,
        [
          .send("HTTP/1.1 200 OK\r\nX: "), .send([UInt8](repeating: 65, count: 1 << 20)),
          .untilClosed,
        ]),
      Row("sends 204 No Content", .download, willRetry: false, [.response("204 No Content")]),
      Row("sends 304 Not Modified", .download, willRetry: false, [.response("304 Not Modified")]),
      Row(
        "redirects to itself", .download, willRetry: false, status("302 Found", ["Location: ?"])),
      Row(
        "redirects to a file", .download, willRetry: false,
        status("302 Found", ["Location: file:///etc/passwd"])),
      Row(
        "redirects to a private address", .download, willRetry: false,
        status("302 Found", ["Location: http://[::1]:9/"])),
      Row("sends 404 Not Found", .download, willRetry: false, status("404 Not Found")),
      Row("sends 403 Forbidden", .download, willRetry: false, status("403 Forbidden")),
      Row("sends 401 Unauthorized", .download, willRetry: false, status("401 Unauthorized")),
      Row("sends 410 Gone", .download, willRetry: false, status("410 Gone")),
      Row("sends 408 Request Timeout", .download, willRetry: true, status("408 Request Timeout")),
      Row(
        "sends 429 Too Many Requests", .download, willRetry: true,
        status("429 Too Many Requests", ["Retry-After: 1"])),
      Row(
        "sends 500 Internal Server Error", .download, willRetry: true,
        status("500 Internal Server Error")),
      Row("sends 502 Bad Gateway", .download, willRetry: true, status("502 Bad Gateway")),
      Row(
        "sends 503 Service Unavailable", .download, willRetry: true,
        status("503 Service Unavailable", ["Retry-After: 1"])),
      Row("sends 504 Gateway Timeout", .download, willRetry: true, status("504 Gateway Timeout")),
    ]
  }
}
