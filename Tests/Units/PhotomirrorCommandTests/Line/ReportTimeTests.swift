import Foundation
import Testing

@testable import PhotomirrorCommand

@Suite("The times of report")
struct ReportTimeTests {
  /// 2024-03-01T00:00:00Z.
  private let now = Date(timeIntervalSince1970: 1_709_251_200)

  @Test(
    "A date means its first second as the beginning and its last as the end, in UTC",
    arguments: [
      ("2023", 1_672_531_200, 1_704_067_199), ("2024-02", 1_706_745_600, 1_709_251_199),
      ("2024-02-29", 1_709_164_800, 1_709_251_199),
      ("2024-02-29T18:00", 1_709_229_600, 1_709_229_659),
      ("2024-02-29 18:00:05", 1_709_229_605, 1_709_229_605),
      ("12h", 1_709_208_000, 1_709_208_000), ("7d", 1_708_646_400, 1_708_646_400),
    ])
  func times(_ text: String, _ start: Int64, _ end: Int64) throws {
    let time = try #require(ReportTime(text))
    #expect(time.start(now: now) == start && time.end(now: now) == end)
    #expect(ReportTime(time.text) == time)
  }

  @Test(
    "Other texts are no times",
    arguments: ["", "soon", "7", "2024-13", "uploaded:2024", "-1d", "2024-02-29T", "1e9d"])
  func others(_ text: String) { #expect(ReportTime(text) == nil) }

  @Test("A period needs a beginning, and ends now if nothing else is said")
  func period() throws {
    let (early, late) = (ReportTime("2024-01"), ReportTime("2024-02"))
    #expect(try ReportTime.period(since: nil, until: nil, now: now) == nil)
    #expect(
      try ReportTime.period(since: early, until: nil, now: now) == 1_704_067_200...1_709_251_200)
    #expect(
      try ReportTime.period(since: late, until: late, now: now) == 1_706_745_600...1_709_251_199)
    #expect(throws: UsageError.self) {
      try ReportTime.period(since: nil, until: late, now: now)
    }
    #expect(throws: UsageError.self) {
      try ReportTime.period(since: late, until: early, now: now)
    }
  }
}
