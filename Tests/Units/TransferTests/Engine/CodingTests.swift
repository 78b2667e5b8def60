import TestSupport
import Testing

@testable import Transfer

/// libcurl would decode a body itself, up to five codings deep, within one call.
@Suite("A coded body")
struct CodingTests {
  static let body = photo(20_000)
  static let once = gzip(body)
  static let chunked = "Transfer-Encoding: chunked"

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let head: String
    let body: [UInt8]
  }

  /// A response with a status and exactly these headers, after `before`.
  static func row(
    _ name: String, _ headers: [String], _ body: [UInt8], status: String = "200 OK",
    before: String = ""
  ) -> Row {
    let head = before + "HTTP/1.1 \(status)\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
    return Row(testDescription: name, head: head, body: body)
  }

  static func chunks(_ bytes: [UInt8]) -> [UInt8] {
    FaultTests.chunk(bytes[...]) + Array("0\r\n\r\n".utf8)
  }

  static let transferRows = [
    row("gzip, chunked", ["Transfer-Encoding: gzip, chunked"], chunks(once)),
    row(
      "gzip four times", ["Transfer-Encoding: gzip, gzip, gzip, gzip, chunked"],
      chunks(gzip(gzip(gzip(once))))),
    row("gzip in a field of its own", ["Transfer-Encoding: gzip", chunked], chunks(once)),
    row("chunked twice", ["Transfer-Encoding: chunked, Chunked"], chunks(body)),
    row("gzip up to the end of the connection", ["Transfer-Encoding: gzip"], once),
    row("identity", ["Transfer-Encoding: identity"], body),
    row(
      "of an interim response", [chunked], chunks(once),
      before: "HTTP/1.1 103 Early Hints\r\nTransfer-Encoding: gzip\r\n\r\n"),
    row(
      "of a redirect", ["Transfer-Encoding: gzip, chunked", "Location: /there"], chunks(once),
      status: "302 Found"),
    row(
      "of a failure", ["Transfer-Encoding: gzip, chunked"], chunks(once),
      status: "404 Not Found"),
  ]

  static let contentRows = [
    row(
      "gzip twice", ["Content-Encoding: gzip, gzip", "Content-Length: \(gzip(once).count)"],
      gzip(once)),
    row(
      "gzip in two fields",
      ["Content-Encoding: gzip", "Content-Encoding: gzip", "Content-Length: \(gzip(once).count)"],
      gzip(once)),
    row("compress", ["Content-Encoding: compress", "Content-Length: 0"], []),
    row(
      "of an interim response",
      ["Content-Encoding: gzip", "Content-Length: \(gzip(once).count)"], gzip(once),
      before: "HTTP/1.1 103 Early Hints\r\nContent-Encoding: gzip\r\n\r\n"),
  ]

  private func server(_ row: Row) throws -> WireServer {
    try WireServer { request in
      request.target == "/there" ? [.ok(Self.body)] : [.send(row.head), .send(row.body), .close]
    }
  }

  @Test(
    "A transfer coding other than chunked is refused before it is decoded",
    arguments: transferRows)
  func transfer(_ row: Row) async throws {
    let server = try server(row)
    let bench = try DownloadBench()
    let file = await failure { try await bench.download(server) }
    #expect(file?.kind == .protocolError && bench.part == nil, "\(file?.message ?? "no error")")
    // libcurl 8 refuses most of them itself.
    let words = ["the transfer coding '", "Transfer-Encoding ("]
    #expect(words.contains { file?.message.contains($0) == true }, "\(file?.message ?? "no error")")
    let answer = await failure {
      try await bench.engine.answer(to: TransferRequest(url: server.url()))
    }
    #expect(answer?.kind == .protocolError, "\(answer?.message ?? "no error")")
    #expect(server.requests.allSatisfy { $0.target != "/there" })
  }

  @Test(
    "A content coding of an answer that libcurl does not decode alone is refused",
    arguments: contentRows)
  func content(_ row: Row) async throws {
    let server = try server(row)
    let engine = try TransferEngine()
    let error = await failure { try await engine.answer(to: TransferRequest(url: server.url())) }
    #expect(error?.kind == .protocolError, "\(error?.message ?? "no error")")
    #expect(error?.message.contains("the content coding '") == true)
  }

  @Test("A chunked answer with one gzip is accepted")
  func usual() async throws {
    let server = try WireServer { _ in
      [
        .response(
          "200 OK", ["transfer-encoding: Chunked", "content-encoding: GZIP"],
          Self.chunks(Self.once))
      ]
    }
    let engine = try TransferEngine()
    let answer = try await engine.answer(to: TransferRequest(url: server.url()))
    #expect(answer.body == Self.body)
  }
}
