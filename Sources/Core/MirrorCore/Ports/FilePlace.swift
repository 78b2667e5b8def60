/// The port to a place of named files: a directory, a bucket, a server. It knows nothing of photos.
///
/// Paths are relative to the place, and have no component that is empty, `.` or `..`. All methods may be called at the
/// same time, by any task.
package protocol FilePlace: Sendable {
  /// What it is like.
  var traits: PlaceTraits { get }

  /// Passes what is below a folder to `body`, in parts, in an order that is the same in each call. A link is passed, and
  /// not followed; a folder that cannot be read has no files.
  /// - Parameter body: Returns false to end the list.
  /// - Throws: ``StorageError``, the errors of `body`, or `CancellationError`.
  func list(_ list: PlaceList, _ body: ([PlaceFile]) async throws -> Bool) async throws

  /// What is known of files, in the order of their paths; nil for a name that does not exist.
  /// - Parameter evidence: How much is asked for; a place may tell more.
  func facts(
    of paths: [String], _ evidence: FileEvidence
  ) async throws(StorageError) -> [FileFacts?]

  /// The files with these names and one of the extensions, by their names without it. Those that this value stored may be
  /// left out.
  func find(
    stems: [String], extensions: [String]
  ) async throws(StorageError) -> [String: String]

  /// The first bytes of a file; nil if the name does not exist.
  /// - Parameter isWhole: Whether `limit` is a bound of the whole file.
  /// - Throws: ``StorageError`` with `isOfEntry` if it is no regular file, or if it is to be whole and has more bytes.
  func read(
    _ path: String, limit: Int, isWhole: Bool
  ) async throws(StorageError) -> [UInt8]?

  /// A file on this machine with the bytes of a stored one; nil if the name does not exist.
  /// - Throws: ``StorageError`` with `isOfEntry` if it has more than `limit` bytes, or if a symbolic link leads to it.
  func take(_ path: String, limit: Int64) async throws(StorageError) -> TakenFile?

  /// Deletes a taken file if it is a copy.
  func release(_ file: TakenFile) async

  /// Makes changes: those of a group in their order until one fails, the groups independently of each other.
  ///
  /// What a result reports as done is durable when the call returns, and what a group writes before it moves or removes a
  /// file. A group can be repeated after a kill.
  /// - Returns: For each group the outcomes of its changes, or the first error that is not one of an optional change.
  func apply(_ groups: [[PlaceChange]]) async -> [Result<[ChangeOutcome], StorageError>]

  /// What can still be stored.
  func capacity() async -> PlaceCapacity
}

/// What a place is like.
package struct PlaceTraits: Sendable, Hashable {
  /// For messages: a path, or the name of a bucket.
  package let name: String
  /// The absolute path of the directory that it is; nil if its files are not on this machine.
  package let directory: String?
  /// Requests at the same time that help; files of a directory are read by the disk's threads.
  package let width: Int
  /// Whether it tells the digests of most files without reading them (``FileEvidence/told``).
  package let tellsDigests: Bool
  /// Whether a file has the time that it was given, so that a later one shows an edit.
  package let keepsTimes: Bool

  package init(
    name: String, directory: String?, width: Int, tellsDigests: Bool = false,
    keepsTimes: Bool = false
  ) {
    (self.name, self.directory, self.width) = (name, directory, width)
    (self.tellsDigests, self.keepsTimes) = (tellsDigests, keepsTimes)
  }

  /// How the digests of many files are found out at the least cost.
  package var cheapestEvidence: FileEvidence { tellsDigests ? .told : .read }
}

/// What a place has room for.
package struct PlaceCapacity: Sendable, Hashable {
  /// The number of bytes that can still be stored; nil if unknown.
  package let byteCount: Int64?
  /// Bytes of the longest name of a new file; a place may say more than it takes.
  package let longestName: Int

  package init(byteCount: Int64?, longestName: Int) {
    (self.byteCount, self.longestName) = (byteCount, longestName)
  }
}

/// Which files of a place are listed.
package struct PlaceList: Sendable {
  /// Empty for the whole place.
  package var folder: String
  /// Only what comes after this path in the order of the list; nil for all.
  package var after: String?
  /// Whether names below the folder that begin with a dot are listed too.
  package var includesHidden = false
  /// Whether a folder's files are listed. Not asked by a place that has no folders. May block.
  package var enters: @Sendable (String) -> Bool = { _ in true }

  package init(below folder: String = "", after path: String? = nil) {
    (self.folder, after) = (folder, path)
  }
}

/// A file of a list.
package struct PlaceFile: Sendable, Hashable {
  /// Relative to the place.
  package let path: String
  /// The facts as they are listed.
  package let facts: FileFacts

  package init(path: String, facts: FileFacts) { (self.path, self.facts) = (path, facts) }
}

/// A file on this machine that has the bytes of a stored one, until ``FilePlace/release(_:)``.
package struct TakenFile: Sendable, Hashable {
  /// Absolute.
  package let path: String
  /// Whether it is a copy of its own.
  package let isCopy: Bool

  package init(path: String, isCopy: Bool) { (self.path, self.isCopy) = (path, isCopy) }
}
