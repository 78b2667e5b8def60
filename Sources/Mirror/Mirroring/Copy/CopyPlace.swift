import Catalog
import Digests
import Foundation
import Images
import LocalFiles
import MirrorCore
import SystemCalls

/// What a copy has of a photo's own file.
struct CopiedFile: Sendable {
  /// Whether the name is taken.
  let isThere: Bool
  /// Which of the photo's possible bytes it has; nil if none or others.
  let fingerprint: FileFingerprint?
}

/// A file beside a photo, on this machine.
struct CopiedCompanion: Sendable {
  /// Absolute; it may be missing.
  let original: String
  /// Relative to the mirror.
  let path: String
  /// Whether the last copy had the photo.
  let wasCopied: Bool
  /// Whether there was no copy before.
  let isFirst: Bool
  /// What it is; nil for a file of the trash.
  let kind: CompanionCheck.Kind?
}

/// Where the files of a copy are: in its directory, or in an object store. Paths are relative to the mirror.
protocol CopyPlace: Sendable {
  var files: MirrorFiles { get }

  /// What it has of photos, in their order.
  /// - Parameters:
  ///   - copied: The photos that the last copy had with the same bytes.
  ///   - source: The original.
  func files(
    of photos: [StoredPhoto], copied: Set<Int64>, from source: any CopySource
  ) async throws -> [CopiedFile]

  /// Copies files that are missing or differ, durably, as ``CompanionVerdict`` says.
  /// - Parameter decode: Decodes a thumbnail completely. Blocks.
  func update(
    _ companions: [CopiedCompanion],
    decode: @escaping @Sendable (_ path: String) throws(ImageError) -> PictureSketch?
  ) async throws -> CompanionUpdate

  /// Bytes of a file; nil if it is missing.
  func size(of path: String) async throws -> Int64?

  /// The SHA-256 of a file; nil if it is missing or cannot be read.
  func digest(of path: String) async throws -> String?

  func remove(_ path: String) async throws
}

/// The directory of a copy on this machine.
struct CopyDirectory: CopyPlace {
  /// Seconds that file systems may round a time by.
  private static let slack = 2

  let files: MirrorFiles
  let directory: MirrorDirectory
  let open: OpenMirror

  /// A file with the size and time of the original is not read if the last copy had it with the same bytes.
  func files(
    of photos: [StoredPhoto], copied: Set<Int64>, from source: any CopySource
  ) async throws -> [CopiedFile] {
    let originals = try await source.look(at: photos.map(\.file.path))
    return await open.disk.map(Array(zip(photos, originals))) { [directory] photo, original in
      let (path, wasCopied) = (photo.file.path, copied.contains(photo.file.id))
      guard let there = FileStatus(linkFree: directory.file(path)) else {
        return CopiedFile(isThere: false, fingerprint: nil)
      }
      let isUntouched = original.map {
        $0.size == there.size && ($0.modifiedAt &- there.modifiedAt).magnitude <= Self.slack
      }
      let found = photo.fingerprints.first { wanted in
        guard there.isRegular, there.size == wanted.byteCount else { return false }
        if wasCopied, isUntouched ?? false { return true }
        return (try? FileDigest.hex(.sha256, ofFileAt: directory.file(path))) == wanted.sha256
      }
      return CopiedFile(isThere: true, fingerprint: found)
    }
  }

  /// In bytes; a larger file is no sidecar or thumbnail.
  private static let largestCompanion: Int64 = 256 << 20

  /// A companion that differs from the copy's.
  private struct Update: Sendable {
    let file: CopiedCompanion
    let modifiedAt: Int64
    let verdict: CompanionVerdict
  }

  /// A file that was written to later than the original is set aside: somebody edited it here.
  func update(
    _ companions: [CopiedCompanion],
    decode: @escaping @Sendable (_ path: String) throws(ImageError) -> PictureSketch?
  ) async throws -> CompanionUpdate {
    let found = await open.disk.map(companions) { [directory] file in
      Self.update(of: file, in: directory, decode)
    }.compactMap(\.self)
    var (update, writes) = (CompanionUpdate(), [(path: String, change: PlaceChange)]())
    for found in found {
      switch found.verdict {
      case .refuse(let reason): update.refused.append(.init(path: found.file.path, reason: reason))
      case .copy(let setsAside):
        var write = PlaceWrite(found.file.path, .copy(of: found.file.original), .replace)
        write.modifiedAt = found.modifiedAt
        do throws(StorageError) {
          if setsAside, try await files.setAside(found.file.path) != nil { update.setAside += 1 }
          writes.append((found.file.path, .write(write)))
        } catch {
          guard error.isOfEntry else { throw error }
          update.refused.append(.init(path: found.file.path, reason: error.error.message))
        }
      }
    }
    let results = await files.place.apply(writes.map { [$0.change] })
    for (write, result) in zip(writes, results) {
      do throws(StorageError) {
        _ = try result.get()
        update.copied += 1
      } catch {
        guard error.isOfEntry else { throw error }
        update.refused.append(.init(path: write.path, reason: error.error.message))
      }
    }
    return update
  }

  /// Nil if the copy has the file, by its size and time, or if there is none. Blocks.
  private static func update(
    of file: CopiedCompanion, in directory: MirrorDirectory,
    _ decode: @escaping @Sendable (_ path: String) throws(ImageError) -> PictureSketch?
  ) -> Update? {
    guard let original = FileStatus(linkFree: file.original), original.isRegular,
      original.size <= largestCompanion
    else { return nil }
    let existing = FileStatus(linkFree: directory.file(file.path))
    if let existing, existing.isRegular, existing.size == original.size,
      existing.modifiedAt == original.modifiedAt
    {
      return nil
    }
    let own =
      existing == nil
      ? nil
      : try? DurableFile.read(directory.file(file.path), limit: CompanionCheck.mostBytes)
    var verdict = CompanionVerdict(
      on: file, isThere: existing != nil, replacing: own ?? nil, decode: decode)
    let isEdited = existing.map { !$0.isRegular || $0.modifiedAt > original.modifiedAt } ?? false
    if case .copy(false) = verdict, isEdited { verdict = .copy(setsAside: true) }
    return Update(file: file, modifiedAt: original.modifiedAt, verdict: verdict)
  }

  func size(of path: String) async throws -> Int64? {
    await open.disk.run { [directory] in DurableFile.size(of: directory.file(path)) }
  }

  func digest(of path: String) async throws -> String? {
    await open.disk.run { [directory] in
      guard DurableFile.size(of: directory.file(path)) != nil else { return nil }
      return try? FileDigest.hex(.sha256, ofFileAt: directory.file(path))
    }
  }

  func remove(_ path: String) async throws {
    try await open.disk.run { [directory] () throws(MirrorError) in
      let file = directory.file(path)
      guard LinkFree.unlink(file) == 0 else { throw .file("remove", file, errno: errno) }
    }
  }
}
