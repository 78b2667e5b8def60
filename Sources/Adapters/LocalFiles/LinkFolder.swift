import CGlibc
import Glibc
import MirrorCore
import SystemCalls

/// Folders of links to mirrored files. Each is built in the mirror's state and exchanged with the one that is
/// there, so that a kill leaves the old one or the new one, never a part. All methods block.
///
/// Files that are not links stay: they move to the new folder, or to the set-aside folder if its name is taken.
package struct LinkFolder: Sendable {
  /// The links that a folder has.
  package enum Kind: Sendable {
    /// Relative symbolic links: they survive a move of the mirror, and cost no space in a backup.
    case symbolic
    /// For programs that do not follow links.
    case hard
  }

  /// A link to be made.
  package struct Entry: Sendable, Hashable {
    /// The link's name in its folder.
    package let name: String
    /// The mirrored file, relative to the mirror.
    package let path: String

    package init(name: String, path: String) { (self.name, self.path) = (name, path) }
  }

  private let directory: MirrorDirectory
  private let kind: Kind

  package init(in directory: MirrorDirectory, _ kind: Kind) {
    (self.directory, self.kind) = (directory, kind)
  }

  /// Makes or replaces a folder; does nothing if it has these links already.
  /// - Parameter folder: Two components, relative to the mirror: `albums/summer_7`.
  /// - Returns: Whether it changed.
  @discardableResult
  package func build(_ folder: String, _ entries: [Entry]) throws(MirrorError) -> Bool {
    let place = directory.file(folder)
    if FileStatus(linkFree: place) != nil {
      guard let old = LinkFree.names(in: place) else {
        throw .directory("\(place) is not a folder of an album", .occupied)
      }
      if isCurrent(old, place, entries) { return false }
    }
    do throws(StorageError) {
      if let parent = DurableFile.parent(of: place) { try DurableFile.makeDirectory(parent) }
      try DurableFile.makeDirectory(scratch)
      let new = scratch + "/" + Self.name(of: folder)
      try remove(folderAt: new, movingFilesTo: nil, as: folder)
      try DurableFile.makeDirectory(new)
      for entry in entries { try link(entry, in: new, depth: depth(of: folder)) }
      try DurableFile.sync(new)
      try exchange(new, with: place)
      if let parent = DurableFile.parent(of: place) { try DurableFile.sync(parent) }
      try remove(folderAt: new, movingFilesTo: place, as: folder)
    } catch {
      throw error.error
    }
    return true
  }

  /// Removes a folder's links, and the folder if nothing else is in it.
  package func remove(_ folder: String) throws(MirrorError) {
    let place = directory.file(folder)
    guard let names = LinkFree.names(in: place) else { return }
    for name in names where isLink(place + "/" + name) { LinkFree.unlink(place + "/" + name) }
    LinkFree.rmdir(place)
  }

  /// Removes what a kill left. Files that are not links are moved to the set-aside folder.
  package func clean() throws(MirrorError) {
    do throws(StorageError) {
      for name in LinkFree.names(in: scratch) ?? [] {
        try remove(folderAt: scratch + "/" + name, movingFilesTo: nil, as: "albums/" + name)
      }
    } catch {
      throw error.error
    }
  }

  private var scratch: String { directory.state + "/albums-new" }

  private func depth(of folder: String) -> Int { folder.pathParts.count }

  private func isCurrent(_ old: [String], _ place: String, _ entries: [Entry]) -> Bool {
    let links = old.filter { isLink(place + "/" + $0) }
    let depth = depth(of: String(place.dropFirst(directory.path.count + 1)))
    return links.count == entries.count
      && entries.allSatisfy { entry in
        let path = place + "/" + entry.name
        switch kind {
        case .symbolic: return LinkFree.target(of: path) == Self.target(entry.path, depth: depth)
        case .hard:
          guard let status = FileStatus(linkFree: path), status.isRegular else { return false }
          return status.identity == FileStatus(linkFree: directory.file(entry.path))?.identity
        }
      }
  }

  private func link(_ entry: Entry, in folder: String, depth: Int) throws(StorageError) {
    let path = folder + "/" + entry.name
    let code =
      switch kind {
      case .symbolic: LinkFree.symlink(Self.target(entry.path, depth: depth), path)
      case .hard: LinkFree.link(directory.file(entry.path), path)
      }
    guard code != 0 else { return }
    switch errno {
    // Removed meanwhile: the next run records that.
    case ENOENT where kind == .hard: return
    case EPERM, EOPNOTSUPP, ENOSYS, EXDEV, EMLINK:
      let name = kind == .symbolic ? "symbolic links" : "hard links"
      throw StorageError(
        .directory(
          "the file system of \(directory.path) has no \(name): \(SystemError(errno).reason)",
          .noLinks))
    default: throw StorageError("make a link at", path, errno: errno)
    }
  }

  /// Atomic on the usual file systems (RENAME_EXCHANGE, renameat2(2)). On others the folder is missing for a
  /// moment, and a kill in it leaves none: the next build makes it.
  private func exchange(_ new: String, with place: String) throws(StorageError) {
    guard FileStatus(linkFree: place) != nil else { return try DurableFile.replace(new, to: place) }
    if LinkFree.exchange(new, place) == 0 { return }
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else {
      throw StorageError("exchange a folder with", place, errno: errno)
    }
    let old = new + ".old"
    try DurableFile.replace(place, to: old)
    try DurableFile.replace(new, to: place)
    try DurableFile.replace(old, to: new)
  }

  private func remove(
    folderAt path: String, movingFilesTo place: String?, as folder: String
  ) throws(StorageError) {
    for name in LinkFree.names(in: path) ?? [] {
      let file = path + "/" + name
      if isLink(file) {
        guard LinkFree.unlink(file) == 0 else { throw StorageError("remove", file, errno: errno) }
        continue
      }
      try keep(file, as: folder + "/" + name, in: place)
    }
    guard LinkFree.rmdir(path) == 0 || errno == ENOENT else {
      throw StorageError("remove", path, errno: errno)
    }
  }

  private func keep(_ file: String, as relative: String, in place: String?) throws(StorageError) {
    if let place {
      let target = place + "/" + Self.name(of: relative)
      if FileStatus(linkFree: target) == nil { return try DurableFile.replace(file, to: target) }
    }
    let base = directory.setAside + "/" + relative
    if let parent = DurableFile.parent(of: base) { try DurableFile.makeDirectory(parent) }
    var (free, number) = (base, 1)
    while FileStatus(linkFree: free) != nil {
      number += 1
      free = "\(base)~\(number)"
    }
    try DurableFile.replace(file, to: free)
  }

  /// Whether it can be made again: a symbolic link, or one of several names of a file.
  private func isLink(_ path: String) -> Bool {
    guard let status = FileStatus(linkFree: path) else { return false }
    return status.isLink || (status.isRegular && status.linkCount > 1)
  }

  private static func name(of path: String) -> String {
    path.isEmpty ? "album" : String(path.fileName)
  }

  private static func target(_ path: String, depth: Int) -> String {
    String(repeating: "../", count: depth) + path
  }
}

