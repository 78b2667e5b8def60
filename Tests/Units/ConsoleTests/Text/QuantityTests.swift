import Console
import Testing

@Suite("Quantities")
struct QuantityTests {
  @Test(
    "A quantity of bytes has two or three digits and a unit",
    arguments: [
      (-5, "0 B"), (0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (9_949, "9.9 KB"),
      (9_960, "10 KB"), (183_000, "183 KB"), (999_499, "999 KB"), (999_600, "1.0 MB"),
      (1_234_567, "1.2 MB"), (17_000_000_000, "17 GB"), (.max, "9.2 EB"),
    ] as [(Int64, String)])
  func bytes(value: Int64, text: String) { #expect(Quantity.bytes(value) == text) }

  @Test("Counts have grouped digits and nouns agree")
  func counts() {
    #expect(Quantity.count(999) == "999")
    #expect(Quantity.count(1_234_567) == "1,234,567")
    #expect(Quantity.count(-1000) == "-1,000")
    #expect(Quantity.count(1, of: "photo") == "1 photo")
    #expect(Quantity.count(3, outOf: 1000, of: "photo") == "3 of 1,000 photos")
    #expect(Quantity.count(1000, outOf: 1000, of: "photo") == "1,000 photos")
    #expect(Quantity.count(0, of: "photo") == "0 photos")
    #expect(Quantity.count(.min).hasPrefix("-9,223"))
  }

  @Test("Times are shown as clocks, and spans below a minute as seconds")
  func times() {
    #expect(Quantity.clock(.seconds(4)) == "0:04")
    #expect(Quantity.clock(.seconds(134)) == "2:14")
    #expect(Quantity.clock(.seconds(3734)) == "1:02:14")
    #expect(Quantity.clock(.seconds(-1)) == "0:00")
    #expect(Quantity.span(.milliseconds(430)) == "0.4 s")
    #expect(Quantity.span(.seconds(12)) == "12 s")
    #expect(Quantity.span(.milliseconds(59_700)) == "1:00")
  }

  @Test("An invalid rate is shown as zero")
  func rates() {
    #expect(Quantity.rate(8_300_000) == "8.3 MB/s")
    #expect(Quantity.rate(.nan) == "0 B/s")
    #expect(Quantity.rate(-1) == "0 B/s")
    #expect(Quantity.rate(1e300) == "1.0 EB/s")
  }
}
