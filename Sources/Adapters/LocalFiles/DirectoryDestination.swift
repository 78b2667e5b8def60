import Glibc
import MirrorCore
import SystemCalls
import Threads

/// Photos in a directory on this machine. Every method's system calls run on the pool's threads.
package struct DirectoryDestination: PhotoDestination {
  /// The mirror's directory, to which the paths of photos are relative.
  package let directory: MirrorDirectory
  let pool: ThreadPool
  let folders: KnownFolders
  private let names = NameIndex()
  /// The extensions of possible photos, without dots.
  private let extensions: [String]
  let sidecars: SidecarChoice
  /// Nil: thumbnails and sidecars are synced.
  let unsynced: UnsyncedCompanions?

  /// - Parameters:
  ///   - extensions: The extensions that ``find(stems:)`` looks for, without dots.
  ///   - sidecars: The sidecars that a complete photo has, and their names.
  ///   - unsynced: Notes that thumbnails and sidecars are not synced; nil: they are.
  package init(
    _ directory: MirrorDirectory, pool: ThreadPool, extensions: [String],
    sidecars: SidecarChoice = SidecarChoice(), unsynced: UnsyncedCompanions? = nil
  ) {
    self.unsynced = unsynced
    folders = KnownFolders(in: directory.path)
    (self.directory, self.pool, self.extensions) = (directory, pool, extensions)
    self.sidecars = sidecars
  }

  package func look(for files: [StoredFiles]) async -> [FileLook] {
    guard !files.isEmpty else { return [] }
    return await pool.run { files.map { directory.look(for: $0, sidecars: sidecars) } }
  }

  package func find(stems: [String]) async throws(StorageError) -> [String: String] {
    guard !stems.isEmpty else { return [:] }
    return await pool.run {
      var found: [String: String] = [:]
      for stem in stems where names.mayHave(directory.file(stem)) {
        let path = extensions.lazy.map { stem + "." + $0 }
          .first { DurableFile.size(of: directory.file($0)) != nil }
        // Swift takes two spellings of an accent for one key.
        if let path { found[stem] = path }
      }
      return found
    }
  }

  package func longestName() async -> Int { await pool.run { directory.longestName } }

  package func localFile(of path: String) async throws(StorageError) -> String {
    directory.file(path)
  }

  package func read(_ path: String, limit: Int) async throws(StorageError) -> [UInt8]? {
    try await pool.run { () throws(StorageError) in
      try DurableFile.read(directory.file(path), limit: limit)
    }
  }

  package func thumbnailEdge(ofStem stem: String, _ format: ThumbnailFormat) async -> Int? {
    await pool.run { ThumbnailSize(ofFileAt: directory.thumbnail(ofStem: stem, format))?.edge }
  }

  package func dropThumbnails(except kept: [String: StoredThumbnail]) async {
    guard !kept.isEmpty else { return }
    await pool.run {
      for (stem, kept) in kept {
        for format in ThumbnailFormat.allCases where format != kept.format {
          LinkFree.unlink(directory.thumbnail(ofStem: stem, format))
        }
      }
    }
  }

  package func setAside(_ path: String) async throws(StorageError) -> String? {
    try await pool.run { () throws(StorageError) in
      let file = directory.file(path)
      guard FileStatus(linkFree: file) != nil else {
        if [ENOENT, ENOTDIR].contains(errno) { return nil }
        throw StorageError("set aside", file, errno: errno)
      }
      return try setAsideNow(file, as: file)
    }
  }

  /// Blocks.
  /// - Parameters:
  ///   - file: The absolute path of the file.
  ///   - name: The absolute path in the mirror that its name is made of.
  func setAsideNow(_ file: String, as name: String) throws(StorageError) -> String {
    // Behind it is another file system, or nothing of the mirror.
    if let link = folders.link(above: file) { throw DurableFile.linkRefusal(link) }
    let base = directory.setAside
    let target = base + name.dropFirst(directory.path.count)
    _ = try folders.prepareParent(of: target)
    var (free, number) = (target, 1)
    while try !DurableFile.renameIfFree(file, to: free) {
      number += 1
      free = "\(target)~\(number)"
    }
    try DurableFile.sync(DurableFile.parent(of: target) ?? base)
    return String(free.dropFirst(directory.path.count + 1))
  }

  package func capacity() async -> Int64? {
    await pool.run { DurableFile.free(at: directory.path) }
  }

  package func mirrorID() async throws(StorageError) -> String? {
    try await pool.run { () throws(StorageError) in try directory.mirrorID() }
  }

  package func noteMirrorID(_ id: String) async throws(StorageError) {
    try await pool.run { () throws(StorageError) in try directory.noteMirrorID(id) }
  }
}

extension MirrorDirectory {
  /// Blocks.
  package func look(
    for files: StoredFiles, sidecars: SidecarChoice = SidecarChoice()
  ) -> FileLook {
    FileLook(
      isThere: DurableFile.presence(of: file(files.path)) { $0.isRegular && $0.size > 0 },
      hasSidecar: sidecars.formats.allSatisfy {
        DurableFile.presence(of: file(sidecars.path(of: files.path, as: $0)))
      },
      hasThumbnail: files.thumbnail.format.map {
        DurableFile.presence(of: thumbnail(ofStem: files.stem, $0))
      } ?? true)
  }
}

extension StorageError {
  /// A failed system call on a file.
  init(_ doing: String, _ path: String, errno code: Int32) {
    self.init(.file(doing, path, errno: code), isOfEntry: Self.ofEntry.contains(code))
  }

  /// Another kind of file has this name, the file system does not support the name, or the folder cannot be
  /// written.
  private static let ofEntry =
    [EISDIR, ENOTDIR, ENOTEMPTY, ENAMETOOLONG, EINVAL, ELOOP] + MirrorError.unwritable
}
