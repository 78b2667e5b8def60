import Foundation
import Glibc
import MirrorCore
import SystemCalls
import Threads

/// The set-aside folder: `.photomirror/set-aside/PATH`, with `~2` and so on at the end of a name that was taken.
extension DirectoryDestination {
  package func forEachAside(_ body: ([AsideFile]) async throws -> Void) async throws {
    var folders = [MirrorNames.setAside]
    while let folder = folders.popLast() {
      try Task.checkCancellation()
      let (files, inner) = await pool.run { directory.asides(in: folder) }
      if !files.isEmpty { try await body(files) }
      folders += inner.reversed()
    }
  }

  package func move(_ path: String, to other: String) async throws(StorageError) {
    try await pool.run { () throws(StorageError) in
      let (from, to) = (directory.file(path), directory.file(other))
      guard DurableFile.exists(from) else {
        if DurableFile.exists(to) { return }
        throw StorageError(.file("move", from, errno: ENOENT), isOfEntry: true)
      }
      var changed = try folders.prepareParent(of: to)
      guard try DurableFile.renameIfFree(from, to: to) else {
        throw StorageError(
          .directory("another file already exists at \(other)"), isOfEntry: true)
      }
      changed.formUnion([from, to].compactMap(DurableFile.parent))
      for folder in changed { try DurableFile.sync(folder) }
      if path.hasPrefix(MirrorNames.setAside + "/") { directory.removeEmptyAside(above: from) }
    }
  }

  package func removeAside(_ path: String) async throws(StorageError) {
    try await pool.run { () throws(StorageError) in
      guard AsideFile(path: path, byteCount: 0, since: 0).original != nil else {
        throw StorageError(.directory("\(path) is not set aside"), isOfEntry: true)
      }
      let file = directory.file(path)
      guard LinkFree.unlink(file) == 0 || errno == ENOENT else {
        throw StorageError("remove", file, errno: errno)
      }
      directory.removeEmptyAside(above: file)
    }
  }
}

extension MirrorDirectory {
  /// What a folder of the set-aside folder has, and the folders in it; both in the order of their names. A link is listed
  /// and not followed.
  fileprivate func asides(in folder: String) -> (files: [AsideFile], folders: [String]) {
    guard FileStatus(linkFree: file(folder))?.isDirectory ?? false else { return ([], []) }
    let names = LinkFree.names(in: file(folder)) ?? []
    var (files, folders): ([AsideFile], [String]) = ([], [])
    for name in names.sorted() {
      let path = folder + "/" + name
      guard let status = FileStatus(linkFree: file(path)) else { continue }
      if status.isDirectory {
        folders.append(path)
      } else {
        files.append(
          AsideFile(
            path: path, byteCount: status.isRegular ? status.size : 0, since: status.changedAt))
      }
    }
    return (files, folders)
  }

  /// Removes the folders of the set-aside folder above a file, as far as they are empty.
  fileprivate func removeEmptyAside(above file: String) {
    var folder = DurableFile.parent(of: file)
    while let empty = folder, empty.hasPrefix(setAside), LinkFree.rmdir(empty) == 0 {
      folder = DurableFile.parent(of: empty)
    }
  }
}
