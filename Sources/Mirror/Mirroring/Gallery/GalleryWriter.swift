import Catalog
import Foundation
import Gallery
import LocalFiles
import MirrorCore
import ProviderKit
import SystemCalls

/// Reads the catalog, and writes the pages of what it shows. Blocks: belongs to the catalog's thread.
struct GalleryWriter {
  private static let batchSize = 500
  /// Of another build all pages are made again, and compared: its pages may look otherwise.
  private static let program: UInt64 = {
    guard let status = FileStatus(following: "/proc/self/exe") else { return 0 }
    var hash = StableHash()
    for number in [status.size, status.modifiedAtNanoseconds] { hash.combine(number) }
    return hash.value
  }()

  private let directory: MirrorDirectory
  private let folder: PageFolder
  private let catalog: Catalog
  private let content: GalleryContent
  private let isDistant: Bool
  private var files = GalleryFiles.own
  private var places: FilePlaces {
    FilePlaces(directory: directory, folder: folder.path, files: files, isDistant: isDistant)
  }
  /// Nil: it has no pictures of its own, so that nothing is decoded.
  private let pictures: PictureMaking?
  private let show: @Sendable (MirrorGallery.Progress) -> Void
  private var totals = MirrorGallery.Totals()
  private var writing: PageWriting

  /// - Parameters:
  ///   - isDistant: Whether the mirror's files are not on this machine; ``DistantFiles`` copied what is shown.
  ///   - pictures: Nil: nothing is decoded.
  init(
    _ directory: MirrorDirectory, _ folder: PageFolder, _ content: GalleryContent, isDistant: Bool,
    _ catalog: Catalog, _ pictures: PictureMaking?,
    _ show: @escaping @Sendable (MirrorGallery.Progress) -> Void
  ) {
    (self.directory, self.folder, self.content) = (directory, folder, content)
    (self.isDistant, self.catalog, self.pictures, self.show) = (isDistant, catalog, pictures, show)
    writing = PageWriting(folder, show)
  }

  /// The gallery's own files; nil if its pages link to the mirror.
  private var published: PublishedFiles? {
    if case .own(let published, _) = content.files { published } else { nil }
  }

  mutating func write(_ choices: MirrorGallery.Choices, name: String) throws
    -> MirrorGallery.Totals
  {
    try folder.prepare(for: RelativePath.text(from: folder.path, to: directory.path))
    do {
      return try writeAll(choices, name: name)
    } catch {
      // The next time makes none of these pictures and copies again.
      if totals.pictures + (published?.copied ?? 0) > 0 { try? folder.remember(madeOf: nil) }
      throw error
    }
  }

  private mutating func writeAll(_ choices: MirrorGallery.Choices, name: String) throws
    -> MirrorGallery.Totals
  {
    // Whoever signs in gets places that the site shows to nobody else.
    let hasPlaces = published == nil || choices.publishesPlaces
    // The folder exists now, so that links on its way are known.
    files =
      switch content.files {
      case .ofMirror: .mirror(RelativePath.text(from: folder.path, to: directory.path))
      case .own(_, let files): files
      }
    let stamps = try stamps()
    if let published {
      published.removeOthers(in: GalleryFiles.folders)
      totals.files = published.added
    }
    let stamp = stamp(
      of: stamps, [choices.title, name, choices.address, files.text, "\(hasPlaces)"])
    if totals.pictures == 0,
      let pages = folder.confirmAll(madeOf: stamp, GalleryPage.top, in: GalleryPage.folders)
    {
      totals.pages = pages
      return totals
    }
    try catalog.keepMoreInMemory()
    let arrangement = try arrange(stamps, hasPlaces)
    let site = GallerySite(
      title: choices.title ?? arrangement.title ?? name, files: files,
      previewEdge: choices.previewEdge, arrangement, hasPlaces: hasPlaces, address: choices.address)
    let keys = PageKeys(site, arrangement, stamps, program: Self.program)
    try write(site, arrangement, keys)
    (totals.pages, totals.written) = (writing.count, writing.written)
    totals.removed = folder.removeOthers(in: GalleryPage.folders)
    folder.removeOtherPictures(in: GalleryPictures.folder)
    try folder.remember(madeOf: stamp)
    return totals
  }

