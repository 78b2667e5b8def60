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
  var destination: any PhotoDestination { get }

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

  let files: DirectoryDestination
  let open: OpenMirror
  var destination: any PhotoDestination { files }
  private var directory: MirrorDirectory { files.directory }

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

  /// A companion that was looked at.
  private enum Updated {
    case same
    case copied(Set<String>, hasSetAside: Bool)
    case refused(String)
  }

  func update(
    _ companions: [CopiedCompanion],
    decode: @escaping @Sendable (_ path: String) throws(ImageError) -> PictureSketch?
  ) async throws -> CompanionUpdate {
    let results = await open.disk.map(companions) { [files] file in
      Result { () throws(StorageError) in try Self.update(file, in: files, decode) }
    }
    var (update, folders) = (CompanionUpdate(), Set<String>())
    for (file, result) in zip(companions, results) {
      do throws(StorageError) {
        switch try result.get() {
        case .same: continue
        case .refused(let reason): update.refused.append(.init(path: file.path, reason: reason))
        case .copied(let changed, let hasSetAside):
          folders.formUnion(changed)
          update.copied += 1
          update.setAside += hasSetAside ? 1 : 0
        }
      } catch {
        guard error.isOfEntry else { throw error }
        update.refused.append(.init(path: file.path, reason: error.error.message))
      }
    }
    let synced = await open.disk.map(Array(folders)) { folder in
      Result { () throws(StorageError) in try DurableFile.sync(folder) }
    }
    for result in synced { try result.get() }
    return update
  }

  private static func update(
    _ file: CopiedCompanion, in files: DirectoryDestination,
    _ decode: @escaping @Sendable (_ path: String) throws(ImageError) -> PictureSketch?
  ) throws(StorageError) -> Updated {
    guard files.isOtherCopy(of: file.original, at: file.path) else { return .same }
    let path = files.directory.file(file.path)
    let isThere = FileStatus(linkFree: path) != nil
    let own = isThere ? try? DurableFile.read(path, limit: CompanionCheck.mostBytes) : nil
    switch CompanionVerdict(on: file, isThere: isThere, replacing: own ?? nil, decode: decode) {
    case .refuse(let reason): return .refused(reason)
    case .copy(let setsAside):
      let copied = try files.updateCopy(of: file.original, at: file.path, setsAside: setsAside)
      return .copied(copied.folders, hasSetAside: copied.hasSetAside)
    }
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
