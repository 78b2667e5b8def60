import ProviderKit
import Testing

@Suite("A photo's date")
struct PhotoTests {
  @Test(
    "is taken over where it is one",
    arguments: [
      ("2021-03-14 15:09:26", "2021-03-14 15:09:26"),
      ("2021-03-14T15:09:26", "2021-03-14 15:09:26"),
      ("0001-01-01 00:00:00", "0001-01-01 00:00:00"),
      ("2016-12-31 23:59:60", "2016-12-31 23:59:60"),
      ("2000-02-29 00:00:00", "2000-02-29 00:00:00"),
    ])
  func dates(text: String, date: String) {
    #expect(Photo.takenAt(from: text) == date)
  }

  @Test(
    "is dropped where it is none",
    arguments: [
      "", "0000-00-00 00:00:00", "2021-13-01 00:00:00", "2021-01-32 00:00:00",
      "2021-01-01 24:00:00",
      "2021-01-01", "2021-02-29 00:00:00", "1900-02-29 00:00:00", "2021-04-31 00:00:00",
      "2021-01-01 00:00:00Z", "2021-01-01-00:00:00", "٢٠٢١-01-01 0",
      "2021/01/01 00:00:00",
    ])
  func noDates(text: String) {
    #expect(Photo.takenAt(from: text) == nil)
  }
}
