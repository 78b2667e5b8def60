import Catalog
import Dispatch
import Foundation
import Gallery
import LocalFiles
import Locking
import MirrorCore
import Operations

/// Reads the catalog on one thread, and makes and writes pages on as many as there are cores.
actor GalleryWriter {
  private static let batchSize = 500
  private static let mostGathered = 16

  private let directory: MirrorDirectory
  private let folder: PageFolder
  private nonisolated let thread: SerialThread
  private let show: @Sendable (MirrorGallery.Progress) -> Void
  private var totals = MirrorGallery.Totals()
  private var expected = 0
  private var gathered: [@Sendable () -> GalleryPage] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(
    _ directory: MirrorDirectory, _ folder: PageFolder, on thread: SerialThread,
    _ show: @escaping @Sendable (MirrorGallery.Progress) -> Void
  ) {
    (self.directory, self.folder, self.thread, self.show) = (directory, folder, thread, show)
  }

  func write(title: String, includesPrivate: Bool) throws -> MirrorGallery.Totals {
    guard let catalog = try Catalog(existingIn: directory) else {
      throw MirrorError.directory(
        "there is no mirror in \(directory.path)", .notAMirror(directory.path))
    }
    try directory.checkHoldsPhotos()
    try folder.prepare()
    do {
      let arrangement = try arrange(catalog, includesPrivate)
      let site = GallerySite(
        title: title, mirror: RelativePath.text(from: folder.path, to: directory.path), arrangement)
      try write(site, arrangement, catalog)
    } catch let error as CatalogError {
      throw MirrorError(error)
    }
    totals.removed = folder.removeOthers(in: GalleryPage.folders)
    return totals
  }

  private func arrange(_ catalog: Catalog, _ includesPrivate: Bool) throws -> Arrangement {
    var builder = Arrangement.Builder()
    try forEachBatch(catalog, isDetailed: false) { photos in
      let chosen = photos.filter { includesPrivate || !$0.photo.isPrivate }
      totals.privatePhotos += photos.count - chosen.count
      totals.photos += chosen.count
      for (row, photo) in chosen {
        let size = photo.thumbnail.flatMap { ThumbnailSize(ofFileAt: directory.file($0)) }
        builder.add(photo, row: row, thumbnail: size.map { ($0.width, $0.height) })
      }
      show(.reading(photos: totals.photos))
    }
    return builder.arranged()
  }

  private func write(_ site: GallerySite, _ arrangement: Arrangement, _ catalog: Catalog) throws {
    let lists = [(ListKind?.none, arrangement.all)] + arrangement.shownLists.map { ($0, $1) }
    let names = site.kinds.map { NamePages(site, arrangement, $0) }
    expected =
      arrangement.entries.count + 2 + lists.reduce(0) { $0 + $1.1.pageCount }
      + names.reduce(0) { $0 + $1.pageCount }
    try write([StyleSheet.page])
    for (kind, list) in lists {
      let pages = ListPages(site, arrangement, list, kind)
      for number in 0..<list.pageCount {
        let rows = list.members(ofPage: number).map { arrangement.entries[Int($0)].row }
        let captions = try catalog.captions(ofPhotos: rows)
        try gather { pages.page(number, captions) }
      }
    }
    for pages in names {
      for number in 0..<pages.pageCount {
        let captions = try catalog.captions(ofPhotos: pages.rows(ofPage: number))
        try gather { pages.page(number, captions) }
      }
    }
    try writeGathered()
    try writePhotos(site, arrangement, catalog)
  }

  /// Pages of lists are made several at once, and held in a bounded number.
  private func gather(_ page: @escaping @Sendable () -> GalleryPage) throws {
    gathered.append(page)
    if gathered.count >= Self.mostGathered { try writeGathered() }
  }

  private func writeGathered() throws {
    try Task.checkCancellation()
    let pages = gathered
    gathered = []
    try writeAll(pages.count) { pages[$0]() }
  }

  /// A page for each photo, and the feed of the latest.
  private func writePhotos(
    _ site: GallerySite, _ arrangement: Arrangement, _ catalog: Catalog
  ) throws {
    let latest = Dictionary(
      uniqueKeysWithValues: arrangement.latest.enumerated().map { (Int($1), $0) })
    var fed: [(index: Int, place: Int, photo: ExportedPhoto)] = []
    let directory = directory
    try forEachBatch(catalog, isDetailed: true) { photos in
      // Photos that came after they were arranged are shown the next time.
      let placed = photos.compactMap { row, photo in
        arrangement.place(ofRow: row).map { (place: $0, photo: photo) }
      }
      for (place, photo) in placed {
        if let index = latest[place] { fed.append((index, place, photo)) }
      }
      let missing = Locked(0)
      try writeAll(placed.count) { index in
        let (place, photo) = placed[index]
        let files = PhotoPage.Files(
          hasPicture: DurableFile.size(of: directory.file(photo.path)) ?? 0 > 0,
          hasThumbnail: photo.thumbnail.flatMap { DurableFile.size(of: directory.file($0)) } ?? 0
            > 0)
        if !files.hasPicture { missing.withLock { $0 += 1 } }
        return PhotoPage(site, arrangement, photo, place: place, files).page
      }
      totals.missing += missing.withLock(\.self)
    }
    fed.sort { $0.index < $1.index }
    try write([AtomFeed.page(site, arrangement, fed.map { ($0.place, $0.photo) })])
  }

  private func forEachBatch(
    _ catalog: Catalog, isDetailed: Bool,
    _ body: ([(row: Int64, photo: ExportedPhoto)]) throws -> Void
  ) throws {
    var last = Int64(0)
    while true {
      try Task.checkCancellation()
      let photos = try catalog.exported(
        after: last, limit: Self.batchSize, isDetailed: isDetailed)
      guard let end = photos.last else { return }
      last = end.row
      try body(photos)
    }
  }

  private func write(_ pages: [GalleryPage]) throws {
    try Task.checkCancellation()
    try writeAll(pages.count) { pages[$0] }
  }

  /// Makes and writes pages, several at once.
  private func writeAll(_ count: Int, _ page: @escaping @Sendable (Int) -> GalleryPage)
    throws(MirrorError)
  {
    let state = Locked((written: 0, error: MirrorError?.none))
    let folder = folder
    let one = { @Sendable (index: Int) in
      guard state.withLock({ $0.error == nil }) else { return }
      do throws(MirrorError) {
        let page = page(index)
        let isWritten = try folder.write(page.bytes, to: page.path)
        if isWritten { state.withLock { $0.written += 1 } }
      } catch {
        state.withLock { $0.error = error }
      }
    }
    if count == 1 {
      one(0)
    } else {
      DispatchQueue.concurrentPerform(iterations: count, execute: one)
    }
    let (written, error) = state.withLock(\.self)
    if let error { throw error }
    totals.written += written
    totals.pages += count
    show(.writing(pages: totals.pages, of: expected))
  }
}
