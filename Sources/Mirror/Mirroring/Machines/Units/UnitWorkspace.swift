import Foundation
import Glibc
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// The part files of units. Processes that share a directory have parts of their own, even of the same photo: the
/// first that is stored gives the photo its name, and the others are dropped.
struct UnitWorkspace: Workspace {
  /// Parts of processes that were killed are deleted after this many seconds.
  private static let longestUse: Int64 = 86_400
  private static let process = "unit-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)

  private let directory: MirrorDirectory
  private let pool: ThreadPool
  private let isShared: Bool

  /// - Parameter isShared: Whether other processes work in the directory. Otherwise a part has the same name in
  ///   every process, and is resumed by the next one.
  init(_ directory: MirrorDirectory, pool: ThreadPool, isShared: Bool) {
    (self.directory, self.pool, self.isShared) = (directory, pool, isShared)
  }

  func part(ofPhoto id: Int64) -> String {
    isShared ? directory.parts + "/\(Self.process)-\(id).part" : directory.part(ofPhoto: id)
  }

  func discardParts(ofPhotos ids: [Int64]) async throws(StorageError) {
    await pool.run {
      for id in ids {
        // The state is deleted first: without its part it would describe a later one.
        for path in [part(ofPhoto: id) + ".json", part(ofPhoto: id)] { LinkFree.unlink(path) }
      }
    }
  }

  /// Deletes what this process has left in a shared directory. Blocks.
  static func clean(_ directory: MirrorDirectory) {
    for name in names(in: directory) where name.hasPrefix(process) {
      LinkFree.unlink(directory.parts + "/" + name)
    }
  }

  /// Deletes what killed processes have left in a shared directory. Blocks.
  static func sweep(_ directory: MirrorDirectory) {
    let oldest = Int64(time(nil)) - longestUse
    for name in names(in: directory) {
      let path = directory.parts + "/" + name
      guard let status = FileStatus(linkFree: path), status.isRegular, status.modifiedAt < oldest
      else {
        continue
      }
      LinkFree.unlink(path)
    }
  }

  private static func names(in directory: MirrorDirectory) -> [String] {
    LinkFree.names(in: directory.parts) ?? []
  }
}
