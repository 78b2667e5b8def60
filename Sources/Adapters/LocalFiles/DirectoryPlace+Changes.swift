import Glibc
import MirrorCore
import SystemCalls
import Threads

extension DirectoryPlace {
  /// Attempts at a group whose folder another task removes because it is empty.
  private static let attempts = 8

  /// Each group is made on one of several threads; then each folder is synced once.
  package func apply(
    _ groups: [[PlaceChange]]
  ) async -> [Result<[ChangeOutcome], StorageError>] {
    let made = await pool.map(groups) { group in
      Result { () throws(StorageError) in try make(group) }
    }
    let changed = Set(made.compactMap { try? $0.get() }.flatMap(\.changed))
    let synced = await pool.map(Array(changed)) { folder in
      Result { () throws(StorageError) in try Self.sync(folder) }
    }
    let emptied = Set(made.compactMap { try? $0.get() }.flatMap(\.emptied))
    if !emptied.isEmpty {
      await pool.run { for folder in emptied { directory.removeEmpty(from: folder) } }
    }
    do throws(StorageError) {
      for result in synced { try result.get() }
      return made.map { $0.map(\.outcomes) }
    } catch {
      return made.map { $0.flatMap { _ in .failure(error) } }
    }
  }

  /// Somebody may have removed the folder since: it has no names then.
  fileprivate static func sync(_ folder: String) throws(StorageError) {
    do throws(StorageError) { try DurableFile.sync(folder) } catch {
      if DurableFile.exists(folder) { throw error }
    }
  }

  /// Blocks.
  private func make(_ group: [PlaceChange]) throws(StorageError) -> DirectoryChanges {
    for _ in 1..<Self.attempts {
      var changes = DirectoryChanges(in: self)
      do throws(StorageError) {
        try changes.make(group)
        return changes
      } catch {
        // It may have been made again already.
        guard
          folders.forgetRemoved(group.flatMap(\.newPaths).map(directory.file))
            || error.isNameMissing
        else { throw error }
      }
    }
    var changes = DirectoryChanges(in: self)
    try changes.make(group)
    return changes
  }
}

/// The changes of one group, as they are made. All methods block.
private struct DirectoryChanges {
  private let place: DirectoryPlace
  private var directory: MirrorDirectory { place.directory }
  private(set) var outcomes: [ChangeOutcome] = []
  /// The folders with new names that are not synced yet: of written files, and of moved ones.
  private var written: Set<String> = []
  private var moved: Set<String> = []
  var changed: Set<String> { written.union(moved) }
  /// Folders that may have become empty.
  private(set) var emptied: Set<String> = []

  init(in place: DirectoryPlace) { self.place = place }

  mutating func make(_ group: [PlaceChange]) throws(StorageError) {
    outcomes = [ChangeOutcome](repeating: .done, count: group.count)
    let isNew = group.contains {
      if case .write(let write) = $0, case .part = write.content { true } else { false }
    }
    for index in isNew ? longestFirst(group) : Array(group.indices) {
      outcomes[index] = try make(group[index], isNew: isNew)
    }
  }

  /// The optional files in the order of their names' lengths, before the others: if the longest name is refused, nothing has
  /// been written under the others.
  private func longestFirst(_ group: [PlaceChange]) -> [Int] {
    let (optional, others) = (
      group.indices.filter { group[$0].isOptional }, group.indices.filter { !group[$0].isOptional }
    )
    guard optional.count > 1 else { return optional + others }
    let lengths = optional.map { (length: group[$0].nameLength, index: $0) }
    return lengths.sorted { $0.length > $1.length }.map(\.index) + others
  }

  private mutating func make(
    _ change: PlaceChange, isNew: Bool
  ) throws(StorageError) -> ChangeOutcome {
    switch change {
    case .write(let file):
      do throws(StorageError) { return try write(file) } catch {
        guard file.isOptional, error.isOfEntry, !(isNew && error.isNameTooLong) else {
          throw error
        }
        return .failed(error.error.message)
      }
    case .move(let move):
      for folder in written { try DirectoryPlace.sync(folder) }
      written = []
      do throws(StorageError) { return try self.move(move) } catch {
        guard move.isOptional, error.isOfEntry else { throw error }
        return .failed(error.error.message)
      }
    case .remove(let path):
      for folder in changed { try DirectoryPlace.sync(folder) }
      (written, moved) = ([], [])
      let file = directory.file(path)
      guard LinkFree.unlink(file) == 0 || errno == ENOENT || errno == ENOTDIR else {
        throw StorageError("remove", file, errno: errno)
      }
      if directory.isOfGoneFiles(file) {
        emptied.formUnion([DurableFile.parent(of: file)].compactMap(\.self))
      }
      return .done
    }
  }

  // MARK: Written files

  private mutating func write(_ file: PlaceWrite) throws(StorageError) -> ChangeOutcome {
    let path = directory.file(file.path)
    switch file.content {
    case .stored:
      try DurableFile.sync(path)
      written.formUnion([DurableFile.parent(of: path)].compactMap(\.self))
      return .done
    case .part(let part):
      if file.isPrivate { LinkFree.chmod(part, DurableFile.mode(isPrivate: true)) }
      if let seconds = file.modifiedAt { DurableFile.setModified(part, seconds) }
      try DurableFile.sync(part)
      return try name(part, file, isSynced: true)
    case .bytes, .copy:
      if file.rule == .keep, DurableFile.exists(path), isTrusted(path) { return .kept }
      try prepareState(for: file.path)
      let scratch = directory.newScratchFile()
      do throws(StorageError) {
        let isSynced = try fill(scratch, file)
        let outcome = try name(scratch, file, isSynced: isSynced)
        if outcome == .kept { LinkFree.unlink(scratch) }
        return outcome
      } catch {
        LinkFree.unlink(scratch)
        throw error
      }
    }
  }

