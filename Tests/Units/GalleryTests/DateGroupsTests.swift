import Testing

@testable import Gallery

@Suite("Headings of months")
struct DateGroupsTests {
  private func titles(_ dates: [String]) -> [String?] {
    let places = (0..<Int32(dates.count)).map { $0 }
    let groups = DateGroups.groups(places[...]) { place in
      PhotoDate(.shown("1", takenAt: dates[Int(place)]))
    }
    #expect(groups.flatMap(\.places) == places)
    return groups.map(\.title)
  }

  @Test("Months with four photos on the average have headings, else years, else none has")
  func headings() {
    let may = [String](repeating: "2024-05-02 03:04:05", count: 5)
    let april = [String](repeating: "2024-04", count: 3)
    #expect(titles(may + april) == ["May 2024", "April 2024"])
    #expect(titles(["2024-05", "2024-04", "2024-03", "2024-01"]) == ["2024"])
    #expect(titles(["2024-05", "2023-05", "2022-05"]) == [nil])
    #expect(titles([]) == [])
  }

  @Test("A photo whose month is unknown is under its year, and a guessed year is apart")
  func unknown() {
    let photos = { [String](repeating: $0, count: 4) }
    #expect(
      titles(photos("1870") + photos("1870~") + photos("1869"))
        == ["1870", "about 1870", "1869"])
  }

  @Test("Known parts of a date are shown in words")
  func words() {
    let texts = ["1905~", "1905-06", "1905", "2024-05-01 06:10:00"]
    #expect(
      texts.map(DateWords.taken) == ["about 1905", "June 1905", "1905", "2024-05-01 06:10:00"])
  }
}
