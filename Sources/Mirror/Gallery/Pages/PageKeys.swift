import ProviderKit

/// Hashes of the inputs of pages. An unchanged hash means an unchanged page.
package struct PageKeys: Sendable {
  /// What all pages depend on.
  let site: StableHash
  private let arrangement: Arrangement
  /// By place; nil for a photo that came while the gallery was being written.
  private let stamps: [UInt64?]
  /// By place, of the lists whose pages a photo's page leads to.
  private let lists: [UInt64]

  /// - Parameter program: Identifies the program: another version writes other pages.
  package init(
    _ site: GallerySite, _ arrangement: Arrangement, _ stamps: PhotoStamps, program: UInt64
  ) {
    var hash = StableHash()
    hash.combine(Int64(bitPattern: program))
    hash.combine(Int64(site.previewEdge))
    for text in [site.title, site.files.text, site.address, "\(site.hasPlaces)"]
      + site.kinds.map(\.rawValue)
    { hash.combine(text) }
    self.site = hash
    self.arrangement = arrangement
    self.stamps = arrangement.entries.map { stamps[$0.row] }
    var lists = [UInt64](repeating: 0, count: arrangement.entries.count)
    for (_, list) in arrangement.shownLists {
      var hash = StableHash()
      hash.combine(list.folder)
      for place in list.members { lists[Int(place)] &+= hash.value }
    }
    self.lists = lists
  }

  /// The key of a photo's page.
  package func photo(_ place: Int) -> UInt64? {
    let all = arrangement.all
    var hash = site
    for place in [place - 1, place, place + 1] {
      let isPlace = arrangement.entries.indices.contains(place)
      hash.combine(isPlace ? arrangement.entries[place].row : 0)
    }
    hash.combine(all.path(ofPage: all.page(ofIndex: place)))
    hash.combine(Int64(bitPattern: lists[place]))
    return combine([Int32(place)], into: &hash) ? hash.value : nil
  }

  /// The key of a page of a list.
  package func list(_ list: PhotoList, _ kind: ListKind?, page number: Int) -> UInt64? {
    var hash = site
    for text in [list.folder, list.title, kind?.rawValue] { hash.combine(text) }
    for number in [number, list.pageCount, list.members.count] { hash.combine(Int64(number)) }
    // The first page of all photos names the years.
    for year in kind == nil ? arrangement.lists[.years] ?? [] : [] {
      hash.combine(year.folder)
      hash.combine(Int64(year.members.count))
    }
    return combine(list.members(ofPage: number), into: &hash) ? hash.value : nil
  }

  /// The key of a page that names lists.
  package func names(_ pages: NamePages, page number: Int) -> UInt64? {
    var hash = site
    for number in [number, pages.pageCount] { hash.combine(Int64(number)) }
    for list in [pages.lists(ofPage: number)[...], pages.overview(ofPage: number)[...]].joined() {
      for text in [list.folder, list.title] { hash.combine(text) }
      for number in [list.pageCount, list.members.count] { hash.combine(Int64(number)) }
      if let point = list.point {
        for degrees in [point.latitude, point.longitude] {
          hash.combine(Int64(bitPattern: degrees.bitPattern))
        }
      }
    }
    for list in pages.covered(ofPage: number) {
      guard combine(list.members.prefix(1), into: &hash) else { return nil }
    }
    // A tag of one photo leads to that photo.
    for list in pages.lists(ofPage: number) where list.members.count == 1 {
      hash.combine(arrangement.entries[Int(list.members[0])].row)
    }
    return hash.value
  }

  /// Adds photos.
  /// - Returns: False if one of them came while the gallery was being written.
  func combine(_ places: ArraySlice<Int32>, into hash: inout StableHash) -> Bool {
    for place in places {
      guard let stamp = stamps[Int(place)] else { return false }
      hash.combine(arrangement.entries[Int(place)].row)
      hash.combine(Int64(bitPattern: stamp))
    }
    return true
  }
}
