import ProviderKit
import Testing

@Suite("A photo's date")
struct PhotoTests {
  @Test(
    "A valid date of a photo is accepted",
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
    "A photo's date omits its unknown parts",
    arguments: [
      ("1905-06-01 00:00:00", .month, "1905-06"), ("1905-06-00 00:00:00", .month, "1905-06"),
      ("1905-01-01 00:00:00", .year, "1905"), ("1905-00-00 00:00:00", .aboutYear, "1905~"),
      ("0000-00-00 00:00:00", .aboutYear, nil), ("1905-13-01 00:00:00", .month, nil),
      ("190", .year, nil), ("19\u{660}5-06", .year, nil),
    ] as [(String, Photo.DatePrecision, String?)])
  func precision(text: String, precision: Photo.DatePrecision, date: String?) {
    #expect(Photo.takenAt(from: text, to: precision) == date)
  }

  @Test("A photo's date passes through the module interface, and is dropped if invalid")
  func joint() throws {
    let texts = [
      "1905-06", "1905", "1905~", "2021-03-14T15:09:26", "1905-06~", "0000", "1905-13", "~", "",
      "190\u{665}", "1905-06-01",
    ]
    let photos = texts.enumerated().map { Photo(id: "\($0)", owner: "", takenAt: $1) }
    let dates = try Page(photos: photos).checked().photos.map(\.takenAt)
    #expect(
      dates == [
        "1905-06", "1905", "1905~", "2021-03-14 15:09:26", nil, nil, nil, nil, nil, nil, nil,
      ])
  }

  @Test(
    "A photo's invalid date is dropped",
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
