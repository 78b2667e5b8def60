import Catalog
import LocalFiles
import MirrorCore
import ObjectStorage
import Threads

/// The check of mirrored photos in an object store. The store's own digest of a photo is compared; without one, and if it
/// is another one, the photo is copied to this machine and read as a file.
struct ObjectCheck: Sendable {
  /// Photos at once.
  private static let width = 8

  private let check: FileCheck
  private let options: Verification.Options
  private let objects: ObjectDestination
  private let pool: ThreadPool
  /// Whether the store is asked for its own digests.
  private let asksForProof: Bool

  /// - Parameter trustsStore: Whether the store's own digests prove something.
  init(
    _ check: FileCheck, _ options: Verification.Options, _ objects: ObjectDestination,
    _ pool: ThreadPool, trustsStore: Bool
  ) {
    (self.check, self.options, self.objects, self.pool) = (check, options, objects, pool)
    asksForProof = trustsStore && !options.isQuick && !options.downloads
  }

  /// Passes the findings to `body` in the order of the photos; nil after a cancellation.
  func forEach(
    of photos: [StoredPhoto],
    _ body: (StoredPhoto, FileCheck.Look?) async throws -> Void
  ) async throws {
    let looks = try await objects.look(for: photos.map(\.files))
    for start in stride(from: 0, to: photos.count, by: Self.width) {
      let range = start..<min(start + Self.width, photos.count)
      var results: [Int: FileCheck.Look] = [:]
      try await withThrowingTaskGroup(of: (Int, FileCheck.Look?).self) { group in
        for index in range {
          group.addTask { (index, try await look(at: photos[index], looks[index])) }
        }
        for try await (index, look) in group { results[index] = look }
      }
      for index in range { try await body(photos[index], results[index]) }
    }
  }

  /// - Returns: Nil if the task is cancelled before the photo is read.
  private func look(
    at photo: StoredPhoto, _ there: FileLook
  ) async throws(StorageError) -> FileCheck.Look? {
    if Task.isCancelled { return nil }
    let file = photo.file
    guard there.isThere || file.byteCount == 0,
      let facts = try await objects.facts(of: file.path, asksForProof: asksForProof)
    else { return .missing(.missing(path: file.path)) }
    let wanted = photo.accepted.map { FileFingerprint(byteCount: $0.byteCount, sha256: $0.sha256) }
    let isSuspicious = !facts.isLike(wanted ?? file.fingerprint)
    var look = FileCheck.Look([])
    if facts.proves(wanted ?? file.fingerprint), !file.isUnproven {
      look.kind = .store
    } else if !options.isQuick || isSuspicious {
      guard await pool.run({ check.waits(forBytes: facts.size) }) else { return nil }
      look = try await read(photo, facts.change(from: wanted ?? file.fingerprint))
    }
    look.findings += check.gaps(of: photo, there)
    return check.completed(look, file)
  }

  private func read(
    _ photo: StoredPhoto, _ change: FileChange
  ) async throws(StorageError) -> FileCheck.Look {
    let file = photo.file
    let copy: String
    do throws(StorageError) {
      copy = try await objects.localFile(of: file.path)
    } catch {
      guard error.isOfEntry else { throw error }
      return FileCheck.Look([.unreadable(path: file.path, reason: error.error.message)], .digest)
    }
    let look = await pool.run {
      check.look(at: photo, at: copy, size: DurableFile.size(of: copy) ?? 0, change)
    }
    await objects.release(localFile: copy)
    return look
  }
}

extension ObjectDestination.Facts {
  /// Whether the size, and the digest that was stored with the object, are these; otherwise another program replaced it.
  fileprivate func isLike(_ wanted: FileFingerprint) -> Bool {
    size == wanted.byteCount && sha256 == wanted.sha256
  }

  /// Another program stores no digest, or that of its own bytes.
  fileprivate func change(from wanted: FileFingerprint) -> FileChange {
    FileChange(
      FileChange.Size(size, recorded: wanted.byteCount), isWritten: sha256 != wanted.sha256)
  }

  /// Whether the store says that it has these bytes.
  fileprivate func proves(_ wanted: FileFingerprint) -> Bool {
    size == wanted.byteCount && proof == wanted.sha256
  }
}

extension ExtraFiles {
  /// Passes the objects to `body` that the catalog does not know.
  func forEach(in objects: ObjectDestination, _ body: (String) -> Void) async throws {
    try await objects.forEachPart { objects in
      for (path, _) in objects where !isOfMirror(path) && !isKnown(path) { body(path) }
    }
  }

  /// Names that begin with a dot are the mirror's own.
  func isOfMirror(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix(".") }
  }
}
