import Foundation

/// The files of a mirror as the file system has them: inode, size and time, without the catalog and its snapshots, the
/// lock and the parts.
struct FileStates {
  private var states: [String: String] = [:]

  private static let own = [
    ".photomirror/catalog.sqlite", ".photomirror/lock", ".photomirror/parts",
    ".photomirror/snapshots",
  ]

  init(_ root: String) throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: root)
    where !Self.own.contains(where: path.hasPrefix) {
      var status = stat()
      guard lstat(root + "/" + path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      let time = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
      states[path] = "\(status.st_ino) \(status.st_size) \(time) \(status.st_ctim.tv_nsec)"
    }
  }

  /// Paths that only one has, or that were written.
  func differences(from other: FileStates) -> [String] {
    Set(states.keys).union(other.states.keys).filter { states[$0] != other.states[$0] }.sorted()
  }
}
