import Digests
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// What is known of a file of a copied mirror without reading it.
struct OriginalFile: Sendable {
  /// In bytes.
  let size: Int64
  /// Seconds since 1970.
  let modifiedAt: Int64
}

/// The bytes of a file of a copied mirror, in a temporary file of the copy.
struct CopiedBytes: Sendable {
  /// Absolute.
  let path: String
  /// That of the original, seconds since 1970; nil if the file has it already.
  let modifiedAt: Int64?
}

/// Where the files of a copied mirror are: in its directory, or in an object store. Paths are relative to the mirror.
protocol CopySource: Sendable {
  var files: MirrorFiles { get }

  /// What is known of files, in the order of their paths; nil for one that is missing or no regular file.
  func look(at paths: [String]) async throws -> [OriginalFile?]

  /// Copies a file if it has these bytes, which are read after they were copied.
  /// - Parameter isLinked: Whether the copy may be another name of the file.
  /// - Returns: Nil if it has other bytes, or is missing.
  /// - Throws: ``StorageError`` with `isOfEntry` if it cannot be read.
  func take(
    _ path: String, having wanted: FileFingerprint, for copy: MirrorDirectory, isLinked: Bool
  ) async throws -> CopiedBytes?

  /// Calls `body` with files on this machine that have the bytes of sidecars and thumbnails: those that exist, and
  /// may differ from the copy's.
  func withFiles(
    of companions: [CompanionName], in place: any CopyPlace,
    _ body: ([CopiedCompanion]) async throws -> CompanionUpdate
  ) async throws -> CompanionUpdate
}

/// A file beside a photo.
struct CompanionName: Sendable {
  /// Relative to the mirror.
  let path: String
  /// Whether the last copy had the photo.
  let wasCopied: Bool
  /// Whether there was no copy before.
  var isFirst = false
  /// What it is; nil for a file of the trash, which is copied as it is.
  let kind: CompanionCheck.Kind?
}

/// The directory of a mirror on this machine.
struct DirectorySource: CopySource {
  let directory: MirrorDirectory
  let disk: ThreadPool
  var files: MirrorFiles {
    MirrorFiles(in: DirectoryPlace(directory, pool: disk), extensions: [])
  }

  func look(at paths: [String]) async throws -> [OriginalFile?] {
    await disk.map(paths) { [directory] path in
      guard let status = FileStatus(linkFree: directory.file(path)), status.isRegular else {
        return nil
      }
      return OriginalFile(size: status.size, modifiedAt: status.modifiedAt)
    }
  }

  func take(
    _ path: String, having wanted: FileFingerprint, for copy: MirrorDirectory, isLinked: Bool
  ) async throws -> CopiedBytes? {
    try await disk.run { [directory] () throws(StorageError) in
      let file = directory.file(path)
      guard let here = FileStatus(linkFree: file), here.isRegular,
        let scratch = try copy.takeCopy(of: file, having: wanted, isLinked: isLinked)
      else { return nil }
      let isShared = FileStatus(linkFree: scratch)?.identity == here.identity
      return CopiedBytes(path: scratch, modifiedAt: isShared ? nil : here.modifiedAt)
    }
  }

  func withFiles(
    of companions: [CompanionName], in place: any CopyPlace,
    _ body: ([CopiedCompanion]) async throws -> CompanionUpdate
  ) async throws -> CompanionUpdate {
    try await body(
      companions.map {
        CopiedCompanion(
          original: directory.file($0.path), path: $0.path, wasCopied: $0.wasCopied,
          isFirst: $0.isFirst, kind: $0.kind)
      })
  }
}

/// The object store of a mirror. Objects are fetched into the copy's directory.
struct StoreSource: CopySource {
  /// Requests at once.
  private static let width = 16
  /// In bytes; a larger object is no sidecar or thumbnail.
  private static let largestCompanion: Int64 = 16 << 20

  /// Its workspace is the directory of the copy.
  let files: MirrorFiles
  let disk: ThreadPool
  private var place: any FilePlace { files.place }

  func look(at paths: [String]) async throws -> [OriginalFile?] {
    try await place.facts(of: paths, .told).map { facts in
      facts.map { OriginalFile(size: $0.byteCount, modifiedAt: $0.modifiedAt ?? 0) }
    }
  }

  func take(
    _ path: String, having wanted: FileFingerprint, for copy: MirrorDirectory, isLinked: Bool
  ) async throws -> CopiedBytes? {
    // Before the bytes are fetched.
    guard let facts = try await place.facts(of: [path], .told).first.flatMap(\.self),
      facts.byteCount == wanted.byteCount, facts.sha256 ?? wanted.sha256 == wanted.sha256,
      let file = try await place.take(path, limit: wanted.byteCount)
    else { return nil }
    let digest = await disk.run { try? FileDigest.hex(.sha256, ofFileAt: file.path) }
    guard digest == wanted.sha256 else {
      await place.release(file)
      return nil
    }
    return CopiedBytes(path: file.path, modifiedAt: facts.modifiedAt)
  }

  /// An object whose stored digest the copy's file has is not fetched.
  func withFiles(
    of companions: [CompanionName], in place: any CopyPlace,
    _ body: ([CopiedCompanion]) async throws -> CompanionUpdate
  ) async throws -> CompanionUpdate {
    let facts = try await self.place.facts(of: companions.map(\.path), .listed)
    let listed = zip(companions, facts).filter { _, facts in
      facts.map { $0.byteCount <= Self.largestCompanion } ?? false
    }.map(\.0)
    let fetched = try await listed.mapConcurrently(width: Self.width) { companion in
      try await fetch(companion, for: place)
    }.compactMap(\.self)
    return try await whileOpen {
      try await body(fetched)
    } close: {
      for file in fetched { await self.place.release(TakenFile(path: file.original, isCopy: true)) }
    }
  }

  private func fetch(
    _ companion: CompanionName, for place: any CopyPlace
  ) async throws -> CopiedCompanion? {
    let found = try await self.place.facts(of: [companion.path], .told)
    guard let facts = found.first.flatMap(\.self) else { return nil }
    if let digest = facts.sha256, try await place.digest(of: companion.path) == digest {
      return nil
    }
    guard
      let file = try await self.place.take(companion.path, limit: Self.largestCompanion)?.path
    else { return nil }
    // A file of the copy that was edited later than the object was stored is set aside.
    if let time = facts.modifiedAt { await disk.run { DurableFile.setModified(file, time) } }
    return CopiedCompanion(
      original: file, path: companion.path, wasCopied: companion.wasCopied,
      isFirst: companion.isFirst, kind: companion.kind)
  }
}
