import Locking
import MirrorCore

/// The folders that this run has made or checked, so that each one is checked once. All methods block; any thread.
package final class KnownFolders: Sendable {
  /// The maximum number remembered; at more, all are checked again.
  private static let most = 100_000
  /// Hashes of the paths, with a new seed in each process; 8 bytes each, because a list of addresses may have a folder
  /// for each of many hosts. If a new folder has the hash of a known one, writing into it fails, and the second attempt
  /// makes it: see ``forgetRemoved(_:)``.
  private let known = Locked<Set<Int>>([])
  private let root: String

  /// - Parameter root: The mirror's directory, which itself may be behind links.
  package init(in root: String) { self.root = root }

  /// The link within the mirror by which a path leads to its file: what is behind it is not part of the mirror.
  /// - Returns: Its absolute path; nil if there is none, also if a folder is missing.
  package func link(above path: String) -> String? {
    guard let folder = DurableFile.parent(of: path) else { return nil }
    let hash = folder.hashValue
    if known.withLock({ $0.contains(hash) }) { return nil }
    for place in places(to: folder) where DurableFile.isLink(place) { return place }
    if DurableFile.exists(folder) { note(hash) }
    return nil
  }

  /// The folders within the mirror down to one, the outermost first.
  private func places(to folder: String) -> [String] {
    var place = root
    return folder.utf8.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/")).map { part in
      place += "/" + String(Substring(part))
      return place
    }
  }

  private func note(_ hash: Int) {
    known.withLock { known in
      if known.count >= Self.most { known.removeAll() }
      known.insert(hash)
    }
  }

  /// Makes the folder of a file, and those above it within the mirror.
  /// - Throws: Also if one of them is a link, which could lead out of the mirror.
  /// - Returns: The folder and its parent, which may contain new names, and the others in which a folder was made.
  func prepareParent(of path: String) throws(StorageError) -> Set<String> {
    guard let folder = DurableFile.parent(of: path) else { return [] }
    var changed = Set([folder, DurableFile.parent(of: folder)].compactMap(\.self))
    let hash = folder.hashValue
    if known.withLock({ $0.contains(hash) }) { return changed }
    for place in places(to: folder) where try DurableFile.makeDirectory(place) {
      changed.formUnion([DurableFile.parent(of: place)].compactMap(\.self))
    }
    note(hash)
    return changed
  }

  /// Forgets the folders of these files that somebody has removed since they were made.
  /// - Returns: Whether there were any.
  func forgetRemoved(_ paths: [String]) -> Bool {
    let removed = Set(paths.compactMap(DurableFile.parent)).filter { !DurableFile.exists($0) }
    return known.withLock { known in
      let count = known.count
      known.subtract(removed.map(\.hashValue))
      return known.count < count
    }
  }
}
