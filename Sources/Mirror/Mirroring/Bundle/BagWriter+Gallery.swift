import Catalog
import Gallery
import LocalFiles
import MirrorCore

/// The gallery in a bag: its pages show what the bag has, with coordinates and private photos, if the bag has them.
extension BagWriter {
  private static let gallery = "data/gallery"
  private static let filesAtOnce = 500

  /// Writes the pages, and records them in the manifests.
  /// - Parameter rows: The photos of the bag.
  func writeGallery(
    of rows: Set<Int64>, _ kept: inout Set<UInt64>, _ totals: inout MirrorBundle.Totals
  ) async throws {
    try await writePages(of: rows)
    let names = try await blocking { folder in folder.files(below: Self.gallery).sorted() }
    for start in stride(from: 0, to: names.count, by: Self.filesAtOnce) {
      try Task.checkCancellation()
      let part = names[start..<min(start + Self.filesAtOnce, names.count)]
      let entries = try await blocking { folder throws(StorageError) in
        var entries: [Entry] = []
        for name in part {
          entries.append(
            Entry(
              name: name, byteCount: folder.byteCount(of: name),
              digests: try folder.digests(of: name, algorithms)))
        }
        return entries
      }
      for entry in entries { kept.insert(folder.names.key(entry.name)) }
      try await record(entries, &totals)
    }
  }

  private func writePages(of rows: Set<Int64>) async throws {
    let path = try await blocking { folder throws(StorageError) in
      folder.removeFolder(Self.gallery)
      return try folder.makeFolder(Self.gallery)
    }
    let pages = PageFolder(path, generator: GalleryPage.generator, isLinkAllowed: false)
    let published = PublishedFiles(in: pages, isLinked: bundle.options.sharesFiles)
    var choices = MirrorGallery.Choices()
    (choices.includesPrivate, choices.publishesPlaces) = (bundle.options.includesPrivate, true)
    let content = GalleryContent(
      files: .own(published, .package), includesPrivate: choices.includesPrivate, rows: rows)
    _ = try await open.writeGallery(
      content, in: pages, choices, of: store, makesPictures: false)
    try await blocking { _ in pages.forget() }
  }
}
