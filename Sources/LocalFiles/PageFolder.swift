import Glibc
import Locking
import MirrorCore
import SystemCalls

/// A folder of pages that this program makes. Only what changed is written, in one step for each page, and only
/// pages of this program are removed: what a kill leaves is completed by the next time. All methods block; any thread.
package final class PageFolder: Sendable {
  /// A folder that has it consists of pages: it is no part of a mirror, even within one.
  static let mark = ".photomirror-gallery"
  private static let scratch = ".photomirror-new-"

  private struct State {
    var folders: Set<String> = []
    /// Hashes of the paths of this time's pages. A collision keeps a page that should go.
    var paths: Set<Int> = []
    var scratchFiles = 0
  }

  /// Without a slash at the end.
  package let path: String
  /// What every page begins with, within its first bytes.
  private let generator: [UInt8]
  private let state = Locked(State())

  package init(_ path: String, generator: [UInt8]) {
    (self.path, self.generator) = (MirrorDirectory(path).path, generator)
  }

  /// Makes the folder.
  /// - Throws: If it is not writable, or has files but was not made by this program.
  package func prepare() throws(MirrorError) {
    do throws(StorageError) {
      try DurableFile.makeDirectory(path, isLinkAllowed: true)
      if !Self.isMarked(path) {
        guard isEmpty else {
          throw StorageError(
            .directory("\(path) has files, and is not a gallery of photomirror", .occupied))
        }
        try DurableFile.append([], to: path + "/" + Self.mark)
      }
    } catch {
      throw error.error
    }
    guard access(path, W_OK | X_OK) == 0 else { throw .file("write into", path, errno: errno) }
    for name in names where name.hasPrefix(Self.scratch) { unlink(path + "/" + name) }
  }

  /// Whether a folder consists of pages.
  package static func isMarked(_ folder: String) -> Bool {
    FileStatus(of: folder + "/" + mark)?.isRegular ?? false
  }

  /// Writes a page unless it is there with the same bytes.
  /// - Parameter page: Relative to the folder; names that this program chose.
  /// - Returns: Whether it was written.
  package func write(_ bytes: [UInt8], to page: String) throws(MirrorError) -> Bool {
    let parent = page.lastIndex(of: "/").map { String(page[..<$0]) }
    let (isNew, number) = state.withLock { state in
      state.paths.insert(page.hashValue)
      state.scratchFiles += 1
      return (parent.map { !state.folders.contains($0) } ?? false, state.scratchFiles)
    }
    let place = path + "/" + page
    do throws(StorageError) {
      if isNew, let parent {
        try DurableFile.makeDirectory(path + "/" + parent)
        state.withLock { _ = $0.folders.insert(parent) }
      }
      if isCurrent(place, bytes) { return false }
      let scratch = "\(path)/\(Self.scratch)\(getpid())-\(number)"
      unlink(scratch)
      do throws(StorageError) {
        try DurableFile.append(bytes, to: scratch, mode: 0o644)
        try DurableFile.replace(scratch, to: place)
      } catch {
        unlink(scratch)
        throw error
      }
      return true
    } catch {
      throw error.error
    }
  }

  private func isCurrent(_ place: String, _ bytes: [UInt8]) -> Bool {
    guard DurableFile.size(of: place) == Int64(bytes.count) else { return false }
    return (try? DurableFile.read(place, limit: bytes.count)) == bytes
  }

  /// Removes this program's pages in these folders that were not written or confirmed this time.
  /// - Returns: How many.
  package func removeOthers(in folders: [String]) -> Int {
    let directory = MirrorDirectory(path)
    let kept = state.withLock(\.paths)
    var (rest, removed) = (folders, 0)
    while let folder = rest.popLast() {
      let entries = directory.entries(of: folder)
      rest += entries.folders
      for file in entries.files where file.hasSuffix(".html") && !kept.contains(file.hashValue) {
        let head = DurableFile.read(directory.file(file), first: 512)
        guard head.firstRange(of: generator) != nil, unlink(directory.file(file)) == 0 else {
          continue
        }
        removed += 1
      }
      // Only if nothing is left in it.
      rmdir(directory.file(folder))
    }
    return removed
  }

  private var isEmpty: Bool { names.allSatisfy { $0.hasPrefix(Self.scratch) } }

  private var names: [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
