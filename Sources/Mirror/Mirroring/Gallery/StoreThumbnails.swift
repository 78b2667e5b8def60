import Catalog
import Gallery
import Glibc
import LocalFiles
import MirrorCore
import SystemCalls

/// Copies the thumbnails of a mirror in an object store into the folder of a gallery.
struct StoreThumbnails: Sendable {
  private static let batchSize = 500
  /// Requests at once.
  private static let width = 16
  /// In bytes: far more than any thumbnail that this program made.
  private static let largest: Int64 = 8 << 20

  private let open: OpenMirror
  private let published: PublishedFiles
  private let files: GalleryFiles
  private let includesPrivate: Bool

  init(
    _ open: OpenMirror, _ published: PublishedFiles, files: GalleryFiles,
    _ choices: MirrorGallery.Choices
  ) {
    (self.open, self.published, self.files) = (open, published, files)
    includesPrivate = choices.includesPrivate
  }

  /// Those that the folder lacks, or has from before their photos were stored. A photo whose thumbnail cannot be read
  /// has none.
  /// - Throws: ``MirrorError`` if the photos are not in an object store, or it fails.
  func fetch() async throws {
    try await open.withStore(writes: false) { store in
      guard !store.isLocal else {
        throw MirrorError.directory("the photos of this mirror are in \(store.name)", .localFiles)
      }
      var last = Int64(0)
      while true {
        try Task.checkCancellation()
        let batch = try await open.perform { [last] catalog in
          try catalog.exported(after: last, limit: Self.batchSize, details: .none)
        }
        guard let end = batch.last else { return }
        last = end.row
        let photos = batch.map(\.photo).filter { includesPrivate || !$0.isPrivate }
        _ = try await photos.mapConcurrently(width: Self.width) {
          try await put($0, from: store.place)
        }
      }
    }
  }

  private func put(_ photo: ExportedPhoto, from place: any FilePlace) async throws {
    guard let path = photo.thumbnail else { return }
    let name = files.name(of: path)
    guard await !open.disk.run({ published.keeps(name, since: photo.storedAt) }) else { return }
    do throws(StorageError) {
      guard let copy = try await place.take(path, limit: Self.largest) else { return }
      let result = await open.disk.run {
        // A web server may be another user.
        if !photo.isPrivate { LinkFree.chmod(copy.path, 0o644) }
        return Result { () throws(StorageError) in _ = try published.put(copy.path, as: name) }
      }
      await place.release(copy)
      try result.get()
    } catch {
      guard error.isOfEntry else { throw error.error }
    }
  }
}
