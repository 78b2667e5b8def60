import Glibc
import Locking
import MirrorCore
import SystemCalls

/// The names without extension that each folder had when the run read it, so that a new photo needs no look-up. Any
/// thread.
///
/// A folder is read once there were as many queries about it as cost as much: one of a million files takes a second,
/// for which a run with few new photos should not wait.
final class NameIndex: Sendable {
  /// The maximum number of names in all folders, of 4 bytes each; at more, folders are read again.
  private static let most = 4_000_000
  /// A folder itself takes as much as this number of names.
  private static let namesOfFolder = 16

  private struct State {
    /// Hashes of names in ascending order, by the hash of their folder.
    var folders: [Int: [UInt32]] = [:]
    var count = 0
    /// The queries about a folder before it is read, by its hash.
    var unread: [Int: Int64] = [:]

    /// Counts a query about a folder that was not read.
    /// - Returns: True if the folder must be read now.
    mutating func isDue(_ folder: String, _ key: Int, _ bytesPerQuery: Int64) -> Bool {
      let left = unread[key] ?? (FileStatus(linkFree: folder)?.size ?? 0) / bytesPerQuery
      unread[key] = left > 0 ? left - 1 : nil
      return left <= 0
    }
  }

  private let state = Locked(State())
  private let bytesPerQuery: Int64

  /// - Parameter bytesPerQuery: How many bytes of a folder, some 64 for each file, are read in the time of looking up a
  ///   name with each extension.
  init(bytesPerQuery: Int64 = 10_000) { self.bytesPerQuery = bytesPerQuery }

  /// - Parameter stem: An absolute path without extension.
  /// - Returns: False if the folder had no such file. Of the files that it did not have, one in 4,000 gives
  ///   true in a folder of a million, and each before it is read. A folder that is a link has no files: its
  ///   target is not part of the mirror.
  func mayHave(_ stem: String) -> Bool {
    guard let folder = DurableFile.parent(of: stem) else { return false }
    var name = String(Substring(stem.utf8.dropFirst(folder.utf8.count + 1)))
    let hash = name.withUTF8 { Self.hash(of: UnsafeRawBufferPointer($0)) }
    let key = folder.hashValue
    let (known, isDue) = state.withLock { state in
      let known = state.folders[key]
      return (known, known == nil && state.isDue(folder, key, bytesPerQuery))
    }
    if let known { return Self.search(known, for: hash) }
    guard isDue else { return true }
    let names = Self.read(folder)
    state.withLock { state in
      let count = names.count + Self.namesOfFolder
      if state.count + count > Self.most { state = State() }
      state.folders[key] = names
      state.count += count
    }
    return Self.search(names, for: hash)
  }

  private static func read(_ folder: String) -> [UInt32] {
    let file = LinkFree.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return [] }
    guard let stream = fdopendir(file) else {
      close(file)
      return []
    }
    defer { closedir(stream) }
    var names: [UInt32] = []
    while let entry = readdir(stream) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = bytes.prefix { $0 != 0 }
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return }
        // Sidecars, half of the names, are no photos.
        guard !name[dot...].elementsEqual(".xmp".utf8) else { return }
        names.append(hash(of: UnsafeRawBufferPointer(rebasing: name[..<dot])))
      }
    }
    names.sort()
    return names
  }

  /// Equal for names that some file system takes for one: it may ignore case, or give names back with accents composed
  /// otherwise. Seeded anew in each process.
  private static func hash(of name: UnsafeRawBufferPointer) -> UInt32 {
    guard name.allSatisfy({ $0 < 0x80 }) else {
      var text = String(decoding: name, as: UTF8.self).lowercased().composed
      return text.withUTF8 { hash(ofBytes: UnsafeRawBufferPointer($0)) }
    }
    return withUnsafeTemporaryAllocation(byteCount: name.count, alignment: 1) { small in
      for (index, byte) in name.enumerated() {
        small[index] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
      }
      return hash(ofBytes: UnsafeRawBufferPointer(small))
    }
  }

  private static func hash(ofBytes bytes: UnsafeRawBufferPointer) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  private static func search(_ names: [UInt32], for hash: UInt32) -> Bool {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < names.count && names[low] == hash
  }
}
