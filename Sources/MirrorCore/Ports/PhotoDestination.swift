/// The port to the place where photos are stored: a directory, or another store with named files.
///
/// Paths are relative to the mirror and have no component that is empty or begins with a dot.
package protocol PhotoDestination: Sendable {
  /// Which files of mirrored photos exist, in the order of `files`.
  func look(for files: [StoredFiles]) async -> [FileLook]

  /// The stored files with these names without extension, by these names. Files that this run stored may be
  /// left out.
  func find(stems: [String]) async throws(StorageError) -> [String: String]

  /// Stores a batch of files durably. Each name is created exclusively: only an existing thumbnail is
  /// replaced. Everything that a result reports as stored is durable when the call returns.
  /// - Returns: In the order of `files`, the files beside the photo that could not be written, or why the
  ///   photo could not be stored.
  func place(_ files: [Placement]) async -> [Result<[CompanionFailure], StorageError>]

  /// A file on this machine with the bytes of a stored file; for a directory, the file itself.
  func localFile(of path: String) async throws(StorageError) -> String

  /// Moves a stored file away, durably.
  /// - Returns: Its new path, relative to the mirror.
  func retire(_ path: String, to folder: RetiredFolder) async throws(StorageError) -> String

  /// The number of bytes that can still be stored; nil if unknown.
  func capacity() async -> Int64?
}

/// The folder for files that are no longer part of the mirror.
package enum RetiredFolder: Sendable, Hashable {
  /// Broken files.
  case setAside
  /// Files that the mirror no longer keeps, under a label such as a date.
  case trash(String)
}

/// The files of a mirrored photo.
package struct StoredFiles: Sendable, Hashable {
  package let path: String
  package let stem: String
  package let hasThumbnail: Bool

  package init(path: String, stem: String, hasThumbnail: Bool) {
    (self.path, self.stem, self.hasThumbnail) = (path, stem, hasThumbnail)
  }
}

/// Which files of a mirrored photo exist.
package struct FileLook: Sendable, Hashable {
  /// Whether the photo's file exists, whatever its bytes, because people edit files. An empty file counts as
  /// damaged.
  package let isThere: Bool
  package let hasSidecar: Bool
  /// Also true if it never had one.
  package let hasThumbnail: Bool

  package init(isThere: Bool, hasSidecar: Bool = true, hasThumbnail: Bool = true) {
    (self.isThere, self.hasSidecar, self.hasThumbnail) = (isThere, hasSidecar, hasThumbnail)
  }

  package var isComplete: Bool { isThere && hasSidecar && hasThumbnail }
}

/// A photo to store, with its sidecar and thumbnail.
package struct Placement: Sendable {
  package enum Picture: Sendable, Hashable {
    /// A file of the workspace, which the call consumes.
    case part(String)
    /// Already stored, possibly not durably.
    case stored
  }

  /// The photo's path.
  package let path: String
  package let picture: Picture
  package let companions: [Companion]

  package init(path: String, picture: Picture, companions: [Companion]) {
    (self.path, self.picture, self.companions) = (path, picture, companions)
  }
}

/// A file beside a photo.
package enum Companion: Sendable, Hashable {
  /// Replaces an existing file.
  case thumbnail([UInt8], stem: String)
  /// An existing sidecar is kept, because people edit them.
  case sidecar([UInt8])
}

/// A sidecar or thumbnail that could not be written; the photo itself is stored.
package enum CompanionFailure: Sendable, Hashable {
  case thumbnail(String)
  case sidecar(String)

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