  /// - Returns: Whether the file is synced.
  private func fill(_ scratch: String, _ file: PlaceWrite) throws(StorageError) -> Bool {
    if case .copy(let original) = file.content {
      try FileCopy.write(scratch, from: original, byteCount: .max)
      if let seconds = file.modifiedAt { DurableFile.setModified(scratch, seconds) }
      try DurableFile.sync(scratch)
      return true
    }
    guard case .bytes(let bytes) = file.content else { return true }
    let isSynced = file.isRemakable ? try place.unsynced?.leavesNext() != true : true
    try DurableFile.write(
      bytes, to: scratch, isSynced: isSynced, mode: DurableFile.mode(isPrivate: file.isPrivate))
    if let seconds = file.modifiedAt { DurableFile.setModified(scratch, seconds) }
    return isSynced
  }

  /// Gives a file its final name.
  private mutating func name(
    _ scratch: String, _ file: PlaceWrite, isSynced: Bool
  ) throws(StorageError) -> ChangeOutcome {
    let path = directory.file(file.path)
    let folders = try place.folders.prepareParent(of: path)
    if file.rule == .replace {
      try DurableFile.replace(scratch, to: path)
    } else if try !DurableFile.renameIfFree(scratch, to: path) {
      guard file.rule == .keep else {
        throw StorageError(.directory("another file exists at \(file.path)"), isOfEntry: true)
      }
      if isTrusted(path) { return .kept }
      // What a power cut left of the sidecar of a photo that has no record yet.
      try DurableFile.replace(scratch, to: path)
    }
    if isSynced { written.formUnion(folders) }
    return .done
  }

  /// Whether an existing file that can be made again is not what a power cut left.
  private func isTrusted(_ path: String) -> Bool {
    place.unsynced?.isDoubtful != true || WrittenFile.isWhole(path)
  }

  /// A directory that is no mirror yet gets its state with the modes that it has.
  private func prepareState(for path: String) throws(StorageError) {
    guard path.hasPrefix("."), !DurableFile.exists(directory.parts) else { return }
    do throws(MirrorError) { _ = try directory.prepare() } catch { throw StorageError(error) }
  }

  // MARK: Moved files

  private mutating func move(_ move: PlaceMove) throws(StorageError) -> ChangeOutcome {
    let (from, to) = (directory.file(move.path), directory.file(move.other))
    guard from != to else { return .done }
    // Behind it is another file system, or nothing of the mirror.
    if let link = place.folders.link(above: from) { throw DurableFile.linkRefusal(link) }
    guard FileStatus(linkFree: from) != nil else {
      let code = errno
      guard [ENOENT, ENOTDIR].contains(code) else { throw StorageError("move", from, errno: code) }
      // Moved before a kill, which may have left the folder empty.
      if move.removesEmptyFolder {
        emptied.formUnion([DurableFile.parent(of: from)].compactMap(\.self))
      }
      if move.ifMissing == .skip { return .missing }
      // Moved before a kill.
      if DurableFile.exists(to) { return .done }
      throw StorageError(.file("move", from, errno: ENOENT), isOfEntry: true)
    }
    let folders = try place.folders.prepareParent(of: to)
    if NameComparison.isOneName(move.path, move.other),
      !DurableFile.exists(to) || DurableFile.isSame(from, to)
    {
      // One entry to a file system that ignores case: link(2) would find the name taken by itself.
      try DurableFile.replace(from, to: to)
    } else if try !DurableFile.renameIfFree(from, to: to) {
      guard move.ifTaken == .fail else { return .taken }
      throw StorageError(
        .directory("another file already exists at \(move.other)"), isOfEntry: true)
    }
    moved.formUnion(folders.union([DurableFile.parent(of: from)].compactMap(\.self)))
    if move.removesEmptyFolder || directory.isOfGoneFiles(from) {
      emptied.formUnion([DurableFile.parent(of: from)].compactMap(\.self))
    }
    return .done
  }
}

extension PlaceChange {
  /// The names that it makes.
  fileprivate var newPaths: [String] {
    switch self {
    case .write(let write): [write.path]
    case .move(let move): [move.other]
    case .remove: []
    }
  }

  fileprivate var isOptional: Bool {
    if case .write(let write) = self { write.isOptional } else { false }
  }

  /// Bytes of the new file's name.
  fileprivate var nameLength: Int {
    guard let path = newPaths.first?.utf8 else { return 0 }
    return path.lastIndex(of: UInt8(ascii: "/")).map { path[$0...].dropFirst().count }
      ?? path.count
  }
}

extension MirrorDirectory {
  /// Whether a file is in the trash or in the set-aside folder.
  fileprivate func isOfGoneFiles(_ file: String) -> Bool {
    [trash, setAside].contains { file.hasPrefix($0 + "/") }
  }

  /// Removes a folder and those above it within the mirror, as far as they are empty.
  fileprivate func removeEmpty(from folder: String) {
    var folder = folder
    while folder.hasPrefix(path + "/"), ![state, thumbnails].contains(folder),
      LinkFree.rmdir(folder) == 0, let above = DurableFile.parent(of: folder)
    {
      folder = above
    }
  }
}
