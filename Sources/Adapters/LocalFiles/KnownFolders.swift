import Locking
import MirrorCore

/// The folders that this run has made or checked, so that each one is checked once. Any thread.
final class KnownFolders: Sendable {
  /// The maximum number remembered; at more, all are checked again.
  private static let most = 100_000
  /// Hashes of the paths, with a new seed in each process; 8 bytes each, because a list of addresses may have a folder
  /// for each of many hosts. If a new folder has the hash of a known one, writing into it fails, and the second attempt
  /// makes it: see ``forgetRemoved(_:)``.
  private let known = Locked<Set<Int>>([])
  private let root: String

  /// - Parameter root: The mirror's directory, which itself may be behind links.
  init(in root: String) { self.root = root }

  /// Makes the folder of a file, and those above it within the mirror.
  /// - Throws: Also if one of them is a link, which could lead out of the mirror.
  /// - Returns: The folder and its parent, which may contain new names.
  func prepareParent(of path: String) throws(StorageError) -> Set<String> {
    guard let folder = DurableFile.parent(of: path) else { return [] }
    let changed = Set([folder, DurableFile.parent(of: folder)].compactMap(\.self))
    let hash = folder.hashValue
    if known.withLock({ $0.contains(hash) }) { return changed }
    var place = root
    for part in folder.utf8.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/")) {
      place += "/" + String(Substring(part))
      try DurableFile.makeDirectory(place)
    }
    known.withLock { known in
      if known.count >= Self.most { known.removeAll() }
      known.insert(hash)
    }
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
