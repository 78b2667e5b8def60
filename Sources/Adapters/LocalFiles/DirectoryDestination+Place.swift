import Glibc
import MirrorCore
import SystemCalls
import Threads

extension DirectoryDestination {
  /// Each photo is synced on one of several threads, with its companions unless ``unsynced`` notes them, and then
  /// renamed; then each folder is synced once.
  package func place(_ files: [Placement]) async -> [Result<[CompanionFailure], StorageError>] {
    let placed = await pool.map(files) { file in
      Result { () throws(StorageError) in try place(file) }
    }
    let changed = Set(placed.compactMap { try? $0.get() }.flatMap(\.folders))
    let synced = await pool.map(Array(changed)) { folder in
      Result { () throws(StorageError) in try DurableFile.sync(folder) }
    }
    do throws(StorageError) {
      for result in synced { try result.get() }
      return placed.map { $0.map(\.failures) }
    } catch {
      return placed.map { $0.flatMap { _ in .failure(error) } }
    }
  }

  private typealias Placed = (failures: [CompanionFailure], folders: Set<String>)

  /// Blocks.
  private func place(_ file: Placement) throws(StorageError) -> Placed {
    do throws(StorageError) {
      return try placeOnce(file)
    } catch {
      guard folders.forgetRemoved(file.paths(in: directory)) else { throw error }
      return try placeOnce(file)
    }
  }

  /// Writes the companions before the photo, so that an existing photo has them. Blocks.
  private func placeOnce(_ file: Placement) throws(StorageError) -> Placed {
    let photo = directory.file(file.path)
    var (failures, folders): Placed = ([], [])
    let isNew = file.picture != .stored
    // The longest names first: if one of them is refused, nothing has been written under the others.
    for companion in isNew ? longestFirst(file) : file.companions {
      do throws(StorageError) {
        folders.formUnion(try write(companion, of: file))
      } catch {
        guard error.isOfEntry, !(isNew && error.isNameTooLong) else { throw error }
        failures.append(CompanionFailure(companion, error.error.message))
      }
    }
    switch file.picture {
    case .stored:
      try DurableFile.sync(photo)
      folders.formUnion([DurableFile.parent(of: photo)].compactMap(\.self))
    case .part(let part):
      if file.isPrivate { LinkFree.chmod(part, DurableFile.mode(isPrivate: true)) }
      if let seconds = file.modifiedAt { DurableFile.setModified(part, seconds) }
      try DurableFile.sync(part)
      folders.formUnion(try rename(part, to: photo))
    }
    return (failures, folders)
  }

  /// The companions of a file in the order of their names' lengths.
  private func longestFirst(_ file: Placement) -> [Companion] {
    guard file.companions.count > 1 else { return file.companions }
    let named = file.companions.map { (length: length(of: $0, file), companion: $0) }
    return named.sorted { $0.length > $1.length }.map(\.companion)
  }

  /// Bytes of its name.
  private func length(of companion: Companion, _ file: Placement) -> Int {
    let path =
      switch companion {
      case .thumbnail(_, let stem, let format): directory.thumbnail(ofStem: stem, format)
      case .sidecar(_, let format), .rewrittenSidecar(_, let format):
        sidecars.path(of: file.path, as: format)
      }
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8[$0...].dropFirst() }
    return name?.count ?? path.utf8.count
  }

  private func rename(_ part: String, to photo: String) throws(StorageError) -> Set<String> {
    let changed = try self.folders.prepareParent(of: photo)
    guard try DurableFile.renameIfFree(part, to: photo) else {
      throw StorageError(
        .directory("another file exists at \(photo.dropFirst(directory.path.count + 1))"),
        isOfEntry: true)
    }
    return changed
  }

  /// Writes a companion, without syncing its folder.
  /// - Returns: The folders with new names.
  private func write(
    _ companion: Companion, of file: Placement
  ) throws(StorageError) -> Set<String> {
    let scratch = directory.newScratchFile()
    switch companion {
    case .thumbnail(let bytes, let stem, let format):
      let path = directory.thumbnail(ofStem: stem, format)
      let changed = try folders.prepareParent(of: path)
      let isSynced = try write(bytes, to: scratch)
      try DurableFile.replace(scratch, to: path)
      return isSynced ? changed : []
    case .rewrittenSidecar(let bytes, let format):
      let path = directory.file(sidecars.path(of: file.path, as: format))
      let changed = try folders.prepareParent(of: path)
      try DurableFile.write(bytes, to: scratch, mode: DurableFile.mode(isPrivate: file.isPrivate))
      try DurableFile.replace(scratch, to: path)
      return changed
    case .sidecar(let bytes, let format):
      let path = directory.file(sidecars.path(of: file.path, as: format))
      if file.picture == .stored, DurableFile.exists(path), isTrusted(path) { return [] }
      let changed = try folders.prepareParent(of: path)
      _ = try write(bytes, to: scratch, isPrivate: file.isPrivate)
      guard try !DurableFile.renameIfFree(scratch, to: path) else { return changed }
      if isTrusted(path) {
        LinkFree.unlink(scratch)
        return []
      }
      // What a power cut left of the sidecar of a photo that has no record yet.
      try DurableFile.replace(scratch, to: path)
      return changed
    }
  }

  /// Whether an existing sidecar is not what a power cut left.
  private func isTrusted(_ path: String) -> Bool {
    unsynced?.isDoubtful != true || WrittenFile.isWhole(path)
  }

  /// - Returns: Whether the file is synced.
  private func write(
    _ bytes: [UInt8], to scratch: String, isPrivate: Bool = false
  ) throws(StorageError) -> Bool {
    let isSynced = try unsynced?.leavesNext() != true
    try DurableFile.write(
      bytes, to: scratch, isSynced: isSynced, mode: DurableFile.mode(isPrivate: isPrivate))
    return isSynced
  }
}

extension Placement {
  /// The absolute paths of its files, except the part.
  fileprivate func paths(in directory: MirrorDirectory) -> [String] {
    [directory.file(path)]
      + companions.compactMap { companion in
        guard case .thumbnail(_, let stem, let format) = companion else { return nil }
        return directory.thumbnail(ofStem: stem, format)
      }
  }
}
