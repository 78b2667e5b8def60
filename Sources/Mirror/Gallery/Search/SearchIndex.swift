import MirrorCore
import ProviderKit

/// What the search reads: titles, lists and thumbnails of the newest photos, some 130 bytes each, in parts that are
/// counted from the oldest photo, so that new photos change the latest part only.
package struct SearchIndex: Sendable {
  /// More would take a browser too long to load.
  static let mostPhotos = 200_000
  private static let partLength = 2000
  private static let longestTitle = 120
  private static let mostLists = 40

  private let site: GallerySite
  private let arrangement: Arrangement
  private let photos: PhotoList
  /// With the lists of each photo: those of place n are `members[starts[n]..<starts[n + 1]]`.
  private let lists: [(kind: ListKind, list: PhotoList)]
  private let starts: [Int32]
  private let members: [Int32]

  package init(_ site: GallerySite, _ arrangement: Arrangement) {
    (self.site, self.arrangement) = (site, arrangement)
    let count = min(arrangement.entries.count, Self.mostPhotos)
    photos = PhotoList(
      folder: "search", title: "", members: Array(0..<Int32(count)), pageLength: Self.partLength)
    lists = site.kinds.filter { $0 != .areas }.flatMap { kind in
      (arrangement.lists[kind] ?? []).map { (kind, $0) }
    }
    var starts = [Int32](repeating: 0, count: count + 1)
    for (_, list) in lists {
      for place in list.members where place < count { starts[Int(place) + 1] += 1 }
    }
    for place in 0..<count { starts[place + 1] += starts[place] }
    var ends = starts
    var members = [Int32](repeating: 0, count: Int(starts[count]))
    for (number, (_, list)) in lists.enumerated() {
      for place in list.members where place < count {
        members[Int(ends[Int(place)])] = Int32(number)
        ends[Int(place)] += 1
      }
    }
    (self.starts, self.members) = (starts, members)
  }

  /// Whether it has all photos.
  var isComplete: Bool { photos.members.count == arrangement.entries.count }
  /// At least 1.
  package var partCount: Int { photos.pageCount }

  /// Relative to the gallery's folder.
  /// - Parameter part: 0 has the newest photos.
  package func path(ofPart part: Int) -> String { "search/\(partCount - part).js" }

  /// The photos of a part.
  package func rows(ofPart part: Int) -> [Int64] {
    photos.members(ofPage: part).map { arrangement.entries[Int($0)].row }
  }

  /// The lists of a photo, those of few photos first left out if there are too many.
  private func lists(of place: Int32) -> ArraySlice<Int32> {
    members[Int(starts[Int(place)])..<Int(starts[Int(place) + 1])].prefix(Self.mostLists)
  }

  /// A list's folder, empty if it has no pages, and its title.
  private func named(_ number: Int32) -> (folder: String, title: String) {
    let (kind, list) = lists[Int(number)]
    let title = Captions.shortened(list.title, to: Self.longestTitle)
    return (arrangement.hasPages(list.folder, kind) ? list.folder : "", title)
  }

  /// What a part is made of, as a number; nil for one with a photo that came while the gallery was being written.
  package func key(ofPart part: Int, _ keys: PageKeys) -> UInt64? {
    var hash = keys.site
    let places = photos.members(ofPage: part)
    for place in places {
      for number in lists(of: place) {
        let (folder, title) = named(number)
        hash.combine(folder)
        hash.combine(title)
      }
    }
    return keys.combine(places, into: &hash) ? hash.value : nil
  }

  /// - Parameter captions: Of its photos, by their rows; those without one are left out.
  package func page(_ part: Int, _ captions: [Int64: PhotoCaption]) -> GalleryPage {
    let path = path(ofPart: part)
    var numbers: [Int32: Int] = [:]
    var names: [String] = []
    var before = ""
    let photos = photos.members(ofPage: part).compactMap { place -> String? in
      let entry = arrangement.entries[Int(place)]
      guard let caption = captions[entry.row] else { return nil }
      let own = lists(of: place).map { number -> String in
        let index = numbers[number] ?? names.count
        if index == names.count {
          numbers[number] = index
          let (folder, title) = named(number)
          names.append("[\(JSONText.quoted(folder)),\(JSONText.quoted(title))]")
        }
        return String(index)
      }
      let title = Captions.shortened(Captions.title(caption.title), to: Self.longestTitle)
      let hasShape = entry.height > 0
      let image = (hasShape ? caption.thumbnail : nil).map { site.file($0, from: path).text } ?? ""
      let common = zip(before.utf8, image.utf8).prefix { $0 == $1 }.count
      before = image
      let shape = AspectRatio.index(width: Int(entry.width), height: Int(entry.height))
      // An address has ASCII characters only.
      let rest = String(decoding: image.utf8.dropFirst(common), as: UTF8.self)
      return
        "[\(entry.row),\(JSONText.quoted(title)),\(shape),\(common),\(JSONText.quoted(rest)),[\(own.joined(separator: ","))]]"
    }
    // JSON's strings are JavaScript's.
    let text =
      "addPhotos([\(names.joined(separator: ","))],\n[\(photos.joined(separator: ",\n"))]);\n"
    return GalleryPage(path: path, bytes: PageFrame.scriptMark.bytes + Array(text.utf8))
  }
}
