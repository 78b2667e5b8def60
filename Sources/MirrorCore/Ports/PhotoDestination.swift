/// The port to the place where photos are stored: a directory, or another store with named files.
///
/// Paths are relative to the mirror and have no component that is empty or begins with a dot.
package protocol PhotoDestination: Sendable {
  /// Which files of mirrored photos are there, in the order of `files`.
  func look(for files: [StoredFiles]) async -> [FileLook]

  /// The files that are stored under names without extension, by these names. Files that this run stored
  /// may be left out.
  func find(stems: [String]) async throws(StorageError) -> [String: String]

  /// Stores a batch of files durably, each exclusively by its name: nothing that is there is replaced but
  /// a thumbnail. What one of the results says is durable when the call returns.
  /// - Returns: in the order of `files`, what could not be written beside the photo, or why the photo
  ///   could not be stored.
  func place(_ files: [Placement]) async -> [Result<[CompanionFailure], StorageError>]

  /// A file of this machine with the bytes of a stored file; of a directory the file itself.
  func localFile(of path: String) async throws(StorageError) -> String

  /// Moves a stored file out of the way, durably.
  /// - Returns: where it is now, relative to the mirror.
  func retire(_ path: String, to folder: RetiredFolder) async throws(StorageError) -> String

  /// Bytes that can still be stored; nil if that is not known.
  func capacity() async -> Int64?
}

/// Where files go that are no longer part of the mirror.
package enum RetiredFolder: Sendable, Hashable {
  /// Broken files that were found.
  case setAside
  /// Files that the mirror gave up, under a label such as a date.
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

/// Which files of a mirrored photo are there.
package struct FileLook: Sendable, Hashable {
  /// Whether the photo's own file is there, whatever its bytes, because people edit files. An empty one
  /// is damaged.
  package let isThere: Bool
  package let hasSidecar: Bool
  /// True also if it never had one.
  package let hasThumbnail: Bool

  package init(isThere: Bool, hasSidecar: Bool = true, hasThumbnail: Bool = true) {
    (self.isThere, self.hasSidecar, self.hasThumbnail) = (isThere, hasSidecar, hasThumbnail)
  }

  package var isComplete: Bool { isThere && hasSidecar && hasThumbnail }
}

/// A photo to store, with the files beside it.
package struct Placement: Sendable {
  package enum Picture: Sendable, Hashable {
    /// A file of the workspace, which the call consumes.
    case part(String)
    /// It is stored already, perhaps not durably.
    case stored
  }

  /// Of the photo.
  package let path: String
  package let picture: Picture
  package let companions: [Companion]

  package init(path: String, picture: Picture, companions: [Companion]) {
    (self.path, self.picture, self.companions) = (path, picture, companions)
  }
}

/// A file beside a photo.
package enum Companion: Sendable, Hashable {
  /// Replaces what is there.
  case thumbnail([UInt8], stem: String)
  /// A sidecar that is there stays, because people edit them.
  case sidecar([UInt8])
}

/// A file beside a photo that could not be written, which does not cost the photo.
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
  /// As what it stops the run.
  package let error: MirrorError
  /// Whether only what has this name is concerned: one photo, and not the run.
  package let isOfEntry: Bool

  package init(_ error: MirrorError, isOfEntry: Bool = false) {
    (self.error, self.isOfEntry) = (error, isOfEntry)
  }
}