  /// What the pages show, as numbers.
  private mutating func stamps() throws -> PhotoStamps {
    var stamps = PhotoStamps()
    var last = Int64(0)
    while true {
      try Task.checkCancellation()
      let batch = try catalog.stamps(after: last, limit: Self.batchSize)
      guard let end = batch.last else { break }
      last = end.row
      let wanted = batch.filter { content.includes(row: $0.row) }
      let chosen = wanted.filter { content.shows(row: $0.row, isPrivate: $0.isPrivate) }
      totals.privatePhotos += wanted.count - chosen.count
      totals.photos += chosen.count
      let photos = chosen.map { (stamp: $0, files: PhotoFiles($0, in: places)) }
      let (found, made) =
        try pictures?.pictures(of: photos, in: places) {
          show(.picturing(photos: totals.pictures + $0))
        }
        ?? ([GalleryPictures](repeating: [], count: photos.count), 0)
      totals.pictures += made
      let copied = published?.copied ?? 0
      for ((photo, files), found) in zip(photos, found) {
        if try !publish(photo) || !files.hasPicture { totals.missing += 1 }
        stamps.add(photo.row, files.combined(with: photo.hash), found)
      }
      if made > 0 || published?.copied ?? 0 > copied { try folder.remember(madeOf: nil) }
      show(.reading(photos: totals.photos))
    }
    try catalog.forEachMembership { stamps.combine($0, $1) }
    return stamps
  }

  /// Puts a photo's files into the gallery's own folder, if it has one: its own file with the recorded bytes only.
  /// - Returns: False if one of them cannot be read, is missing or has other bytes.
  private func publish(_ photo: PhotoStamp) throws -> Bool {
    guard let published, !isDistant else { return true }
    try Task.checkCancellation()
    do throws(StorageError) {
      if let path = photo.thumbnail, path != photo.path, files.includes(path) {
        _ = try published.put(directory.file(path), as: files.name(of: path))
      }
      guard files.includes(photo.path) else { return true }
      let name = files.name(of: photo.path)
      if try published.put(directory.file(photo.path), as: name, if: photo.hasContent) {
        return true
      }
      published.keep(name, if: photo.hasContent)
      return false
    } catch {
      guard error.isOfEntry else { throw error.error }
      return false
    }
  }

  /// 0 if it is not known which program this is.
  private func stamp(of stamps: PhotoStamps, _ texts: [String?]) -> UInt64 {
    guard Self.program != 0 else { return 0 }
    var hash = StableHash()
    hash.combine(Int64(bitPattern: Self.program))
    for text in texts { hash.combine(text) }
    stamps.combine(into: &hash)
    return hash.value
  }

  private func arrange(
    _ stamps: PhotoStamps, _ hasPlaces: Bool
  ) throws -> Arrangement {
    var builder = Arrangement.Builder(hasPlaces: hasPlaces)
    var last = Int64(0)
    while true {
      try Task.checkCancellation()
      let photos = try catalog.exported(
        after: last, limit: Self.batchSize, details: hasPlaces ? .places : .none)
      guard let end = photos.last else { break }
      last = end.row
      for (row, photo) in photos where content.shows(row: row, isPrivate: photo.isPrivate) {
        let pictures = stamps.pictures(ofRow: row)
        var size = photo.thumbnail.flatMap { ThumbnailSize(ofFileAt: places.file($0)) }
        if size == nil, pictures.contains(.tile) {
          let tile = GalleryPictures.path(ofRow: row, edge: GalleryPictures.tileEdge)
          size = ThumbnailSize(ofFileAt: "\(folder.path)/\(tile)")
        }
        builder.add(
          photo, row: row, thumbnail: size.map { ($0.width, $0.height) }, pictures: pictures)
      }
      show(.arranging(photos: builder.count, of: totals.photos))
    }
    return builder.arranged()
  }

