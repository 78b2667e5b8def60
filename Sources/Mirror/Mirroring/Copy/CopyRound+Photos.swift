import Catalog
import Digests
import Images
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// What a copy has of a photo's own file.
struct CopiedFile: Sendable {
  /// Whether the name is taken.
  let isThere: Bool
  /// Which of the photo's possible bytes it has; nil if none or others.
  let fingerprint: FileFingerprint?
}

/// The bytes of a file of a copied mirror, in a temporary file of the copy.
struct CopiedBytes: Sendable {
  /// Absolute.
  let path: String
  /// The original's modification time, seconds since 1970; nil if the file has it already.
  let modifiedAt: Int64?
}

extension CopyRound {
  /// Seconds that file systems may round a time by.
  private static let slack = 2

  /// What the copy has of photos, in their order.
  ///
  /// A file with the size of the original, and with its time if the copy's place keeps times, is not looked at further if
  /// the last copy had it with the same bytes.
  /// - Parameter copied: The photos that the last copy had with the same bytes.
  func files(of photos: [StoredPhoto], copied: Set<Int64>) async throws -> [CopiedFile] {
    let listed = try await place.place.facts(of: photos.map(\.file.path), .listed)
    let keepsTimes = place.place.traits.keepsTimes
    let timed = photos.filter { keepsTimes && copied.contains($0.file.id) }
    let originals = Dictionary(
      zip(
        timed.map(\.file.id), try await source.place.facts(of: timed.map(\.file.path), .told))
    ) { $1 }
    return try await Array(zip(photos, listed)).mapConcurrently(width: Self.width) {
      photo, there in
      guard let there, there.kind != .unknown else {
        return CopiedFile(isThere: false, fingerprint: nil)
      }
      let possible = photo.fingerprints.filter {
        there.kind == .file && $0.byteCount == there.byteCount
      }
      guard let first = possible.first else { return CopiedFile(isThere: true, fingerprint: nil) }
      let isUntouched =
        !keepsTimes || originals[photo.file.id]?.map { Self.isSame($0, there) } ?? false
      if copied.contains(photo.file.id), isUntouched {
        return CopiedFile(isThere: true, fingerprint: first)
      }
      let found = try await place.knownFingerprint(of: photo.file.path)
      return CopiedFile(isThere: true, fingerprint: possible.first { $0 == found })
    }
  }

  private static func isSame(_ one: FileFacts, _ other: FileFacts) -> Bool {
    one.byteCount == other.byteCount
      && ((one.modifiedAt ?? 0) &- (other.modifiedAt ?? 0)).magnitude <= slack
  }

  /// Copies a file of the mirror if it has these bytes, which are read after they were copied.
  /// - Returns: Nil if it has other bytes, is missing, or cannot be read.
  func take(_ path: String, having wanted: FileFingerprint) async throws -> CopiedBytes? {
    try await take(path, of: source, having: wanted, isLinked: copy.options.sharesFiles)
  }

  /// - Parameters:
  ///   - files: Those of the mirror, or of the copy.
  ///   - isLinked: Whether the result may be another name of the file.
  func take(
    _ path: String, of files: MirrorFiles, having wanted: FileFingerprint, isLinked: Bool
  ) async throws -> CopiedBytes? {
    do throws(StorageError) {
      return try await bytes(of: path, in: files, having: wanted, isLinked: isLinked)
    } catch {
      guard error.isOfEntry else { throw error }
      return nil
    }
  }

  private func bytes(
    of path: String, in files: MirrorFiles, having wanted: FileFingerprint, isLinked: Bool
  ) async throws(StorageError) -> CopiedBytes? {
    // Before the bytes are fetched.
    guard let facts = try await files.facts(of: path, .told), facts.kind == .file,
      facts.byteCount == wanted.byteCount, facts.sha256 ?? wanted.sha256 == wanted.sha256,
      let file = try await files.place.take(path, limit: wanted.byteCount)
    else { return nil }
    if file.isCopy {
      let digest = await open.disk.run { try? FileDigest.hex(.sha256, ofFileAt: file.path) }
      if digest == wanted.sha256 {
        return CopiedBytes(path: file.path, modifiedAt: facts.modifiedAt)
      }
      await files.place.release(file)
      return nil
    }
    return try await open.disk.run { [target] () throws(StorageError) in
      let scratch = try target.directory.takeCopy(
        of: file.path, having: wanted, isLinked: isLinked)
      return scratch.map { scratch in
        let isShared =
          FileStatus(linkFree: scratch)?.identity == FileStatus(linkFree: file.path)?.identity
        return CopiedBytes(path: scratch, modifiedAt: isShared ? nil : facts.modifiedAt)
      }
    }
  }
}
