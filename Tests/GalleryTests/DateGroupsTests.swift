import Testing

@testable import Gallery

@Suite("Headings of months")
struct DateGroupsTests {
  private func titles(_ dates: [(Int, Int)]) -> [String?] {
    let places = (0..<Int32(dates.count)).map { $0 }
    let groups = DateGroups.groups(places[...]) { place in
      (year: dates[Int(place)].0, month: dates[Int(place)].1)
    }
    #expect(groups.flatMap(\.places) == places)
    return groups.map(\.title)
  }

  @Test("Months with four photos on the average have headings, else years, else none has")
  func headings() {
    let may = [(Int, Int)](repeating: (2024, 5), count: 5)
    let april = [(Int, Int)](repeating: (2024, 4), count: 3)
    #expect(titles(may + april) == ["May 2024", "April 2024"])
    #expect(titles([(2024, 5), (2024, 4), (2024, 3), (2024, 1)]) == ["2024"])
    #expect(titles([(2024, 5), (2023, 5), (2022, 5)]) == [nil])
    #expect(titles([]) == [])
  }

  @Test("A photo whose month is unknown is under its year")
  func unknown() {
    let photos = [(Int, Int)](repeating: (1870, 0), count: 4)
    #expect(titles(photos + photos.map { _ in (1869, 13) }) == ["1870", "1869"])
  }
}