  private mutating func write(
    _ site: GallerySite, _ arrangement: Arrangement, _ keys: PageKeys
  ) throws {
    let lists = [(ListKind?.none, arrangement.all)] + arrangement.shownLists.map { ($0, $1) }
    let names = site.kinds.map { NamePages(site, arrangement, $0) }
    let index = SearchIndex(site, arrangement)
    let others = [StyleSheet.page, PageScript.page] + SearchPage.pages(site, index)
    writing.expected =
      arrangement.entries.count + 1 + others.count + index.partCount
      + lists.reduce(0) { $0 + $1.1.pageCount }
      + names.reduce(0) { $0 + $1.pageCount }
    try writing.write(others)
    for (kind, list) in lists {
      let pages = ListPages(site, arrangement, list, kind)
      for number in 0..<list.pageCount {
        let key = keys.list(list, kind, page: number) ?? 0
        guard !writing.keeps(list.path(ofPage: number), key) else { continue }
        let rows = list.members(ofPage: number).map { arrangement.entries[Int($0)].row }
        let captions = try catalog.captions(ofPhotos: rows)
        try writing.gather(key) { pages.page(number, captions) }
      }
    }
    for pages in names {
      for number in 0..<pages.pageCount {
        let key = keys.names(pages, page: number) ?? 0
        guard !writing.keeps(pages.path(ofPage: number), key) else { continue }
        let captions = try catalog.captions(ofPhotos: pages.rows(ofPage: number))
        try writing.gather(key) { pages.page(number, captions) }
      }
    }
    try writing.writeGathered()
    try write(index, keys)
    try writePhotos(site, arrangement, keys)
    try writeFeed(site, arrangement)
  }

  private mutating func writeFeed(_ site: GallerySite, _ arrangement: Arrangement) throws {
    let latest = arrangement.latest.map { (row: arrangement.entries[Int($0)].row, place: Int($0)) }
    let places = Dictionary(uniqueKeysWithValues: latest)
    let order = Dictionary(uniqueKeysWithValues: latest.enumerated().map { ($1.row, $0) })
    let fed = try catalog.exported(photos: latest.map(\.row).sorted())
      .sorted { (order[$0.row] ?? 0) < (order[$1.row] ?? 0) }
    let entries = fed.map { (places[$0.row] ?? 0, $0.photo) }
    try writing.write([AtomFeed.page(site, arrangement, entries)])
  }

  /// Parts have many photos: one after the other.
  private mutating func write(_ index: SearchIndex, _ keys: PageKeys) throws {
    for part in 0..<index.partCount {
      try Task.checkCancellation()
      let key = index.key(ofPart: part, keys) ?? 0
      guard !writing.keeps(index.path(ofPart: part), key) else { continue }
      let captions = try catalog.captions(ofPhotos: index.rows(ofPart: part))
      try writing.write(1) { _ in (key, index.page(part, captions)) }
    }
  }

  /// A page for each photo.
  private mutating func writePhotos(
    _ site: GallerySite, _ arrangement: Arrangement, _ keys: PageKeys
  ) throws {
    let places = places
    // In the order of the catalog, in which neighbours are read together.
    let order = arrangement.entries.indices.sorted {
      arrangement.entries[$0].row < arrangement.entries[$1].row
    }
    var changed: [Int64] = []
    func writeChanged() throws {
      try Task.checkCancellation()
      let photos = try catalog.exported(photos: changed)
      changed = []
      try writing.write(photos.count) { index in
        let (row, photo) = photos[index]
        let place = arrangement.place(ofRow: row) ?? 0
        let files = PhotoFiles(photo, in: places)
        let page = PhotoPage(
          site, arrangement, photo, place: place,
          .init(hasPicture: files.hasPicture, hasThumbnail: files.hasThumbnail))
        return (keys.photo(place) ?? 0, page.page)
      }
    }
    for place in order {
      let row = arrangement.entries[place].row
      guard !writing.keeps(PhotoPage.path(ofRow: row), keys.photo(place) ?? 0) else { continue }
      changed.append(row)
      if changed.count >= Self.batchSize { try writeChanged() }
    }
    try writeChanged()
  }
}
