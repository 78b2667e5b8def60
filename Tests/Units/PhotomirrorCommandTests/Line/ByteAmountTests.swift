import Testing

@testable import PhotomirrorCommand

@Suite("An amount of bytes")
struct ByteAmountTests {
  @Test(
    "An amount of bytes has a unit or none",
    arguments: [
      ("0", 0), ("500000", 500_000), ("64K", 65_536), ("64k", 65_536), ("1.5G", 1_610_612_736),
      ("2M", 2_097_152), ("1T", 1_099_511_627_776), ("0.5K", 512), ("8MB", 8_000_000),
      ("1kb", 1000), ("8MiB", 8_388_608),
    ])
  func good(text: String, bytes: Int) { #expect(ByteAmount.parse(text) == bytes) }

  @Test(
    "A text that is not an amount of bytes is refused",
    arguments: [
      "", "K", "-1", "+1", ".5K", "1e9", "1KBB", "1B", "1Ki", "0x10", "nan", "inf", "1 K",
      "9999999T", "1.2.3",
      "99999999999999999999",
    ])
  func bad(text: String) { #expect(ByteAmount.parse(text) == nil) }
}
