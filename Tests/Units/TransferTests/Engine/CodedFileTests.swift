import TestSupport
import Testing

@testable import Transfer

/// Servers that code whatever they send, and those that state a coding for plain bytes.
@Suite("A file with a content coding that was not asked for")
struct CodedFileTests {
  static let body = photo(20_000)
  static let start = Array(body.prefix(PartWriter.sniffedBytes))

  /// Only the body's first bytes are those of a picture.
  static let refusing: @Sendable ([UInt8], String) -> String? = { bytes, _ in
    bytes == start ? nil : "it is no picture"
  }

  /// Deflate without a header and a trailer (RFC 1951), out of a member of gzip.
  static func deflated(_ bytes: [UInt8]) -> [UInt8] { Array(gzip(bytes).dropFirst(10).dropLast(8)) }

  /// With those of zlib (RFC 1950).
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return [0x78, 0x9C] + deflated(bytes)
      + [high >> 8, high & 255, low >> 8, low & 255].map { UInt8($0) }
  }

  /// One block that is not compressed (RFC 7932).
  static func brotli(_ bytes: [UInt8]) -> [UInt8] {
    let head = (UInt32(bytes.count) - 1) << 4 | 1 << 20
    return [0, 8, 16].map { UInt8(head >> $0 & 255) } + bytes + [3]
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let coding: String
    let bytes: [UInt8]
    let requests: Int
  }

  static let rows = [
    Row(testDescription: "gzip", coding: "gzip", bytes: gzip(body), requests: 2),
    Row(testDescription: "x-gzip", coding: "X-GZip", bytes: gzip(body), requests: 2),
    Row(testDescription: "deflate", coding: "deflate", bytes: zlib(body), requests: 2),
    Row(testDescription: "raw deflate", coding: "deflate", bytes: deflated(body), requests: 2),
    Row(testDescription: "brotli", coding: "br", bytes: brotli(body), requests: 2),
    Row(testDescription: "gzip, but plain", coding: "gzip", bytes: body, requests: 1),
    Row(testDescription: "br, but plain", coding: "br", bytes: body, requests: 1),
    Row(testDescription: "several, but plain", coding: "gzip, zstd", bytes: body, requests: 1),
    Row(testDescription: "unknown, but plain", coding: "image/jpeg", bytes: body, requests: 1),
    Row(testDescription: "none", coding: "none", bytes: body, requests: 1),
    Row(testDescription: "a charset", coding: "UTF-8", bytes: body, requests: 1),
  ]

  @Test("The picture is stored, decoded if it is coded", arguments: rows)
  func stored(_ row: Row) async throws {
    let server = try WireServer { _ in [.ok(row.bytes, ["Content-Encoding: \(row.coding)"])] }
    let bench = try DownloadBench()
    let download = try await bench.download(server) {
      $0.refusing = Self.refusing
      $0.byteCount = Int64(Self.body.count)
    }
    #expect(bench.part == Self.body && download.byteCount == Int64(Self.body.count))
    #expect(server.requests.count == row.requests && download.isLengthProven)
    #expect(server.requests.allSatisfy { $0.headers["accept-encoding"] == "identity" })
  }

  @Test(
    "A picture whose coded body is longer than it is stored, and one of another length is not",
    arguments: ["gzip", "br", "compress"], [true, false])
  func short(coding: String, isKept: Bool) async throws {
    let body = photo(200, seed: 7)
    let bytes = coding == "gzip" ? gzip(body) : coding == "br" ? Self.brotli(body) : body
    for head in [["Content-Length: \(bytes.count)"], ["Transfer-Encoding: chunked"]] {
      let sent = head[0].hasPrefix("T") ? CodingTests.chunks(bytes) : bytes
      let server = try WireServer { _ in
        [.response("200 OK", head + ["Content-Encoding: \(coding)"], sent)]
      }
      let bench = try DownloadBench()
      let error = await failure {
        try await bench.download(server) {
          $0.refusing = { first, _ in first == Array(body.prefix(64)) ? nil : "no picture" }
          $0.byteCount = isKept ? 200 : 190
        }
      }
      #expect(error?.kind == (isKept ? nil : .inconsistent), "\(error?.message ?? "")")
      #expect(bench.part == (isKept ? body : nil))
    }
  }

  @Test("A chunked picture with gzip is decoded")
  func chunked() async throws {
    let bytes = CodingTests.chunks(gzip(Self.body))
    let server = try WireServer { _ in
      [.response("200 OK", ["Transfer-Encoding: chunked", "Content-Encoding: gzip"], bytes)]
    }
    let bench = try DownloadBench()
    let download = try await bench.download(server) { $0.refusing = Self.refusing }
    #expect(bench.part == Self.body && download.isLengthProven)
  }

  @Test("The listing's length is that of the picture, not of its coded body")
  func promise() async throws {
    let coded = gzip(Self.body)
    let server = try WireServer { _ in [.ok(coded, ["Content-Encoding: gzip"])] }
    let bench = try DownloadBench()
    let error = await failure {
      try await bench.download(server) {
        $0.refusing = Self.refusing
        $0.byteCount = Int64(coded.count)
      }
    }
    #expect(error?.kind == .inconsistent)
  }

  @Test("A part is completed by the whole picture if the server codes the rest of it")
  func resumed() async throws {
    let coded = gzip(Self.body)
    let server = try WireServer { request in
      guard request.headers["range"] != nil else { return [.ok(coded, ["Content-Encoding: gzip"])] }
      return [
        .response(
          "206 Partial Content",
          [
            "Content-Encoding: gzip", "Content-Range: bytes 18000-19999/20000", "ETag: \"one\"",
            "Content-Length: \(coded.count)",
          ], coded)
      ]
    }
    let bench = try DownloadBench()
    try bench.leave(18_000, of: Self.body, at: server.url("/photo.jpg"))
    _ = try await bench.download(server) { $0.refusing = Self.refusing }
    #expect(bench.part == Self.body && !bench.hasState && server.requests.count == 3)
  }

  @Test(
    "A part of a coded picture is not resumed, because its bytes are not those that the server counts"
  )
  func interrupted() async throws {
    let coded = gzip(Self.body)
    let server = try WireServer { _ in
      [
        .response(
          "200 OK",
          ["Content-Encoding: gzip", "ETag: \"one\"", "Content-Length: \(coded.count)"],
          Array(coded.prefix(19_000))), .close,
      ]
    }
    let bench = try DownloadBench()
    let error = await failure { try await bench.download(server) { $0.refusing = Self.refusing } }
    #expect(error?.kind == .truncated && !bench.hasState)
  }

  @Test("A picture that expands beyond the limit is refused, and nothing of it stays")
  func bomb() async throws {
    let bytes = Self.body + [UInt8](repeating: 0, count: 4 << 20)
    let coded = gzip(bytes)
    let server = try WireServer { _ in [.ok(coded, ["Content-Encoding: gzip"])] }
    let bench = try DownloadBench()
    let error = await failure {
      try await bench.download(server) {
        $0.refusing = Self.refusing
        $0.maximumBytes = 1 << 20
      }
    }
    #expect(coded.count < 30_000 && error?.kind == .tooLarge && bench.part == nil)
  }

  @Test(
    "A body that is no picture, decoded or not, is refused",
    arguments: [
      ("gzip", gzip(photo(20_000, seed: 2)), TransferError.Kind.refused),
      ("gzip", photo(20_000, seed: 2), .protocolError),
      ("gzip, gzip", gzip(gzip(body)), .protocolError),
      ("compress", photo(20_000, seed: 2), .protocolError),
      ("utf-8, gzip", gzip(body), .protocolError),
      ("utf-8", photo(20_000, seed: 2), .refused),
    ])
  func noPicture(_ coding: String, _ bytes: [UInt8], _ kind: TransferError.Kind) async throws {
    let server = try WireServer { _ in [.ok(bytes, ["Content-Encoding: \(coding)"])] }
    let bench = try DownloadBench()
    let error = await failure { try await bench.download(server) { $0.refusing = Self.refusing } }
    #expect(error?.kind == kind && bench.part == nil, "\(error?.message ?? "no error")")
  }

  @Test(
    "An answer is decoded, and a word that is no coding is ignored",
    arguments: rows.filter { !$0.testDescription.hasSuffix("but plain") })
  func answer(_ row: Row) async throws {
    let server = try WireServer { _ in [.ok(row.bytes, ["Content-Encoding: \(row.coding)"])] }
    let engine = try TransferEngine()
    let answer = try await engine.answer(to: TransferRequest(url: server.url()))
    #expect(answer.body == Self.body)
  }
}
