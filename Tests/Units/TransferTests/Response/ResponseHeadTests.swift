import Testing

@testable import Transfer

@Suite("A response's head")
struct ResponseHeadTests {
  func head(_ lines: [String], end: Bool = true) throws -> ResponseHead {
    var head = ResponseHead()
    for line in lines + (end ? [""] : []) {
      try head.take(line + "\r\n")
    }
    return head
  }

  @Test("A response's head has a status and lower-case fields without blanks")
  func fields() throws {
    let head = try head(["HTTP/1.1 200 OK", "ETag:  \"A\" \t", "X-Empty:", "nonsense"])
    #expect(head.status == 200 && head.isComplete)
    #expect(head.headers == [HTTPHeader("etag", "\"A\""), HTTPHeader("x-empty", "")])
  }

  @Test("A response's folded header lines are joined")
  func folded() throws {
    let head = try head(["HTTP/1.1 200 OK", "A: b", "\tc"])
    #expect(head.headers == [HTTPHeader("a", "b c")])
  }

  @Test("A status line of HTTP/2 needs no reason")
  func http2() throws {
    #expect(try head(["HTTP/2 404 "]).status == 404)
  }

  @Test("Interim responses are dropped")
  func interim() throws {
    var head = try head(["HTTP/1.1 103 Early Hints", "Link: x"])
    #expect(head.isInterim)
    for line in ["HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n"] {
      try head.take(line)
    }
    #expect(head.status == 200 && head.headers == [HTTPHeader("a", "b")])
  }

  @Test(
    "A response's head without a status line is refused",
    arguments: ["ICY 200 OK", "HTTP/1.1", "HTTP/1.1 2x0 OK"])
  func noStatus(_ line: String) {
    #expect(throws: Fault.self) { try head([line]) }
  }

