import Digests
import Glibc
import MirrorCore
import SystemCalls
import Threads

/// The trash: `.photomirror/trash/LABEL/PATH`, with the photo's record, sidecar and thumbnail beside it.
extension DirectoryDestination {
  package func fingerprint(of path: String) async throws(StorageError) -> FileFingerprint? {
    try await pool.run { () throws(StorageError) in
      let file = directory.file(path)
      guard let size = DurableFile.size(of: file) else { return nil }
      do throws(DigestError) {
        return FileFingerprint(
          byteCount: size, sha256: try FileDigest.hex(.sha256, ofFileAt: file))
      } catch {
        if error.errno == ENOENT { return nil }
        throw StorageError("read", file, errno: error.errno)
      }
    }
  }

  package func trashPlace(
    of path: String, label: String
  ) async throws(StorageError) -> String {
    await pool.run {
      let place = TrashNames.place(of: path, label: label)
      var (free, number) = (place, 1)
      while TrashedFiles(of: free, in: directory).all.contains(where: DurableFile.exists) {
        number += 1
        free = "\(place)~\(number)"
      }
      return free
    }
  }

  package func discard(
    _ files: StoredFiles, to place: String, record: [UInt8], isPictureOnly: Bool
  ) async throws(StorageError) {
    try await pool.run { () throws(StorageError) in
      let trashed = TrashedFiles(of: place, in: directory)
      let scratch = directory.newScratchFile()
      try DurableFile.write(record, to: scratch)
      let folder: String
      do throws(StorageError) {
        folder = try directory.putIntoTrash(scratch, as: trashed.record, for: place)
      } catch {
        LinkFree.unlink(scratch)
        throw error
      }
      try DurableFile.sync(folder)
      var changed: Set = [folder]
      let companions = isPictureOnly ? [] : companions(of: files, trashed)
      for (from, to) in companions where DurableFile.exists(from) {
        guard try DurableFile.renameIfFree(from, to: to) else { throw Self.taken(to) }
        changed.formUnion([DurableFile.parent(of: from)].compactMap(\.self))
      }
      try move(directory.file(files.path), to: trashed.picture, &changed)
      for folder in changed { try DurableFile.sync(folder) }
    }
  }

  package func recover(_ files: StoredFiles, from place: String) async throws(StorageError) {
    try await pool.run { () throws(StorageError) in
      let trashed = TrashedFiles(of: place, in: directory)
      let folder = try directory.prepareTrash(for: place)
      let photo = directory.file(files.path)
      if DurableFile.exists(trashed.picture), DurableFile.exists(photo) { throw Self.taken(photo) }
      var changed: Set = [folder]
      for (to, from) in companions(of: files, trashed) where DurableFile.exists(from) {
        changed.formUnion(try folders.prepareParent(of: to))
        if try !DurableFile.renameIfFree(from, to: to) { _ = try setAsideNow(from, as: to) }
      }
      changed.formUnion(try folders.prepareParent(of: photo))
      try move(trashed.picture, to: photo, &changed)
      for folder in changed { try DurableFile.sync(folder) }
      try Self.remove(trashed.record)
      directory.removeEmptyTrash(from: folder)
    }
  }

  package func purge(_ place: String) async throws(StorageError) {
    try await pool.run { () throws(StorageError) in
      let folder = try directory.prepareTrash(for: place)
      for path in TrashedFiles(of: place, in: directory).all { try Self.remove(path) }
      directory.removeEmptyTrash(from: folder)
    }
  }

  package func trash(
    after place: String?, limit: Int
  ) async throws(StorageError) -> [TrashItem] {
    await pool.run {
      var scan = TrashScan(after: place, limit: limit)
      scan.read(directory.trash)
      return scan.places.map { place in
        let record = TrashedFiles(of: place, in: directory).record
        let isRecord = DurableFile.size(of: record).map { $0 <= TrashItem.longestRecord } ?? false
        return TrashItem(place: place, record: isRecord ? DurableFile.read(record) : [])
      }
    }
  }

  /// The absolute paths of the files beside a photo, each with its place in the trash.
  private func companions(
    of files: StoredFiles, _ trashed: TrashedFiles
  ) -> [(String, String)] {
    trashed.names.companions(of: files).map {
      (directory.file($0.path), directory.file($0.trashed))
    }
  }

  /// Moves a photo's own file; succeeds if it is there already.
  private func move(
    _ from: String, to: String, _ changed: inout Set<String>
  ) throws(StorageError) {
    guard DurableFile.exists(from) else {
      if DurableFile.exists(to) { return }
      throw StorageError(.file("move", from, errno: ENOENT), isOfEntry: true)
    }
    guard try DurableFile.renameIfFree(from, to: to) else { throw Self.taken(to) }
    changed.formUnion([from, to].compactMap(DurableFile.parent))
  }

  private static func taken(_ path: String) -> StorageError {
    StorageError(.directory("another file already exists at \(path)"), isOfEntry: true)
  }

  private static func remove(_ path: String) throws(StorageError) {
    guard LinkFree.unlink(path) == 0 || errno == ENOENT else {
      throw StorageError("remove", path, errno: errno)
    }
  }
}

/// The absolute paths of a photo's files in the trash.
private struct TrashedFiles {
  let names: TrashNames
  private let directory: MirrorDirectory
  var picture: String { directory.file(names.picture) }
  var record: String { directory.file(names.record) }
  var all: [String] { names.all.map(directory.file) }

  init(of place: String, in directory: MirrorDirectory) {
    (names, self.directory) = (TrashNames(of: place), directory)
  }
}

extension MirrorDirectory {
  /// Makes the folder of a place in the trash, and checks that no folder on the way is a link.
  fileprivate func prepareTrash(for place: String) throws(StorageError) -> String {
    guard TrashNames.isPlace(place) else {
      throw StorageError(.directory("\(place) is no place in the trash"), isOfEntry: true)
    }
    var folder = path
    for part in place.split(separator: "/").dropLast() {
      folder += "/" + part
      if try DurableFile.makeDirectory(folder) {
        try DurableFile.sync(DurableFile.parent(of: folder) ?? path)
      }
    }
    return folder
  }

  /// Moves a record into the folder of its place, which is made. Until then the folder may be empty, and a photo that
  /// leaves the trash at the same time removes it.
  fileprivate func putIntoTrash(
    _ scratch: String, as record: String, for place: String
  ) throws(StorageError) -> String {
    for _ in 0..<8 {
      let folder = try? prepareTrash(for: place)
      if let folder, (try? DurableFile.replace(scratch, to: record)) != nil { return folder }
    }
    let folder = try prepareTrash(for: place)
    try DurableFile.replace(scratch, to: record)
    return folder
  }

  /// Removes a folder of the trash and those above it, as far as they are empty.
  fileprivate func removeEmptyTrash(from folder: String) {
    var folder = folder
    while folder.hasPrefix(trash), LinkFree.rmdir(folder) == 0,
      let above = DurableFile.parent(of: folder)
    {
      folder = above
    }
  }
}
