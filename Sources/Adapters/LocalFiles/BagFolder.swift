import CGlibc
import Digests
import Foundation
import Glibc
import MirrorCore
import SystemCalls

/// The folder of a package that is being written. All calls block.
///
/// A file in it, ``mark``, shows that it is not finished, and is this program's to change. The folder of a package that
/// becomes a tar archive has its lists and the unfinished archive, to which photos are added at once; it is removed at the
/// end.
package struct BagFolder: Sendable {
  /// The archive that the package becomes.
  private struct Archive {
    let file: TarFile
    /// Its path.
    let place: String
    /// The folder in it, with a slash.
    let folder: String
  }

  /// The file that shows that a folder is an unfinished package.
  static let mark = ".photomirror-bundle"
  private static let tar = ".photomirror-tar"
  /// The file without which a folder is no bag.
  private static let declaration = "bagit.txt"

  /// Without a slash at the end.
  package let path: String
  /// How its file system compares names.
  package let names: NameComparison
  private let folders: KnownFolders
  /// Nil: the package is the folder.
  private let archive: Archive?

  /// Makes the folder, or takes an unfinished one over.
  /// - Parameters:
  ///   - place: Of the package.
  ///   - isTar: Whether it is a tar archive, which must not exist.
  /// - Throws: ``MirrorError`` if the folder has anything else, or cannot be made.
  package init(_ place: String, isTar: Bool = false) throws(MirrorError) {
    let place = LinkFree.root(place)
    path = isTar ? place + ".unfinished" : place
    folders = KnownFolders(in: path)
    let mark = "\(path)/\(Self.mark)"
    do throws(StorageError) {
      if isTar, DurableFile.exists(place) { throw Self.occupied(place) }
      let isNew = try DurableFile.makeDirectory(path, isLinkAllowed: true)
      guard isNew || DurableFile.exists(mark) || Self.isEmpty(path) else {
        throw StorageError(.directory("\(path) is not empty, and is not an unfinished package"))
      }
      try DurableFile.write([], to: mark)
      names = NameComparison(in: path)
      LinkFree.unlink("\(path)/\(Self.declaration)")
      archive =
        isTar
        ? Archive(
          file: try TarFile("\(path)/\(Self.tar)"), place: place,
          folder: Self.name(ofArchive: place) + "/") : nil
    } catch {
      throw error.error
    }
  }

  /// A package in one file has the folder of the file's name (RFC 8493, section 4.2).
  private static func name(ofArchive place: String) -> String {
    let name = place.fileName
    return String(name.hasSuffix(".tar") ? name.dropLast(4) : name)
  }

  private static func occupied(_ place: String) -> StorageError {
    StorageError(.directory("\(place) exists", .occupied))
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
    LinkFree.names(in: path)?.isEmpty ?? false
  }

  /// Bytes and digests of what an interrupted call put into the folder; nil for an archive, and if it is missing.
  package func kept(
    _ name: String, digests: [DigestAlgorithm]
  ) throws(StorageError) -> (byteCount: Int64, digests: [String])? {
    guard archive == nil, let size = DurableFile.size(of: "\(path)/\(name)") else { return nil }
    return (size, try self.digests(of: name, digests))
  }

  /// Puts a copy of a file into the folder, whose name is free.
  /// - Parameters:
  ///   - original: Its absolute path. A link is not followed.
  ///   - name: Relative to the folder.
  ///   - isLinked: Whether the copy is another name of the file, if the file systems allow that.
  /// - Returns: Its bytes and its digests; nil if it is missing.
  package func add(
    _ original: String, as name: String, isLinked: Bool, digests: [DigestAlgorithm]
  ) throws(StorageError) -> (byteCount: Int64, digests: [String])? {
    guard let status = FileStatus(linkFree: original) else { return nil }
    guard status.isRegular else {
      throw StorageError(.directory("\(original) is not a regular file"), isOfEntry: true)
    }
    if let archive {
      let range = try archive.file.add(original, as: archive.folder + name)
      do throws(DigestError) {
        return (
          Int64(range.count), try FileDigest.hex(digests, ofFileAt: archive.file.path, in: range)
        )
      } catch {
        throw StorageError("read", archive.file.path, errno: error.errno)
      }
    }
    let place = "\(path)/\(name)"
    _ = try folders.prepareParent(of: place)
    if try FileCopy.put(original, at: place, byteCount: status.size, isLinked: isLinked) {
      DurableFile.setModified(place, status.modifiedAt)
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

  /// Removes a file, of an archive the last one; nothing if it is missing.
  package func remove(_ name: String) {
    if let archive { archive.file.removeLast(archive.folder + name) }
    LinkFree.unlink("\(path)/\(name)")
  }

  /// Bytes of a file; 0 if it is missing.
  package func byteCount(of name: String) -> Int64 { DurableFile.size(of: "\(path)/\(name)") ?? 0 }

  /// Removes files below a folder.
  /// - Parameter isUnwanted: Gets the name of each, relative to this folder.
  package func removeFiles(below folder: String, where isUnwanted: (String) -> Bool) {
    for file in files(below: folder) where isUnwanted(file) { LinkFree.unlink("\(path)/\(file)") }
  }

  /// Removes a folder with all that is in it. A link is removed, and not followed.
  package func removeFolder(_ name: String) {
    let place = "\(path)/\(name)"
    for inner in LinkFree.names(in: place) ?? [] {
      if FileStatus(linkFree: "\(place)/\(inner)")?.isDirectory ?? false {
        removeFolder("\(name)/\(inner)")
      } else {
        LinkFree.unlink("\(place)/\(inner)")
      }
    }
    LinkFree.rmdir(place)
  }

  /// The names of the files below a folder, relative to this folder; of an archive those that are not in it yet.
  package func files(below folder: String) -> [String] {
    let names = LinkFree.files(below: folder.isEmpty ? path : "\(path)/\(folder)")
    return folder.isEmpty ? names : names.map { "\(folder)/\($0)" }
  }

  /// Makes a folder in it.
  /// - Returns: Its path.
  package func makeFolder(_ name: String) throws(StorageError) -> String {
    _ = try folders.prepareParent(of: "\(path)/\(name)/-")
    return "\(path)/\(name)"
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
}

/// The end of a package.
extension BagFolder {
  /// Makes the folder a finished package: its declaration is the last file.
  /// - Parameter remember: Gets the package's seal just before (``seal(of:isTar:)``).
  package func finish(
    declaration: String, remember: (_ seal: String) throws(StorageError) -> Void = { _ in }
  ) throws(StorageError) {
    try DurableFile.sync(path)
    if let archive {
      try write(declaration, to: Self.declaration)
      return try finish(archive, remember)
    }
    try remember(Self.seal(ofFolder: path))
    try write(declaration, to: Self.declaration)
    LinkFree.unlink("\(path)/\(Self.mark)")
    try DurableFile.sync(path)
  }

  private func finish(
    _ archive: Archive, _ remember: (String) throws(StorageError) -> Void
  ) throws(StorageError) {
    let own = [Self.mark, Self.tar]
    for file in files(below: "").sorted() where !own.contains(file) {
      _ = try archive.file.add("\(path)/\(file)", as: archive.folder + file)
    }
    try archive.file.finish()
    try remember(Self.seal(ofArchive: archive.file.path))
    guard try DurableFile.renameIfFree(archive.file.path, to: archive.place) else {
      throw Self.occupied(archive.place)
    }
    try? FileManager.default.removeItem(atPath: path)
    try DurableFile.sync(
      archive.place.folderPath.map(String.init) ?? ".")
  }

  /// Identifies the content of a finished package: the digest of its tag manifests, which have the digests of all
  /// manifests; of an archive its bytes. Nil if there is no finished package.
  package static func seal(of place: String, isTar: Bool) -> String? {
    if isTar { return DurableFile.size(of: place) == nil ? nil : seal(ofArchive: place) }
    guard DurableFile.size(of: "\(place)/\(declaration)") != nil,
      !DurableFile.exists("\(place)/\(mark)")
    else { return nil }
    return seal(ofFolder: place)
  }

  private static func seal(ofArchive path: String) -> String {
    "\(DurableFile.size(of: path) ?? 0) bytes"
  }

  private static func seal(ofFolder path: String) -> String {
    let lists = DigestAlgorithm.allCases.map { "\(path)/tagmanifest-\($0.rawValue).txt" }
    return DigestAlgorithm.sha256.hex(of: lists.flatMap { DurableFile.read($0) })
  }
}
