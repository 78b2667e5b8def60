import Testing

@testable import Transfer

/// The table of RFC 9110 13.1.5, 14.2-14.4, 15.3.7 and 15.5.17, row by row.
@Suite("The resume decision")
struct ResumeDecisionTests {
  static let claim = ResumeClaim(offset: 300, total: 1000, validator: .etag("\"one\""))
  static let unmeasured = ResumeClaim(offset: 300, total: nil, validator: .etag("\"one\""))
  static let dated = ResumeClaim(
    offset: 300, total: 1000, validator: .lastModified("Sat, 25 Jul 2026 10:00:00 GMT"))

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int
    let headers: [HTTPHeader]
    let claim: ResumeClaim?
    let expected: ResumeDecision
    var testDescription: String { name }

    init(
      _ name: String, _ status: Int, _ headers: KeyValuePairs<String, String> = [:],
      claim: ResumeClaim?, _ expected: ResumeDecision
    ) {
      self.name = name
      self.status = status
      self.headers = headers.map { HTTPHeader($0.key, $0.value) }
      self.claim = claim
      self.expected = expected
    }
  }

  static let rows: [Row] = [
    Row("200 for a complete request", 200, claim: nil, .startOver),
    Row("200 to a range: the body changed", 200, ["etag": "\"two\""], claim: claim, .startOver),
    Row("200 to a range of the same body", 200, ["etag": "\"one\""], claim: claim, .startOver),
    Row("203 is a 200 that a proxy changed", 203, claim: nil, .startOver),
    Row(
      "200 with the coding identity", 200, ["content-encoding": "identity"], claim: nil, .startOver),
    Row(
      "200 encoded", 200, ["content-encoding": "gzip"], claim: nil,
      .refuse(
        Fault(.protocolError, "the file is encoded as 'gzip', which was not requested"))),
    Row(
      "200 with the range of the whole file", 200, ["content-range": "bytes 0-999/1000"],
      claim: claim,
      .startOver),
    Row(
      "200 with a part that was asked for", 200, ["content-range": "bytes 300-999/1000"],
      claim: claim,
      .askAgain(because: "the server answers with a part and the status 200")),
    Row(
      "200 with a part that nobody asked for", 200, ["content-range": "bytes 0-99/1000"],
      claim: nil,
      .refuse(Fault(.protocolError, "the server answers with a part and the status 200"))),
    Row(
      "202 with a time", 202, ["retry-after": "7"], claim: nil,
      .refuse(
        Fault(
          .status(202), "the server does not have the file ready yet (status 202)",
          retryAfter: .seconds(7)))),
    Row(
      "206 to the end", 206, ["content-range": "bytes 300-999/1000", "etag": "\"one\""],
      claim: claim, .append(end: 1000, total: 1000)),
    Row(
      "206 without the tag", 206, ["content-range": "bytes 300-999/1000"], claim: claim,
      .append(end: 1000, total: 1000)),
    Row(
      "206 that ends early", 206, ["content-range": "bytes 300-399/1000"], claim: claim,
      .append(end: 400, total: 1000)),
    Row(
      "206 without the total", 206, ["content-range": "bytes 300-999/*"],
      claim: claim, .append(end: 1000, total: 1000)),
    Row(
      "206 with a total that was unknown", 206, ["content-range": "bytes 300-999/1000"],
      claim: unmeasured,
      .append(end: 1000, total: 1000)),
    Row(
      "206 with an unknown total", 206, ["content-range": "bytes 300-999/*"],
      claim: unmeasured, .askAgain(because: "the part belongs to a body of another length")),
    Row(
      "206 from the start", 206, ["content-range": "bytes 0-999/1000"], claim: claim,
      .askAgain(because: "the part begins at another offset")),
    Row(
      "206 from the next offset", 206, ["content-range": "bytes 301-999/1000"], claim: claim,
      .askAgain(because: "the part begins at another offset")),
    Row(
      "206 without Content-Range", 206, claim: claim,
      .askAgain(because: "the part has no valid Content-Range")),
    Row(
      "206 with two Content-Ranges", 206,
      ["content-range": "bytes 300-999/1000", "content-range": "bytes 0-999/1000"], claim: claim,
      .askAgain(because: "the part has no valid Content-Range")),
    Row(
      "206 with multiple ranges", 206, ["content-type": "multipart/byteranges; boundary=x"],
      claim: claim, .askAgain(because: "the part has no valid Content-Range")),
    Row(
      "206 with another range unit", 206, ["content-range": "lines 300-999/1000"], claim: claim,
      .askAgain(because: "the part has no valid Content-Range")),
    Row(
      "206 of another length", 206, ["content-range": "bytes 300-1999/2000"], claim: claim,
      .askAgain(because: "the part belongs to a body of another length")),
    Row(
      "206 beyond the known length", 206, ["content-range": "bytes 300-1000/*"], claim: claim,
      .askAgain(because: "the part belongs to a body of another length")),
    Row(
      "206 with another tag", 206,
      ["content-range": "bytes 300-999/1000", "etag": "\"two\""], claim: claim,
      .askAgain(because: "the part belongs to another version")),
    Row(
      "206 with the tag made weak", 206,
      ["content-range": "bytes 300-999/1000", "etag": "W/\"one\""], claim: claim,
      .askAgain(because: "the part belongs to another version")),
    Row(
      "206 with another date", 206,
      [
        "content-range": "bytes 300-999/1000", "last-modified": "Sun, 26 Jul 2026 10:00:00 GMT",
      ], claim: dated, .askAgain(because: "the part belongs to another version")),
    Row(
      "206 with the same date", 206,
      [
        "content-range": "bytes 300-999/1000", "last-modified": "Sat, 25 Jul 2026 10:00:00 GMT",
      ], claim: dated, .append(end: 1000, total: 1000)),
    Row(
      "206 encoded", 206,
      ["content-range": "bytes 300-999/1000", "content-encoding": "gzip"], claim: claim,
      .askAgain(because: "the part is encoded")),
    Row(
      "206 longer than its range", 206,
      ["content-range": "bytes 300-999/1000", "content-length": "701"], claim: claim,
      .askAgain(because: "the part is not as long as its range")),
    Row(
      "206 with two lengths", 206,
      ["content-range": "bytes 300-999/1000", "content-length": "700, 701"], claim: claim,
      .askAgain(because: "the part is not as long as its range")),
    Row(
      "206 for a complete request", 206, ["content-range": "bytes 0-999/1000"], claim: nil,
      .refuse(
        Fault(
          .protocolError, "the server answered a request for the complete file with a part (206)"))),
    Row(
      "416 because the part is complete", 416, ["content-range": "bytes */300"], claim: unmeasured,
      .alreadyComplete),
    Row(
      "416 of another length than known", 416, ["content-range": "bytes */300"], claim: claim,
      .askAgain(because: "the server cannot resume the part")),
    Row(
      "416 of a shorter body", 416, ["content-range": "bytes */200"], claim: unmeasured,
      .askAgain(because: "the server cannot resume the part")),
    Row(
      "416 of another version", 416, ["content-range": "bytes */300", "etag": "\"two\""],
      claim: unmeasured, .askAgain(because: "the server cannot resume the part")),
    Row(
      "416 without Content-Range", 416, claim: claim,
      .askAgain(because: "the server cannot resume the part")),
    Row(
      "416 for a complete request", 416, claim: nil, .refuse(Fault(.status(416), "status 416"))),
    Row(
      "204", 204, claim: nil,
      .refuse(Fault(.protocolError, "the server sends no file (status 204)"))),
    Row("304", 304, claim: claim, .refuse(Fault(.status(304), "status 304"))),
    Row("404", 404, claim: claim, .refuse(Fault(.status(404), "status 404"))),
    Row(
      "429", 429, ["retry-after": "7"], claim: nil,
      .refuse(Fault(.status(429), "status 429", retryAfter: .seconds(7)))),
    Row(
      "503 with a body", 503, ["content-length": "12"], claim: claim,
      .refuse(Fault(.status(503), "status 503"))),
  ]

  @Test("The resume decision follows from a response's headers", arguments: rows)
  func decision(_ row: Row) {
    let head = ResponseHead(status: row.status, headers: row.headers)
    #expect(ResumeDecision(head, claim: row.claim, now: 0) == row.expected)
  }
}
