import Digests
import Glibc
import Locking
import MirrorCore
import SystemCalls
import Threads

/// The files of a directory on this machine. Every method's system calls run on the pool's threads.
package struct DirectoryPlace: FilePlace {
  /// The directory, to which paths are relative.
  package let directory: MirrorDirectory
  let pool: ThreadPool
  let folders: KnownFolders
  /// Files that a thread looks at at once: to hand one over takes longer.
  private static let part = 256
  private let names = NameIndex()
  /// Nil: all files are synced.
  let unsynced: UnsyncedCompanions?

  /// - Parameter unsynced: Notes that files which can be made again are not synced; nil: they are.
  package init(
    _ directory: MirrorDirectory, pool: ThreadPool, unsynced: UnsyncedCompanions? = nil
  ) {
    (self.directory, self.pool, self.unsynced) = (directory, pool, unsynced)
    folders = KnownFolders(in: directory.path)
  }

  package var traits: PlaceTraits {
    PlaceTraits(name: directory.path, directory: directory.path, width: 8, keepsTimes: true)
  }

  package func list(
    _ list: PlaceList, _ body: ([PlaceFile]) async throws -> Bool
  ) async throws {
    // Taken out while it is used, so that it is not copied.
    let scan = Locked<DirectoryScan?>(await pool.run { DirectoryScan(directory, list) })
    while true {
      try Task.checkCancellation()
      let files = await pool.run {
        var taken = scan.withLock { $0.take() }
        let files = taken?.next() ?? []
        scan.withLock { $0 = taken }
        return files
      }
      guard !files.isEmpty, try await body(files) else { return }
    }
  }

  package func facts(
    of paths: [String], _ evidence: FileEvidence
  ) async throws(StorageError) -> [FileFacts?] {
    guard !paths.isEmpty else { return [] }
    guard evidence == .read else {
      let facts: @Sendable (String) -> FileFacts? = { path in
        evidence == .listed ? directory.facts(of: path) : look(at: path)
      }
      guard paths.count > Self.part else { return await pool.run { paths.map(facts) } }
      let parts = stride(from: 0, to: paths.count, by: Self.part).map {
        paths[$0..<min($0 + Self.part, paths.count)]
      }
      return await pool.map(parts) { part in part.map(facts) }.flatMap(\.self)
    }
    let results = await pool.map(paths) { path in
      Result { () throws(StorageError) in try directory.readFacts(of: path) }
    }
    var facts: [FileFacts?] = []
    for result in results { facts.append(try result.get()) }
    return facts
  }

  /// With the link that leads to it. Blocks.
  private func look(at path: String) -> FileFacts? {
    let facts = directory.facts(of: path)
    guard let link = folders.link(above: directory.file(path)) else { return facts }
    var linked = facts ?? FileFacts(.other)
    linked.link = String(link.dropFirst(directory.path.count + 1))
    return linked
  }

  package func find(
    stems: [String], extensions: [String]
  ) async throws(StorageError) -> [String: String] {
    await pool.run {
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

  package func read(
    _ path: String, limit: Int, isWhole: Bool
  ) async throws(StorageError) -> [UInt8]? {
    try await pool.run { () throws(StorageError) in
      let file = directory.file(path)
      return isWhole
        ? try DurableFile.read(file, limit: limit) : DurableFile.read(file, first: limit)
    }
  }

  /// The file itself.
  package func take(_ path: String, limit: Int64) async throws(StorageError) -> TakenFile? {
    let file = directory.file(path)
    if let link = await pool.run({ folders.link(above: file) }) {
      throw StorageError(
        .directory("\(link) is a symbolic link, behind which is no file of the mirror", .link),
        isOfEntry: true)
    }
    return TakenFile(path: file, isCopy: false)
  }

  package func release(_ file: TakenFile) async {}

  package func capacity() async -> PlaceCapacity {
    await pool.run {
      PlaceCapacity(
        byteCount: DurableFile.free(at: directory.path), longestName: directory.longestName)
    }
  }
}

extension MirrorDirectory {
  /// What is known of a file without reading it; nil if the name does not exist. Blocks.
  package func facts(of path: String) -> FileFacts? {
    guard let status = FileStatus(linkFree: file(path)) else {
      let error = SystemError()
      guard ![ENOENT, ENOTDIR].contains(error.code) else { return nil }
      var facts = FileFacts(.unknown)
      facts.reason = error.reason
      return facts
    }
    guard status.isRegular else { return FileFacts(status.isDirectory ? .folder : .other) }
    var facts = FileFacts(.file, byteCount: status.size, modifiedAt: status.modifiedAt)
    facts.changedAt = status.changedAt
    return facts
  }

  fileprivate func readFacts(of path: String) throws(StorageError) -> FileFacts? {
    guard var facts = facts(of: path), facts.kind == .file else { return facts(of: path) }
    do throws(DigestError) {
      facts.proof = try FileDigest.hex(.sha256, ofFileAt: file(path))
    } catch {
      if error.errno == ENOENT { return nil }
      throw StorageError(.file("read", file(path), errno: error.errno), isOfEntry: true)
    }
    return facts
  }

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
