import Catalog
import LocalFiles
import MirrorCore

extension MirrorDirectory {
  /// Mirrored photos in the order of the mirroring; empty at the end, and if there is no mirror. Opens the
  /// catalog for each call, so that a run that is writing is not blocked. Blocks.
  /// - Parameter after: The id of the last photo of the previous batch; 0 for the first batch.
  func stored(after id: Int64, limit: Int) throws(MirrorError) -> [StoredPhoto] {
    guard let catalog = try Catalog(existingIn: self) else { return [] }
    do {
      return try catalog.stored(after: id, limit: limit)
    } catch {
      throw MirrorError(error)
    }
  }
}

extension StoredPhoto {
  var files: StoredFiles {
    StoredFiles(path: file.path, stem: stem, thumbnail: file.thumbnail)
  }
}
