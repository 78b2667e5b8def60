import MirrorCore

/// Which photos the gallery shows, in which order and lists: some 100 bytes of memory for each photo.
package struct Arrangement: Sendable {
  /// A photo of the gallery.
  package struct Entry: Sendable {
    /// In the catalog.
    package let row: Int64
    /// By which it is arranged.
    let date: PhotoDate
    /// Pixels of its thumbnail, upright; 0 if unknown.
    package let width: UInt16
    /// Pixels of its thumbnail, upright; 0 if unknown.
    package let height: UInt16
    /// Besides its thumbnail.
    package let pictures: GalleryPictures
  }

  /// All photos, the newest first.
  package let entries: [Entry]
  /// The list of all photos, in the order of ``entries``.
  package let all: PhotoList
  /// In the order of their titles; years begin with the latest.
  package let lists: [ListKind: [PhotoList]]
  /// Places of the photos that were stored last, the latest first.
  package let latest: [Int32]
  private let places: [Int64: Int32]
  /// How many photos each list has, by its folder.
  private let counts: [String: Int]

  fileprivate init(
    _ entries: [Entry], _ lists: [ListKind: [PhotoList]], latest: [Int64]
  ) {
    self.entries = entries
    all = PhotoList(folder: "", title: "", members: Array(0..<Int32(entries.count)))
    self.lists = lists
    let places = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($1.row, Int32($0)) })
    self.latest = latest.compactMap { places[$0] }
    self.places = places
    counts = Dictionary(
      uniqueKeysWithValues: lists.values.joined().map { ($0.folder, $0.members.count) })
  }

  /// Where a photo is among all; nil if the gallery does not show it.
  package func place(ofRow row: Int64) -> Int? { places[row].map(Int.init) }

  /// The earliest and the latest; nil without a photo.
  var years: (first: Int, last: Int)? {
    guard let latest = entries.first, let earliest = entries.last else { return nil }
    return (earliest.date.year, latest.date.year)
  }

  /// The album or the owner that has all photos; nil if there is none.
  package var title: String? {
    for kind in [ListKind.albums, .owners] {
      if let lists = lists[kind], lists.count == 1, lists[0].members.count == entries.count {
        return lists[0].title
      }
    }
    return nil
  }

  /// The lists that have pages of their own.
  package var shownLists: [(ListKind, PhotoList)] {
    ListKind.allCases.flatMap { kind in
      (lists[kind] ?? []).filter { hasPages($0.folder, kind) }.map { (kind, $0) }
    }
  }

  /// Whether a list has pages of its own: a tag of one photo leads to that photo.
  func hasPages(_ folder: String, _ kind: ListKind) -> Bool {
    (counts[folder] ?? 0) > (kind == .tags ? 1 : 0)
  }
}

extension Arrangement {
  /// Gathers photos.
  package struct Builder {
    private struct Members {
      let title: String
      /// Rows of the catalog, with what they are sorted by.
      var photos: [(row: Int64, position: Int32)] = []
    }

    /// For the feed.
    private static let latestCount = 50

    private var entries: [Entry] = []
    private var lists: [ListKind: [String: Members]] = [:]
    private var latest: [(storedAt: Int64, row: Int64)] = []
    private let hasPlaces: Bool
    private var points: [(row: Int64, point: MapPoint, name: String?)] = []

    /// - Parameter hasPlaces: Whether the gallery shows where photos were taken.
    package init(hasPlaces: Bool = false) { self.hasPlaces = hasPlaces }

    /// The photos added so far.
    package var count: Int { entries.count }

    /// - Parameter thumbnail: Its pixels, upright; nil if it has none.
    package mutating func add(
      _ photo: ExportedPhoto, row: Int64, thumbnail: (width: Int, height: Int)?,
      pictures: GalleryPictures = []
    ) {
      let size = thumbnail ?? (photo.width, photo.height)
      entries.append(
        Entry(
          row: row, date: PhotoDate(photo), width: UInt16(clamping: size.0),
          height: UInt16(clamping: size.1), pictures: pictures))
      for name in ListName.all(of: photo) where hasPlaces || name.kind != .places {
        lists[name.kind, default: [:]][name.folder, default: Members(title: name.title)]
          .photos.append((row, Int32(clamping: name.position)))
      }
      if hasPlaces, let point = MapPoint(photo.photo) {
        points.append((row, point, ListName.place(of: photo.photo)?.title))
      }
      latest.append((photo.storedAt, row))
      if latest.count >= 20 * Self.latestCount { keepLatest() }
    }

    private mutating func keepLatest() {
      latest.sort { ($0.storedAt, $0.row) > ($1.storedAt, $1.row) }
      latest.removeLast(max(0, latest.count - Self.latestCount))
    }

    /// The photos in their order and lists.
    package consuming func arranged() -> Arrangement {
      keepLatest()
      entries.sort { ($0.date.digits, $0.row) > ($1.date.digits, $1.row) }
      var places: [Int64: Int32] = [:]
      for (place, entry) in entries.enumerated() { places[entry.row] = Int32(place) }
      var ordered = lists.map { kind, lists in
        let lists = lists.map { folder, members in
          PhotoList(
            folder: folder, title: members.title,
            members: members.photos.map { (position: $0.position, place: places[$0.row] ?? 0) }
              .sorted { ($0.position, $0.place) < ($1.position, $1.place) }.map(\.place))
        }
        return (kind, lists.sorted { Self.isBefore($0, $1, kind) })
      }
      let areas = MapPoint.areas(points.map { (places[$0.row] ?? 0, $0.point, $0.name) })
      if !areas.isEmpty { ordered.append((.areas, areas)) }
      return Arrangement(
        entries, Dictionary(uniqueKeysWithValues: ordered), latest: latest.map(\.row))
    }

    private static func isBefore(_ one: PhotoList, _ other: PhotoList, _ kind: ListKind) -> Bool {
      if kind == .years || kind == .months {
        // Guessed years are after all others.
        let (first, second) = (one.folder.contains("about"), other.folder.contains("about"))
        return first == second ? one.folder > other.folder : second
      }
      let (first, second) = (one.title.lowercased(), other.title.lowercased())
      return first == second ? one.folder < other.folder : first < second
    }
  }
}
