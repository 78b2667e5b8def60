import Catalog
import Gallery
import LocalFiles
import MirrorCore
import SystemCalls

/// Copies what a gallery shows of a mirror whose files are not on this machine into the gallery's folder: thumbnails, and
/// the photos if the gallery has them.
struct DistantFiles: Sendable {
  private static let batchSize = 500
  /// Requests at once.
  private static let width = 16

  let open: OpenMirror
  /// The mirror's.
  let files: MirrorFiles
  let pages: PageFolder
  let published: PublishedFiles
  /// What the mirror's files are called in the gallery.
  let names: GalleryFiles
  let content: GalleryContent

  /// Copies the files that the folder lacks, or has from before their photos were stored. A file that cannot be read, or
  /// has other bytes than the recorded ones, is left out.
  /// - Parameter show: Gets the number of photos that were looked at so far.
  /// - Throws: ``MirrorError`` if the store fails.
  func fetch(_ show: (Int) -> Void) async throws {
    try await open.perform { [pages, directory = open.directory] _ in
      try pages.prepare(for: RelativePath.text(from: pages.path, to: directory.path))
    }
    var count = 0
    for try await batch in open.catalog.exported(batch: Self.batchSize) {
      let chosen = batch.filter { content.shows(row: $0, isPrivate: $1.isPrivate) }
      let known = try await open.perform { try $0.expected(chosen.map(\.row)) }
      let wanted = Dictionary(known.map { ($0.file.id, Set($0.fingerprints.map(\.sha256))) }) { $1 }
      _ = try await chosen.mapConcurrently(width: Self.width) { row, photo in
        let hasPhoto = names.includes(photo.path)
        if let thumbnail = photo.thumbnail, !hasPhoto || thumbnail != photo.path {
          try await put(thumbnail, of: photo)
        }
        guard hasPhoto else { return }
        try await put(photo.path, of: photo) { wanted[row]?.contains($0) ?? false }
      }
      count += chosen.count
      show(count)
    }
  }

  /// - Parameter isWhole: Gets the SHA-256 of the file.
  private func put(
    _ path: String, of photo: ExportedPhoto, if isWhole: (@Sendable (String) -> Bool)? = nil
  ) async throws {
    let name = names.name(of: path)
    guard await !open.disk.run({ published.keeps(name, since: photo.storedAt) }) else { return }
    do throws(StorageError) {
      guard let copy = try await files.place.take(path, limit: .max) else { return }
      let result = await open.disk.run {
        // A web server may be another user.
        if !photo.isPrivate { LinkFree.chmod(copy.path, 0o644) }
        return Result { () throws(StorageError) in
          try published.put(copy.path, as: name, if: isWhole)
        }
      }
      await files.place.release(copy)
      if try !result.get(), let isWhole {
        await open.disk.run { published.keep(name, if: isWhole) }
      }
    } catch {
      guard error.isOfEntry else { throw error.error }
    }
  }
}
