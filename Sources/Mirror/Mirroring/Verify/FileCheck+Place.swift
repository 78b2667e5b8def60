import Catalog
import LocalFiles
import MirrorCore
import Threads

extension FileCheck {
  /// Photos at once.
  private static let width = 8
  /// Photos that a thread gets at once if they are not read: to hand one over takes longer than to look for its file.
  private static let quickPart = 100

  /// Passes the looks at photos to `body` in their order; nil for a photo that was not read because the task is cancelled.
  /// - Parameters:
  ///   - pool: Of the threads that read files.
  ///   - trustsPlace: Whether a digest that the place computed itself is enough.
  func forEach(
    of photos: [StoredPhoto], in files: MirrorFiles, on pool: ThreadPool, trustsPlace: Bool = true,
    _ body: (StoredPhoto, Look?) async throws -> Void
  ) async throws {
    let there = try await files.look(for: photos.map(\.files))
    let count = options.isQuick ? Self.quickPart : 1
    let parts = stride(from: 0, to: photos.count, by: count).map {
      $0..<min($0 + count, photos.count)
    }
    let evidence: FileEvidence =
      trustsPlace && !options.isQuick && !options.downloads ? .proven : .told
    try await pool.forEachOrdered(of: parts, width: Self.width) { part in
      do throws(StorageError) {
        let photos = Array(photos[part])
        let looks = try await looks(at: photos, Array(there[part]), evidence, in: files)
        return Result<[(StoredPhoto, Look?)], StorageError>.success(Array(zip(photos, looks)))
      } catch {
        return .failure(error)
      }
    } _: { result in
      for (photo, look) in try result.get() { try await body(photo, look) }
    }
  }

  /// Runs on a thread that may block.
  private func looks(
    at photos: [StoredPhoto], _ there: [FileLook], _ evidence: FileEvidence, in files: MirrorFiles
  ) async throws(StorageError) -> [Look?] {
    let facts = try await files.place.facts(of: photos.map(\.file.path), evidence)
    var looks: [Look?] = []
    for (index, photo) in photos.enumerated() {
      let look =
        Task.isCancelled
        ? nil : try await look(at: photo, facts[index], there[index], in: files)
      looks.append(look)
    }
    return looks
  }

  /// The place's own digest of the photo is compared; without one, and if it is another one, the photo is read.
  /// - Returns: Nil if the task is cancelled before the photo is read.
  private func look(
    at photo: StoredPhoto, _ facts: FileFacts?, _ there: FileLook, in files: MirrorFiles
  ) async throws(StorageError) -> Look? {
    let file = photo.file
    guard let facts else { return .missing(.missing(path: file.path)) }
    if let look = Self.look(at: file, without: facts) { return look }
    var look = Look([])
    if facts.hasProof(of: photo) {
      look.kind = .store
    } else {
      let told = files.place.traits.tellsDigests
      if !options.isQuick || facts.isSuspicious(of: photo, byDigest: told) {
        guard waits(forBytes: facts.byteCount) else { return nil }
        let change = facts.change(of: photo, byDigest: told)
        look = try await read(photo, facts.byteCount, change, from: files)
      }
    }
    let hasPicture = look.findings.isEmpty && photo.accepted == nil
    look.findings += Self.gaps(of: photo, there)
    if !options.isQuick, files.place.traits.directory != nil {
      look.findings += companions.findings(of: photo, hasPicture: hasPicture)
    }
    if look.findings.isEmpty, options.tellsSame { look.findings = [.same(path: file.path)] }
    return look
  }

  /// The look at what is no file, or an empty one; nil for another file.
  private static func look(at file: MirroredPhoto, without facts: FileFacts) -> Look? {
    if let link = facts.link {
      return .missing(.obstructed(path: file.path, what: "the symbolic link \(link)"))
    }
    return switch facts.kind {
    case .unknown:
      Look([.unreadable(path: file.path, reason: facts.reason ?? "it is unknown")], .stat)
    case .folder: .missing(.obstructed(path: file.path, what: "a folder"))
    case .other:
      .missing(
        .obstructed(path: file.path, what: "a link or another thing that is no file"))
    case .file where facts.byteCount == 0 && file.byteCount > 0:
      Look([.damaged(path: file.path, reason: "the file is empty")], .digest)
    case .file: nil
    }
  }

  private func read(
    _ photo: StoredPhoto, _ size: Int64, _ change: FileChange, from files: MirrorFiles
  ) async throws(StorageError) -> Look {
    let file = photo.file
    do throws(StorageError) {
      guard let copy = try await files.place.take(file.path, limit: .max) else {
        return .missing(.missing(path: file.path))
      }
      let look = look(at: photo, at: copy.path, size: size, change)
      await files.place.release(copy)
      return look
    } catch {
      guard error.isOfEntry else { throw error }
      return Look([.unreadable(path: file.path, reason: error.error.message)], .digest)
    }
  }
}

extension FileFacts {
  /// Whether the place computed the recorded digest itself, of bytes that were decoded before.
  fileprivate func hasProof(of photo: StoredPhoto) -> Bool {
    guard let wanted = photo.fingerprints.first, !photo.file.isUnproven else { return false }
    return byteCount == wanted.byteCount && proof == wanted.sha256
  }

  /// What a file shows of a change: by the digest that was stored with it, because another program stores none, or that of
  /// its own bytes; else by its time.
  fileprivate func change(of photo: StoredPhoto, byDigest: Bool) -> FileChange {
    guard byDigest, let wanted = photo.fingerprints.first else {
      return FileChange(
        recorded: photo.recorded, found: (byteCount, modifiedAt ?? 0), now: Catalog.now())
    }
    return FileChange(
      FileChange.Size(byteCount, recorded: wanted.byteCount), isWritten: sha256 != wanted.sha256)
  }

  /// Whether a quick verification reads the file.
  fileprivate func isSuspicious(of photo: StoredPhoto, byDigest: Bool) -> Bool {
    guard byDigest else {
      return FileChange.isSuspicious(
        recorded: photo.recorded, found: (byteCount, modifiedAt ?? 0))
    }
    return fingerprint != photo.fingerprints.first
  }
}
