/// By what photos are listed.
package enum ListKind: String, CaseIterable, Sendable {
  case years, months, albums, tags, places, areas, owners

  var title: String {
    switch self {
    case .years: "Years"
    case .months: "Months"
    case .albums: "Albums"
    case .tags: "Tags"
    case .places: "Places"
    case .areas: "Map"
    case .owners: "Owners"
    }
  }

  /// The folder of its pages.
  var folder: String { self == .areas ? "map" : rawValue }
  /// Its first page. The calendar, which names the months, is among the years.
  var index: String { self == .months ? Self.years.index : "\(folder)/index.html" }
}
