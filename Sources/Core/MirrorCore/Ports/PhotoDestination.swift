import Glibc

/// The port to the files of photos, wherever they are stored.
///
/// Paths are relative to the mirror and have no component that is empty or begins with a dot.
package protocol PhotoDestination: Sendable {
  /// Which files of mirrored photos exist, in the order of `files`.
  func look(for files: [StoredFiles]) async throws(StorageError) -> [FileLook]

  /// The stored files with these names without extension, by these names. Files that this run stored may be
  /// left out.
  func find(stems: [String]) async throws(StorageError) -> [String: String]

  /// Bytes of the longest name that a new photo's files may have; a place may say more than it takes.
  func longestName() async -> Int

  /// Stores a batch of files durably. Each name is created exclusively: only an existing thumbnail is
  /// replaced. Everything that a result reports as stored is durable when the call returns.
  /// - Returns: In the order of `files`, the files beside the photo that could not be written, or why the
  ///   photo could not be stored.
  func place(_ files: [Placement]) async -> [Result<[CompanionFailure], StorageError>]

  /// A file on this machine with the bytes of a stored file; for a directory, the file itself. Pass it to
  /// ``release(localFile:)`` at the end.
  func localFile(of path: String) async throws(StorageError) -> String

  /// Deletes a file of ``localFile(of:)`` if it is a copy.
  func release(localFile path: String) async

  /// What was stored about a photo's file besides its bytes; nil if nothing was, as in a directory, or if the name does
  /// not exist.
  func marks(of path: String) async throws(StorageError) -> FileMarks?

  /// The bytes of a stored file; nil if the name does not exist.
  /// - Throws: ``StorageError`` with `isOfEntry` if it is no regular file or has more than `limit` bytes.
  func read(_ path: String, limit: Int) async throws(StorageError) -> [UInt8]?

  /// The longest edge of a thumbnail in pixels; nil if none, or if it cannot be read.
  func thumbnailEdge(ofStem stem: String, _ format: ThumbnailFormat) async -> Int?

  /// Deletes the thumbnails of photos in other formats than these. What cannot be deleted stays.
  /// - Parameter kept: The thumbnails as the catalog records them, by the photos' stems.
  func dropThumbnails(except kept: [String: StoredThumbnail]) async

  /// Moves what has a name to the set-aside folder, durably: a broken file, or something that is no file.
  /// - Returns: Its new path, relative to the mirror; nil if nothing has the name.
  func setAside(_ path: String) async throws(StorageError) -> String?

  /// Passes the files in the set-aside folder to `body`, part by part in the order of their paths. `body` may move and
  /// delete them.
  /// - Throws: ``StorageError``, the errors of `body`, or `CancellationError`.
  func forEachAside(_ body: ([AsideFile]) async throws -> Void) async throws

  /// Gives a stored file another name, durably. Call it again to finish what a kill interrupted; it also succeeds if the
  /// file has the name already.
  /// - Throws: ``StorageError`` with `isOfEntry` if another file has the name, or if there is no such file.
  func move(_ path: String, to other: String) async throws(StorageError)

  /// Deletes a file of the set-aside folder; succeeds if there is none.
  func removeAside(_ path: String) async throws(StorageError)

  /// What a stored file, or one in the trash, is now; nil if there is no such file.
  func fingerprint(of path: String) async throws(StorageError) -> FileFingerprint?

  /// A free path in the trash for a photo's file.
  /// - Parameter label: The name of a folder in the trash, such as a date.
  func trashPlace(of path: String, label: String) async throws(StorageError) -> String

  /// Moves a photo's files to the trash, durably: its record first, its own file last. Call it again to finish
  /// what a kill interrupted; it also succeeds if the files are there already.
  /// - Parameters:
  ///   - place: Where the photo's file goes, from ``trashPlace(of:label:)``; its companions go beside it.
  ///   - record: What is known of the photo, for the case that the catalog is lost.
  ///   - isPictureOnly: Whether its companions stay, because a new version takes its path.
  func discard(
    _ files: StoredFiles, to place: String, record: [UInt8], isPictureOnly: Bool
  ) async throws(StorageError)

  /// Moves a photo's files back from the trash, durably: its own file last but for the record. Call it again to
  /// finish what a kill interrupted; it also succeeds if the files are back already. Existing files are not
  /// replaced: a companion then stays in the trash; if it is the photo's own file, the call fails.
  func recover(_ files: StoredFiles, from place: String) async throws(StorageError)

  /// Deletes a photo's files from the trash, its record last.
  func purge(_ place: String) async throws(StorageError)

  /// What is in the trash, in the order of the places.
  /// - Parameter after: The place of the last item of the previous batch; nil for the first batch.
  func trash(after place: String?, limit: Int) async throws(StorageError) -> [TrashItem]

  /// The number of bytes that can still be stored; nil if unknown.
  func capacity() async -> Int64?

  /// The id of the mirror whose photos these are, as ``noteMirrorID(_:)`` stored it; nil if none is.
  func mirrorID() async throws(StorageError) -> String?

  /// Stores the id of the mirror whose photos these are, in the place of another one.
  func noteMirrorID(_ id: String) async throws(StorageError)
}

extension PhotoDestination {
  /// A directory has nothing but the file.
  package func marks(of path: String) async throws(StorageError) -> FileMarks? { nil }

  /// A directory's files are no copies.
  package func release(localFile path: String) async {}

  /// Moves a photo's files to the trash, with its companions.
  package func discard(
    _ files: StoredFiles, to place: String, record: [UInt8]
  ) async throws(StorageError) {
    try await discard(files, to: place, record: record, isPictureOnly: false)
  }
}

