import CGlibc
import Digests
import Foundation
import Glibc
import MirrorCore
import SystemCalls

/// The folder of a package that is being written. All calls block.
///
/// A file in it, ``mark``, shows that it is not finished, and is this program's to change.
package struct BagFolder: Sendable {
  private static let mark = ".photomirror-bundle"
  /// The file without which a folder is no bag.
  private static let declaration = "bagit.txt"

  /// Without a slash at the end.
  package let path: String
  private let folders: KnownFolders

  /// Makes the folder, or takes an unfinished one over.
  /// - Throws: ``MirrorError`` if it has anything else, or cannot be made.
  package init(_ path: String) throws(MirrorError) {
    (self.path, folders) = (path, KnownFolders(in: path))
    let mark = "\(path)/\(Self.mark)"
    do throws(StorageError) {
      let isNew = try DurableFile.makeDirectory(path, isLinkAllowed: true)
      guard isNew || DurableFile.exists(mark) || Self.isEmpty(path) else {
        throw StorageError(.directory("\(path) is not empty, and no unfinished package"))
      }
      try DurableFile.write([], to: mark)
      unlink("\(path)/\(Self.declaration)")
    } catch {
      throw error.error
    }
  }

  /// Makes the folder of several bags.
  package static func makeParent(_ path: String) throws(MirrorError) {
    do throws(StorageError) {
      try DurableFile.makeDirectory(path, isLinkAllowed: true)
    } catch {
      throw error.error
    }
  }

  private static func isEmpty(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let isDot = withUnsafeBytes(of: entry.pointee.d_name) {
        $0[0] == 0x2E && ($0[1] == 0 || $0[1] == 0x2E && $0[2] == 0)
      }
      if !isDot { return false }
    }
    return true
  }

  /// Puts a copy of a file into the folder, unless an interrupted call did so.
  /// - Parameters:
  ///   - original: Its absolute path. A link is not followed.
  ///   - name: Relative to the folder.
  ///   - isLinked: Whether the copy is another name of the file, if the file systems allow that.
  /// - Returns: Its bytes and its digests; nil if it is missing.
  package func add(
    _ original: String, as name: String, isLinked: Bool, digests: [DigestAlgorithm]
  ) throws(StorageError) -> (byteCount: Int64, digests: [String])? {
    guard let status = FileStatus(of: original) else { return nil }
    guard status.isRegular else {
      throw StorageError(.directory("\(original) is not a regular file"), isOfEntry: true)
    }
    let place = "\(path)/\(name)"
    if DurableFile.size(of: place) != status.size {
      _ = try folders.prepareParent(of: place)
      unlink(place)
      if !isLinked || link(original, place) != 0 {
        try FileCopy.write(place, from: original, byteCount: status.size)
        DurableFile.setModified(place, status.modifiedAt)
      }
    }
    let found = try self.digests(of: name, digests)
    return (DurableFile.size(of: place) ?? 0, found)
  }

  /// The digests of a file of the folder.
  package func digests(
    of name: String, _ algorithms: [DigestAlgorithm]
  ) throws(StorageError) -> [String] {
    do throws(DigestError) {
      return try FileDigest.hex(algorithms, ofFileAt: "\(path)/\(name)")
    } catch {
      throw StorageError("read", "\(path)/\(name)", errno: error.errno)
    }
  }

  /// Removes a file; nothing if it is missing.
  package func remove(_ name: String) { unlink("\(path)/\(name)") }

  /// Bytes of a file; 0 if it is missing.
  package func byteCount(of name: String) -> Int64 { DurableFile.size(of: "\(path)/\(name)") ?? 0 }

  /// Removes files below a folder.
  /// - Parameter isUnwanted: Gets the name of each, relative to this folder.
  package func removeFiles(below folder: String, where isUnwanted: (String) -> Bool) {
    let files = FileManager.default.enumerator(atPath: "\(path)/\(folder)")
    while let name = files?.nextObject() as? String {
      let file = "\(folder)/\(name)"
      if FileStatus(of: "\(path)/\(file)")?.isDirectory == false, isUnwanted(file) { remove(file) }
    }
  }

  /// Writes a whole file durably.
  package func write(_ text: String, to name: String) throws(StorageError) {
    try DurableFile.write(Array(text.utf8), to: "\(path)/\(name)")
  }

  /// Adds lines to a file, which is made if it is missing.
  package func append(_ lines: [String], to name: String) throws(StorageError) {
    let place = "\(path)/\(name)"
    _ = try folders.prepareParent(of: place)
    let text = lines.map { $0 + "\n" }.joined()
    try DurableFile.append(Array(text.utf8), to: place, mode: DurableFile.mode(isPrivate: false))
  }

  /// Makes the folder a finished package: its declaration is the last file.
  package func finish(declaration: String) throws(StorageError) {
    try DurableFile.sync(path)
    try write(declaration, to: Self.declaration)
    unlink("\(path)/\(Self.mark)")
    try DurableFile.sync(path)
  }
}
