import Glibc
import MirrorCore
import Operations

/// Part files in a mirror's directory.
package struct LocalWorkspace: Workspace {
  private let directory: MirrorDirectory
  private let pool: ThreadPool

  package init(_ directory: MirrorDirectory, pool: ThreadPool) {
    (self.directory, self.pool) = (directory, pool)
  }

  package func part(ofPhoto id: Int64) -> String { directory.part(ofPhoto: id) }

  package func discardParts(ofPhotos ids: [Int64]) async throws(StorageError) {
    try await pool.run { () throws(StorageError) in
      for id in ids {
        // The state is deleted first: without its part it would describe a later one.
        for path in [directory.state(ofPart: id), directory.part(ofPhoto: id)] {
          guard unlink(path) == 0 || errno == ENOENT else {
            throw StorageError("remove", path, errno: errno)
          }
        }
      }
    }
  }
}
