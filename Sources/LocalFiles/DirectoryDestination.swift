import Glibc
import MirrorCore
import Operations

/// Photos in a directory on this machine. Every method's system calls run on the pool's threads.
package struct DirectoryDestination: PhotoDestination {
  package let directory: MirrorDirectory
  let pool: ThreadPool
  let folders = KnownFolders()
  private let names = NameIndex()
  /// The extensions of possible photos, without dots.
  private let extensions: [String]

  /// - Parameter extensions: The extensions that ``find(stems:)`` looks for, without dots.
  package init(_ directory: MirrorDirectory, pool: ThreadPool, extensions: [String]) {
    (self.directory, self.pool, self.extensions) = (directory, pool, extensions)
  }

  package func look(for files: [StoredFiles]) async -> [FileLook] {
    guard !files.isEmpty else { return [] }
    return await pool.run { files.map(directory.look) }
  }

  package func find(stems: [String]) async throws(StorageError) -> [String: String] {
    guard !stems.isEmpty else { return [:] }
    return await pool.run {
      var found: [String: String] = [:]
      for stem in stems where names.mayHave(directory.file(stem)) {
        found[stem] = extensions.lazy.map { stem + "." + $0 }
          .first { DurableFile.size(of: directory.file($0)) != nil }
      }
      return found
    }
  }

  package func localFile(of path: String) async throws(StorageError) -> String {
    directory.file(path)
  }

  package func retire(
    _ path: String, to folder: RetiredFolder
  ) async throws(StorageError) -> String {
    try await pool.run { () throws(StorageError) in
      let base = directory.folder(of: folder)
      let target = base + "/" + path
      try DurableFile.makeDirectory(base)
      let parent = DurableFile.parent(of: target) ?? base
      try DurableFile.makeDirectory(parent)
      var (free, number) = (target, 1)
      while try !DurableFile.renameIfFree(directory.file(path), to: free) {
        number += 1
        free = "\(target)~\(number)"
      }
      try DurableFile.sync(parent)
      return String(free.dropFirst(directory.path.count + 1))
    }
  }

  package func capacity() async -> Int64? {
    await pool.run { DurableFile.free(at: directory.path) }
  }
}

extension MirrorDirectory {
  /// Blocks.
  package func look(for files: StoredFiles) -> FileLook {
    FileLook(
      isThere: DurableFile.size(of: file(files.path)) ?? 0 > 0,
      hasSidecar: DurableFile.exists(sidecar(of: files.path)),
      hasThumbnail: !files.hasThumbnail || DurableFile.exists(thumbnail(ofStem: files.stem)))
  }

  fileprivate func folder(of retired: RetiredFolder) -> String {
    switch retired {
    case .setAside: setAside
    case .trash(let label): state + "/trash/" + label
    }
  }
}
