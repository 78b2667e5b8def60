import Glibc
import Locking

/// The names without extension that each folder had when the run first read it, so that a new photo needs no
/// look-up. Any thread; the first query about a folder reads it.
final class NameIndex: Sendable {
  /// The maximum number of names in all folders, of 16 bytes each; beyond it, folders are read again.
  private static let most = 4_000_000

  private struct State {
    /// Hashes of names by folder.
    var folders: [String: Set<Int>] = [:]
    var count = 0
  }

  private let state = Locked(State())

  /// - Parameter stem: An absolute path without extension.
  /// - Returns: False if the folder had no such file. A folder that is a link has no files: its target is not
  ///   part of the mirror.
  func mayHave(_ stem: String) -> Bool {
    guard let folder = DurableFile.parent(of: stem) else { return false }
    let name = String(stem.dropFirst(folder.count + 1)).hashValue
    if let names = state.withLock({ $0.folders[folder] }) { return names.contains(name) }
    let names = Self.read(folder)
    state.withLock { state in
      if state.count + names.count > Self.most { state = State() }
      state.folders[folder] = names
      state.count += names.count
    }
    return names.contains(name)
  }

  private static func read(_ folder: String) -> Set<Int> {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return [] }
    guard let stream = fdopendir(file) else {
      close(file)
      return []
    }
    defer { closedir(stream) }
    var names: Set<Int> = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let dot = name.lastIndex(of: ".") else { continue }
      names.insert(String(name[..<dot]).hashValue)
    }
    return names
  }
}
