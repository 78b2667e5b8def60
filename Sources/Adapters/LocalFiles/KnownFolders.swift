import Locking
import MirrorCore

/// The folders that this run has made or checked, so that each one is checked once. Any thread.
final class KnownFolders: Sendable {
  /// The maximum number remembered; at more, all are checked again.
  private static let most = 100_000
  /// Relative to the root: short names take no memory beyond the set.
  private let known = Locked<Set<String>>([])
  private let root: String

  /// - Parameter root: The mirror's directory, which itself may be behind links.
  init(in root: String) { self.root = root }

  /// Makes the folder of a file, and those above it within the mirror.
  /// - Throws: Also if one of them is a link, which could lead out of the mirror.
  /// - Returns: The folder and its parent, which may contain new names.
  func prepareParent(of path: String) throws(StorageError) -> Set<String> {
    guard let folder = DurableFile.parent(of: path) else { return [] }
    let changed = Set([folder, DurableFile.parent(of: folder)].compactMap(\.self))
    let name = name(of: folder)
    if known.withLock({ $0.contains(name) }) { return changed }
    var place = root
    for part in name.split(separator: "/") {
      place += "/" + part
      try DurableFile.makeDirectory(place)
    }
    known.withLock { known in
      if known.count >= Self.most { known.removeAll() }
      known.insert(name)
    }
    return changed
  }

  private func name(of folder: String) -> String {
    String(Substring(folder.utf8.dropFirst(root.utf8.count)))
  }

  /// Forgets the folders of these files that somebody has removed since they were made.
  /// - Returns: Whether there were any.
  func forgetRemoved(_ paths: [String]) -> Bool {
    let removed = Set(paths.compactMap(DurableFile.parent)).filter { !DurableFile.exists($0) }
    return known.withLock { known in
      let count = known.count
      known.subtract(removed.map(name))
      return known.count < count
    }
  }
}
