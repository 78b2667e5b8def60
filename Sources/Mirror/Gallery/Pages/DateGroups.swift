/// Photos of a list under headings of months or years, if these have some photos each.
struct DateGroups {
  /// Fewer photos a heading make a page of headings.
  private static let fewest = 4

  /// Nil: no heading.
  let title: String?
  let places: ArraySlice<Int32>

  /// - Parameters:
  ///   - places: Of photos in the order of their dates; a month that comes again gets another heading.
  ///   - date: Of a photo.
  static func groups(
    _ places: ArraySlice<Int32>, _ date: (Int32) -> PhotoDate
  ) -> [DateGroups] {
    for hasMonths in [true, false] {
      var groups: [(title: String, places: ArraySlice<Int32>)] = []
      for index in places.indices {
        let title = date(places[index]).title(hasMonth: hasMonths)
        if let last = groups.last, last.title == title {
          groups[groups.count - 1].places = places[last.places.startIndex...index]
        } else {
          groups.append((title, places[index...index]))
        }
      }
      if groups.count * fewest <= places.count {
        return groups.map { DateGroups(title: $0.title, places: $0.places) }
      }
    }
    return [DateGroups(title: nil, places: places)]
  }
}