/// The id of a mirror as a file.
package enum MirrorMark {
  /// In the state of a directory, or of a store.
  package static let name = "mirror-id"
  /// In bytes.
  package static let limit = 64

  /// The id in a file's bytes; nil for other content.
  package static func id(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return text.utf8.count == 32 && text.allSatisfy(\.isHexDigit) ? text : nil
  }

  /// The file's bytes.
  package static func bytes(_ id: String) -> [UInt8] { Array((id + "\n").utf8) }
}

/// A file in the set-aside folder.
package struct AsideFile: Sendable, Hashable {
  /// Relative to the mirror.
  package let path: String
  /// Bytes of the file; 0 for something that is no file.
  package let byteCount: Int64
  /// When it was moved there, seconds since 1970, as far as the place tells.
  package let since: Int64

  package init(path: String, byteCount: Int64, since: Int64) {
    (self.path, self.byteCount, self.since) = (path, byteCount, since)
  }

  /// The path that the file had, relative to the mirror; nil if this is no path in the set-aside folder.
  package var original: String? {
    guard path.hasPrefix(MirrorNames.setAside + "/"), !path.contains("/../") else { return nil }
    let name = path.dropFirst(MirrorNames.setAside.count + 1)
    guard let mark = name.lastIndex(of: "~"), !name[mark...].dropFirst().isEmpty,
      name[mark...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
    else { return String(name) }
    return String(name[..<mark])
  }
}

/// A photo in the trash.
package struct TrashItem: Sendable, Hashable {
  /// The path of its file, relative to the mirror.
  package let place: String
  /// The record that was stored with it; empty if it is too large to be one.
  package let record: [UInt8]

  package init(place: String, record: [UInt8]) { (self.place, self.record) = (place, record) }

  /// A longer record was not written by this program.
  package static let longestRecord = 1 << 20
}

/// Which files of a mirrored photo exist.
package struct FileLook: Sendable, Hashable {
  /// Whether the photo's file exists, whatever its bytes, because people edit files. An empty file counts as
  /// damaged. Also true if that cannot be determined, as without access to its folder: it is not missing then.
  package let isThere: Bool
  /// Whether all sidecars that the destination writes exist; also true if it writes none, or if that cannot be
  /// determined.
  package let hasSidecar: Bool
  /// Also true if it needs none, or if that cannot be determined.
  package let hasThumbnail: Bool

  package init(isThere: Bool, hasSidecar: Bool = true, hasThumbnail: Bool = true) {
    (self.isThere, self.hasSidecar, self.hasThumbnail) = (isThere, hasSidecar, hasThumbnail)
  }

  /// Whether nothing is missing.
  package var isComplete: Bool { isThere && hasSidecar && hasThumbnail }
}

/// A photo to store, with its sidecar and thumbnail.
package struct Placement: Sendable {
  /// The place of a photo's bytes.
  package enum Picture: Sendable, Hashable {
    /// A file of the workspace, which the call consumes.
    case part(String)
    /// Already stored, possibly not durably.
    case stored
  }

  /// The photo's path.
  package let path: String
  /// The place of its bytes before the call.
  package let picture: Picture
  /// The files to store with it.
  package let companions: [Companion]
  /// The modification time of a new file in seconds since 1970; nil for the current time.
  package let modifiedAt: Int64?
  /// Whether other users of the machine may not read the new files: the site shows the photo to some people only.
  package let isPrivate: Bool
  /// What to store about the file besides its bytes, where that is possible; nil for nothing.
  package let marks: FileMarks?

  package init(
    path: String, picture: Picture, companions: [Companion], modifiedAt: Int64? = nil,
    isPrivate: Bool = false, marks: FileMarks? = nil
  ) {
    (self.isPrivate, self.marks) = (isPrivate, marks)
    (self.path, self.picture, self.companions) = (path, picture, companions)
    self.modifiedAt = modifiedAt
  }
}

/// A sidecar or thumbnail that could not be written; the photo itself is stored.
package enum CompanionFailure: Sendable, Hashable {
  case thumbnail(String)
  case sidecar(String)

  /// The failure of a companion.
  package init(_ companion: Companion, _ reason: String) {
    self =
      switch companion {
      case .thumbnail: .thumbnail(reason)
      case .sidecar, .rewrittenSidecar: .sidecar(reason)
      }
  }

  /// A clause in lower case without a period.
  package var message: String {
    switch self {
    case .thumbnail(let reason): "no thumbnail: \(reason)"
    case .sidecar(let reason): "no sidecar: \(reason)"
    }
  }
}

/// Why a file operation of the mirror failed.
package struct StorageError: Error, Sendable, Hashable {
  /// The error with which it stops the run.
  package let error: MirrorError
  /// Whether the failure concerns one name only, and so one photo instead of the run.
  package let isOfEntry: Bool

  package init(_ error: MirrorError, isOfEntry: Bool = false) {
    (self.error, self.isOfEntry) = (error, isOfEntry)
  }
}

extension PhotoDestination {
  package func longestName() async -> Int { NameTemplate.usualLongest }
}

extension StorageError {
  /// Whether there is no such file or folder.
  package var isNameMissing: Bool {
    if case .directory(_, .system(errno: ENOENT)) = error { true } else { false }
  }

  /// Whether the file system takes no name of this length.
  package var isNameTooLong: Bool {
    if case .directory(_, .system(errno: ENAMETOOLONG)) = error { true } else { false }
  }
}
