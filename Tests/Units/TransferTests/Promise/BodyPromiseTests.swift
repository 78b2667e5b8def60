import Testing

@testable import Transfer

@Suite("Announced properties of a body")
struct BodyPromiseTests {
  func promise(_ headers: KeyValuePairs<String, String>, listing: Int64? = nil) throws
    -> BodyPromise
  {
    try BodyPromise(
      ResponseHead(status: 200, headers: headers.map { HTTPHeader($0.key, $0.value) }),
      byteCount: listing)
  }

  @Test("The announced length is the one that any source states")
  func total() throws {
    #expect(try promise(["content-length": "5"]).total == 5)
    #expect(try promise(["x-ttdb-l": "5", "transfer-encoding": "chunked"]).total == 5)
    #expect(try promise([:], listing: 5).total == 5)
    #expect(try promise([:]).total == nil)
    #expect(try promise(["content-length": "5", "x-ttdb-l": "5"], listing: 5).total == 5)
    #expect(try promise(["x-ttdb-l": "many"]).total == nil)
  }

  @Test("Announced lengths that differ are refused, naming both")
  func disagree() {
    #expect(
      throws: Fault(
        .inconsistent,
        "the server's Content-Length says 5 bytes, but the server's x-ttdb-l says 6")
    ) { try promise(["content-length": "5", "x-ttdb-l": "6"]) }
    #expect(
      throws: Fault(
        .inconsistent, "the server's Content-Length says 5 bytes, but the listing says 6")
    ) { try promise(["content-length": "5"], listing: 6) }
  }

  @Test("An MD5 is announced only for stored files")
  func digest() throws {
    let hex = "900150983cd24fb0d6963f7d28e17f72"
    let base64 = "kAFQmDzST7DWlj99KOF/cg=="
    #expect(try promise(["origintype": "S", "content-md5": base64]).md5 == hex)
    #expect(try promise(["origintype": "s", "etag": "\"\(hex.uppercased())\""]).md5 == hex)
    #expect(try promise(["origintype": "X", "etag": "\"\(hex)\""]).md5 == nil)
    #expect(try promise(["content-md5": base64]).md5 == nil)
    #expect(try promise(["origintype": "S", "etag": "\"\(hex).1\""]).md5 == nil)
    #expect(try promise(["origintype": "S", "etag": "W/\"\(hex)\""]).md5 == nil)
    #expect(
      try promise(["origintype": "S", "content-md5": "AAAA", "etag": "\"\(hex)\""]).md5 == hex)
  }
}
