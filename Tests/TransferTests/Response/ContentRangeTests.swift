import Testing

@testable import Transfer

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
