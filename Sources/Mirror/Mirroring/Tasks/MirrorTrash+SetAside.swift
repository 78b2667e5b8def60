import Foundation
import MirrorCore

/// Files that the mirror moved to its set-aside folder: damaged ones that were replaced, and what was in the place of
/// others.
extension MirrorTrash {
  /// A file in the set-aside folder.
  public struct Aside: Sendable, Hashable {
    /// The path of the file now, relative to the mirror.
    public let place: String
    /// The path that the file had, relative to the mirror.
    public let path: String
    /// When it was moved there, seconds since 1970.
    public let since: Int64
    /// Bytes of the file; 0 for something that is no file.
    public let byteCount: Int64

    fileprivate init?(_ file: AsideFile) {
      guard let path = file.original else { return nil }
      (place, self.path) = (file.path, path)
      (since, byteCount) = (file.since, file.byteCount)
    }
  }

  /// What is in the set-aside folder, in the order of the paths. Can run while a run is writing.
  /// - Throws: ``MirrorError``, or what `tell` throws.
  public func listSetAside(_ tell: (Aside) throws -> Void) async throws {
    try await mirror.open(.reading) { open in
      try await open.withStore(writes: false) { store in
        try await store.files.forEachAside { files in
          for file in files.compactMap(Aside.init) { try tell(file) }
        }
      }
    }
  }

  /// Deletes what is in the set-aside folder.
  /// - Parameter age: Only what has been there for at least this long.
  /// - Returns: The files that were deleted, and their bytes.
  public func emptySetAside(olderThan age: Duration) async throws -> (files: Int, bytes: Int64) {
    try await changing { trash, _ in
      let latest = Int64(Date().timeIntervalSince1970) - age.components.seconds
      var (count, bytes): (Int, Int64) = (0, 0)
      try await trash.destination.forEachAside { files in
        for file in files where file.since <= latest {
          try Task.checkCancellation()
          try await trash.destination.removeAside(file.path)
          count += 1
          bytes = bytes.addingClamped(file.byteCount)
        }
      }
      return (count, bytes)
    }
  }

  /// The files of the set-aside folder that have one of the names: their places, or the paths that they had. Of several
  /// that had one path the latest counts.
  static func asides(
    named names: Set<String>, in destination: MirrorFiles
  ) async throws -> [String: AsideFile] {
    var found: [String: AsideFile] = [:]
    try await destination.forEachAside { files in
      for file in files {
        for name in [file.path, file.original].compactMap(\.self) where names.contains(name) {
          if found[name].map({ $0.since <= file.since }) ?? true { found[name] = file }
        }
      }
    }
    return found
  }

  /// Gives a file of the set-aside folder the path that it had. A photo whose own bytes it has is in the mirror again.
  static func restore(
    _ file: AsideFile, named name: String, with trash: Trash, in open: OpenMirror
  ) async throws -> Outcome {
    guard let path = file.original else {
      return .refused(name: name, reason: "\(file.path) is not set aside")
    }
    do throws(StorageError) {
      try await trash.destination.move(file.path, to: path)
    } catch {
      guard error.isOfEntry else { throw error.error }
      return .refused(name: name, reason: error.error.message)
    }
    let photos = try await trash.catalog.photos(named: path)
    for photo in photos where photo.file?.path == path && photo.isLost {
      guard try await trash.isUnchanged(photo) == true else { continue }
      try await open.perform { try $0.noteFound(ofPhotos: [photo.record.id]) }
    }
    return .done(path: path)
  }
}

extension KnownPhoto {
  /// Whether the catalog records that its file is not in the mirror, which is to have it.
  fileprivate var isLost: Bool {
    file != nil && !record.isMirrored && record.departure?.state.isMirrored ?? true
  }
}
