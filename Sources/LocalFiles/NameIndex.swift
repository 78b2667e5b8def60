import Glibc
import Locking

/// Which names without extension the folders had when the run first looked, so that a new photo costs no
/// look-up. Any thread; the first question about a folder reads it.
final class NameIndex: Sendable {
  /// Names of all folders together, of 16 bytes each; at more, folders are read again.
  private static let most = 4_000_000

  private struct State {
    /// Hashes of names by folder.
    var folders: [String: Set<Int>] = [:]
    var count = 0
  }

  private let state = Locked(State())

  /// - Parameter stem: an absolute path without extension.
  /// - Returns: false if the folder had no such file. A folder that is a link has none: what it leads to
  ///   is not part of the mirror.
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
