import Foundation
import Glibc
import MirrorCore
import SystemCalls
import Threads

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
          guard LinkFree.unlink(path) == 0 || errno == ENOENT else {
            throw StorageError("remove", path, errno: errno)
          }
        }
      }
    }
  }
}

/// The folder of the part files. A part is named after its photo's id in the catalog: short, unique, the same
/// in every run.
package struct PartFolder: Sendable {
  private let directory: MirrorDirectory

  package init(_ directory: MirrorDirectory) { self.directory = directory }

  /// The names in the folder. Blocks.
  package func names() throws(MirrorError) -> [String] {
    guard let names = LinkFree.names(in: directory.parts) else {
      throw .file("read", directory.parts, errno: errno)
    }
    return names
  }

  /// The id of the photo that a name belongs to; nil if none.
  package static func photo(_ name: String) -> Int64? { Int64(name.prefix { $0 != "." }) }

  /// Removes every name except the parts of `waiting` photos and their states: parts of photos that are
  /// mirrored or unknown to the catalog, and temporary files of thumbnails and sidecars. Runs write into
  /// parts, so a part is kept only if it is a regular file with a single name. Blocks.
  package func remove(_ names: [String], except waiting: Set<Int64>) throws(MirrorError) {
    for name in names {
      let path = directory.parts + "/" + name
      if Self.isPart(name), waiting.contains(Self.photo(name) ?? 0), DurableFile.isOwn(path) {
        continue
      }
      // A directory with this name affects at most the photo whose part it blocks.
      guard LinkFree.unlink(path) == 0 || [ENOENT, EISDIR].contains(errno) else {
        throw .file("remove", path, errno: errno)
      }
    }
  }

  private static func isPart(_ name: String) -> Bool {
    name.hasSuffix(".part") || name.hasSuffix(".part.json")
  }
}
