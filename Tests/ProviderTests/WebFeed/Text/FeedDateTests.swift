import Testing

@testable import WebFeedProvider

@Suite("A feed's date")
struct FeedDateTests {
  @Test(
    "A feed's date is converted to seconds",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("1970-01-01T00:00:00Z", 0),
      ("Mon, 1 Jul 2024 12:30:00 +0200", 1_719_829_800), ("1 July 2024 10:30 UT", 1_719_829_800),
      ("Mon, 01 Jul 2024 06:30:00 EDT", 1_719_829_800),
      ("2024-07-01T12:30:00.123+02:00", 1_719_829_800), ("2024-07-01 10:30:00z", 1_719_829_800),
      ("2024-07-01", 1_719_792_000), ("2006-01-11 16:42:55 -0800", 1_137_026_575),
      ("Thu, 29 Feb 2024 00:00:00 -0000", 1_709_164_800),
      ("1969-12-31T23:59:59Z", -1), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ])
  func read(text: String, seconds: Int64) {
    #expect(FeedDate.seconds(text) == seconds)
  }

  @Test(
    "A feed's invalid date is dropped",
    arguments: [
      "", " ", "yesterday", "2024", "2024-13-01", "2024-07-01Tnoon", "2024-07-01T12:30:00+2",
      "Mon, 01 Foo 2024 00:00:00 GMT", "01 Jul 2024", "01 Jul 2024 25:00:00 GMT",
      "01 Jul 99999999999999999999 00:00:00 GMT", "2024-07-01T1:2:3:4Z", "-----", "2024-",
      "2024-07-01T", "01 Jul 2024 00:00:00 +9999",
    ])
  func none(text: String) {
    #expect(FeedDate.seconds(text) == nil)
  }
}
