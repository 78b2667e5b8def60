import Catalog
import LocalFiles
import MirrorCore
import Threads

/// The check of mirrored photos, wherever they are.
extension FileCheck {
  /// Passes the looks at photos to `body` in their order; nil for a photo that was not read because the task is cancelled.
  /// - Parameter trustsPlace: Whether a digest that the place computed itself is enough.
  func forEach(
    of photos: [StoredPhoto], in files: MirrorFiles, on pool: ThreadPool, trustsPlace: Bool = true,
    _ body: (StoredPhoto, Look?) async throws -> Void
  ) async throws {
    guard files.place.traits.directory == nil else {
      return try await forEachLocal(of: photos, on: pool, body)
    }
    let looks = try await files.look(for: photos.map(\.files))
    let evidence: FileEvidence =
      trustsPlace && !options.isQuick && !options.downloads ? .proven : .told
    for start in stride(from: 0, to: photos.count, by: Self.width) {
      let range = start..<min(start + Self.width, photos.count)
      let found = try await Array(range).mapConcurrently(width: Self.width) { index in
        try await look(at: photos[index], looks[index], evidence, in: files, pool)
      }
      for (index, look) in zip(range, found) { try await body(photos[index], look) }
    }
  }

  /// Photos at once.
  private static let width = 8

  private func forEachLocal(
    of photos: [StoredPhoto], on pool: ThreadPool,
    _ body: (StoredPhoto, Look?) async throws -> Void
  ) async throws {
    // Handing a photo to a thread takes longer than looking for its file.
    let count = options.isQuick ? 100 : 1
    let parts = stride(from: 0, to: photos.count, by: count).map {
      photos[$0..<min($0 + count, photos.count)]
    }
    try await pool.forEachOrdered(of: parts) { part in
      part.map { ($0, look(at: $0)) }
    } _: { looks in
      for (photo, look) in looks { try await body(photo, look) }
    }
  }

  /// The place's own digest of the photo is compared; without one, and if it is another one, the photo is copied to this
  /// machine and read as a file.
  /// - Returns: Nil if the task is cancelled before the photo is read.
  private func look(
    at photo: StoredPhoto, _ there: FileLook, _ evidence: FileEvidence, in files: MirrorFiles,
    _ pool: ThreadPool
  ) async throws(StorageError) -> Look? {
    if Task.isCancelled { return nil }
    let file = photo.file
    guard there.isThere || file.byteCount == 0,
      let facts = try await files.place.facts(of: [file.path], evidence).first.flatMap(\.self)
    else { return .missing(.missing(path: file.path)) }
    let wanted =
      photo.accepted.map { FileFingerprint(byteCount: $0.byteCount, sha256: $0.sha256) }
      ?? file.fingerprint
    var look = Look([])
    if facts.byteCount == wanted.byteCount, facts.proof == wanted.sha256, !file.isUnproven {
      look.kind = .store
    } else if !options.isQuick || facts.byteCount != wanted.byteCount
      || facts.sha256 != wanted.sha256
    {
      guard await pool.run({ waits(forBytes: facts.byteCount) }) else { return nil }
      look = try await read(photo, facts.change(from: wanted), from: files, pool)
    }
    look.findings += gaps(of: photo, there)
    return completed(look, file)
  }

  private func read(
    _ photo: StoredPhoto, _ change: FileChange, from files: MirrorFiles, _ pool: ThreadPool
  ) async throws(StorageError) -> Look {
    let file = photo.file
    do throws(StorageError) {
      guard let copy = try await files.place.take(file.path, limit: .max) else {
        return .missing(.missing(path: file.path))
      }
      let look = await pool.run {
        self.look(at: photo, at: copy.path, size: DurableFile.size(of: copy.path) ?? 0, change)
      }
      await files.place.release(copy)
      return look
    } catch {
      guard error.isOfEntry else { throw error }
      return Look([.unreadable(path: file.path, reason: error.error.message)], .digest)
    }
  }
}

extension FileFacts {
  /// Another program stores no digest, or that of its own bytes.
  fileprivate func change(from wanted: FileFingerprint) -> FileChange {
    FileChange(
      FileChange.Size(byteCount, recorded: wanted.byteCount), isWritten: sha256 != wanted.sha256)
  }
}