/// Files of the mirror that this program makes again at any time.
extension MirrorDirectory {
  /// Writes or replaces a file, durably; does nothing if it has these bytes already. Blocks.
  /// - Parameter path: Relative to the mirror.
  /// - Returns: Whether it changed.
  @discardableResult
  package func write(_ bytes: [UInt8], to path: String) throws(MirrorError) -> Bool {
    let file = self.file(path)
    if let size = DurableFile.size(of: file), size == bytes.count, content(of: file) == bytes {
      return false
    }
    if let status = FileStatus(linkFree: file), !status.isRegular {
      throw .directory("\(file) is not a file", .occupied)
    }
    do throws(StorageError) {
      if let parent = DurableFile.parent(of: file) { try DurableFile.makeDirectory(parent) }
      let scratch = newScratchFile()
      try DurableFile.write(bytes, to: scratch)
      try DurableFile.replace(scratch, to: file)
      if let parent = DurableFile.parent(of: file) { try DurableFile.sync(parent) }
    } catch {
      throw error.error
    }
    return true
  }

  /// Removes a file; a folder stays. Blocks.
  package func removeFile(_ path: String) { LinkFree.unlink(file(path)) }

  private func content(of path: String) -> [UInt8]? {
    let file = LinkFree.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let size = FileStatus(of: file)?.size else { return nil }
    let bytes = DescriptorIO.read(file, at: 0, atMost: Int(size))
    return bytes?.count == Int(size) ? bytes : nil
  }
}
