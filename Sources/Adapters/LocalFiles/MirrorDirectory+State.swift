import Glibc
import MirrorCore
import SystemCalls

/// Small files of the mirror's state, which may be lost. All block.
extension MirrorDirectory {
  /// In bytes; larger files were not written by this program.
  private static let largestState: Int64 = 1 << 20

  /// The content of a file of the state; nil if none.
  package func stateFile(_ name: String) -> [UInt8]? {
    let file = LinkFree.open(state + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let status = FileStatus(of: file), status.isRegular, status.size <= Self.largestState
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.size))
    let count = read(file, &bytes, bytes.count)
    return count == bytes.count ? bytes : nil
  }

  /// Replaces a file of the state as a whole. It is not synced: a power cut may lose it.
  /// - Returns: Whether it was written.
  @discardableResult
  package func writeStateFile(_ name: String, _ bytes: [UInt8]) -> Bool {
    let scratch = state + "/" + name + ".new"
    // In a directory from somebody else it may be another name of a file elsewhere.
    LinkFree.unlink(scratch)
    let file = LinkFree.open(
      scratch, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    let count = Glibc.write(file, bytes, bytes.count)
    close(file)
    return count == bytes.count && LinkFree.rename(scratch, state + "/" + name) == 0
  }

  /// Replaces a file of the state as a whole, durably. The caller holds the lock.
  package func writeDurableStateFile(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    let scratch = newScratchFile()
    try DurableFile.write(bytes, to: scratch)
    try DurableFile.replace(scratch, to: state + "/" + name)
    try DurableFile.sync(state)
  }

  /// The id of the mirror whose photos the directory has; nil if none is stored.
  package func mirrorID() throws(StorageError) -> String? {
    try DurableFile.read(mirrorMark, limit: MirrorMark.limit).flatMap(MirrorMark.id)
  }

  /// Stores the id of the mirror whose photos the directory has. The state is made if it is missing.
  package func noteMirrorID(_ id: String) throws(StorageError) {
    do throws(MirrorError) { _ = try prepare() } catch { throw StorageError(error) }
    try writeDurableStateFile(MirrorMark.name, MirrorMark.bytes(id))
  }

  /// Deletes a file of the state, if there is one.
  package func removeStateFile(_ name: String) { LinkFree.unlink(state + "/" + name) }
}

/// The files of the mirror outside its state.
extension MirrorDirectory {
  /// The regular files and the folders in a folder, sorted, as paths relative to the mirror. Names that begin
  /// with a dot and links are left out; a folder that cannot be read has none. Blocks.
  /// - Parameter folder: Relative to the mirror; empty for the mirror itself.
  package func entries(of folder: String) -> (files: [String], folders: [String]) {
    let found = names(in: folder)
    return (found.files.sorted(), found.folders.sorted())
  }

  /// Whether there is anything besides the state and other hidden names.
  package var hasFiles: Bool {
    let found = names(in: "")
    return !(found.files.isEmpty && found.folders.isEmpty && found.links.isEmpty)
  }

  private func names(
    in folder: String
  ) -> (files: [String], folders: [String], links: [String]) {
    // The mirror itself may be a link.
    var (files, folders, links): ([String], [String], [String]) = ([], [], [])
    let names = LinkFree.names(in: folder.isEmpty ? path : file(folder)) ?? []
    for name in names where !name.isHiddenName {
      let relative = folder.isEmpty ? name : folder + "/" + name
      let status = FileStatus(linkFree: file(relative))
      if status?.isRegular == true { files.append(relative) }
      if status?.isDirectory == true { folders.append(relative) }
      if status?.isLink == true { links.append(relative) }
    }
    return (files, folders, links)
  }
}
