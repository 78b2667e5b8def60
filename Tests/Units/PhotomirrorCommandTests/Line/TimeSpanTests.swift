import Testing

@testable import PhotomirrorCommand

@Suite("A length of time")
struct TimeSpanTests {
  @Test(
    "A length of time is seconds, or a number with the unit s, m, h or d",
    arguments: [
      ("0", 0), ("90", 90), ("90s", 90), ("15m", 900), ("1h", 3600), ("1.5H", 5400),
      ("2d", 172_800),
    ])
  func valid(text: String, seconds: Int) { #expect(TimeSpan.parse(text) == .seconds(seconds)) }

  @Test(
    "A text that is not a length of time is refused",
    arguments: ["", "h", "-1", "1e9", ".5h", "1hh", "1 h", "1w", "inf", "1h30m", "99999999999999d"])
  func invalid(text: String) { #expect(TimeSpan.parse(text) == nil) }
}