  @Test("A response's head is limited in bytes and fields, with interim responses")
  func flood() {
    #expect(throws: Fault.self) {
      try head(["HTTP/1.1 200 OK"] + Array(repeating: "A: b", count: 300))
    }
    #expect(throws: Fault.self) {
      try head(["HTTP/1.1 200 OK", "A: " + String(repeating: "b", count: 70_000)])
    }
    #expect(throws: Fault.self) {
      try head(Array(repeating: "HTTP/1.1 100 Continue\r\n", count: 4000))
    }
  }

  @Test("A response's head redirects only with a Location")
  func redirect() throws {
    #expect(try head(["HTTP/1.1 302 Found", "Location: /x"]).isRedirect)
    #expect(try !head(["HTTP/1.1 302 Found"]).isRedirect)
    #expect(try !head(["HTTP/1.1 300 Choices", "Location: /x"]).isRedirect)
  }

  func length(_ fields: [String]) throws -> Int64? {
    try head(["HTTP/1.1 200 OK"] + fields).contentLength()
  }

  @Test("A repeated Content-Length is one length")
  func length() throws {
    #expect(try length(["Content-Length: 5"]) == 5)
    #expect(try length(["Content-Length: 5", "Content-Length: 5"]) == 5)
    #expect(try length(["Content-Length: 5, 5"]) == 5)
    #expect(try length([]) == nil)
    #expect(try length(["Content-Length: 5", "Transfer-Encoding: chunked"]) == nil)
  }

  @Test(
    "Different or malformed Content-Lengths are refused",
    arguments: [
      ["Content-Length: 5", "Content-Length: 6"], ["Content-Length: 5, 6"], ["Content-Length: -1"],
      ["Content-Length: +5"], ["Content-Length: 1 2"], ["Content-Length: 0x10"],
      ["Content-Length: 99999999999999999999"],
    ])
  func lengths(_ fields: [String]) {
    #expect(throws: Fault.self) { try length(fields) }
  }

  func retryAfter(_ value: String, date: String? = nil) throws -> Duration? {
    let dates = date.map { ["Date: \($0)"] } ?? []
    return try head(["HTTP/1.1 503 Busy", "Retry-After: \(value)"] + dates)
      .retryAfter(now: 1_784_973_600)
  }

  @Test("Retry-After is read as seconds or a date, from 1 s to 10 minutes")
  func retryAfter() throws {
    #expect(try retryAfter("7") == .seconds(7))
    #expect(try retryAfter("0") == .seconds(1))
    #expect(try retryAfter("99999999999") == .seconds(600))
    #expect(try retryAfter("Sat, 25 Jul 2026 10:00:30 GMT") == .seconds(30))
    #expect(try retryAfter("Sat, 25 Jul 2026 09:00:00 GMT") == .seconds(1))
    let server = "Fri, 24 Jul 2026 10:00:00 GMT"
    #expect(try retryAfter("Fri, 24 Jul 2026 10:00:40 GMT", date: server) == .seconds(40))
    #expect(try retryAfter("soon") == nil)
    #expect(try retryAfter("-7") == nil)
    #expect(try head(["HTTP/1.1 503 Busy"]).retryAfter(now: 0) == nil)
  }

  @Test(
    "X-RateLimit-Reset is read as seconds or a moment, if there is no Retry-After",
    arguments: [
      ("30", 30), ("1784973640", 40), ("1784973000", 1), ("2026-07-25T10:00:50.123456Z", 50),
      ("99999", 600), ("soon", nil), ("2026-07-25", nil),
    ] as [(String, Int?)])
  func rateLimitReset(value: String, seconds: Int?) throws {
    let busy = try head(["HTTP/1.1 429 Busy", "X-RateLimit-Reset: \(value)"])
    #expect(busy.retryAfter(now: 1_784_973_600) == seconds.map { .seconds($0) })
    let both = try head(["HTTP/1.1 429 Busy", "X-RateLimit-Reset: \(value)", "Retry-After: 7"])
    #expect(both.retryAfter(now: 1_784_973_600) == .seconds(7))
  }

  @Test(
    "An answer after which no request is left says until when, for at most 10 minutes",
    arguments: [
      ("0", "30", 30), ("0", "1784973640", 40), ("0", "2026-07-25T10:00:50.123456Z", 50),
      ("0", "1884973640", 600), ("0", "1784973600", nil), ("0", "0", nil), ("0", "soon", nil),
      ("0", nil, nil), ("1", "30", nil), ("none", "30", nil), ("-0", "30", nil), (nil, "30", nil),
    ] as [(String?, String?, Int?)])
  func spent(left: String?, reset: String?, seconds: Int?) throws {
    var lines = ["HTTP/1.1 200 OK"]
    if let left { lines.append("X-RateLimit-Remaining: \(left)") }
    if let reset { lines.append("X-RateLimit-Reset: \(reset)") }
    #expect(try head(lines).spent(now: 1_784_973_600) == seconds.map { .seconds($0) })
  }
}

extension ResponseHead {
  fileprivate mutating func take(_ line: String) throws {
    var bytes = Array(line.utf8)
    try bytes.withUnsafeMutableBytes { try append(line: UnsafeRawBufferPointer($0)) }
  }
}

@Suite("A Content-Range")
struct ContentRangeTests {
  @Test("A Content-Range is parsed as in RFC 9110 14.4")
  func legal() {
    #expect(ContentRange("bytes 0-9/10") == .bytes(first: 0, last: 9, total: 10))
    #expect(ContentRange("Bytes 5-9/*") == .bytes(first: 5, last: 9, total: nil))
    #expect(ContentRange("bytes */10") == .unsatisfied(total: 10))
  }

  @Test(
    "A Content-Range that contradicts itself or has another unit is invalid",
    arguments: [
      "", "bytes", "bytes ", "bytes 0-9", "bytes 9-0/10", "bytes 0-10/10", "bytes -5/10",
      "bytes 5-/10", "bytes */*", "bytes 0-9/", "bytes 0-9/10/10", "bytes 0--9/10", "items 0-9/10",
      "bytes 0-9/99999999999999999999", "bytes +0-9/10", "bytes 0-9/10 x", "bytes=0-9/10",
    ])
  func illegal(_ text: String) {
    #expect(ContentRange(text) == nil)
  }
}
