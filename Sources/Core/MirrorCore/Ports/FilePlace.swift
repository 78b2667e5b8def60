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

/// How a place knows the bytes of a file.
package enum FileEvidence: Sendable, Comparable {
  /// Its size and time are known, as from a list.
  case listed
  /// With what was stored beside its bytes, which any program can write.
  case told
  /// With the digest that the place itself computed.
  case proven
  /// All bytes were read for the digest.
  case read
}

/// What is known of a file.
package struct FileFacts: Sendable, Hashable {
  /// What has a name.
  package enum Kind: Sendable, Hashable {
    case file
    case folder
    /// A link, or something else that is no file.
    case other
    /// It may exist: that cannot be determined, as without access to its folder.
    case unknown
  }

  /// What has the name.
  package let kind: Kind
  /// Bytes of the file; 0 for something that is no file.
  package let byteCount: Int64
  /// Seconds since 1970: of the file that was stored, or when it was; nil if unknown.
  package var modifiedAt: Int64?
  /// When anything about it changed, as far as the place tells, seconds since 1970.
  package var changedAt: Int64?
  /// What places tell of few files: one element or none, so that a value without it is cheap to copy.
  private var told: [Told] = []

  private struct Told: Sendable, Hashable {
    var sha256: String?
    var proof: String?
    var reason: String?
    var marks: FileMarks?
    var link: String?
  }

  private subscript<Value>(told path: WritableKeyPath<Told, Value?> & Sendable) -> Value? {
    get { told.isEmpty ? nil : told[0][keyPath: path] }
    set {
      guard newValue != nil || !told.isEmpty else { return }
      if told.isEmpty { told.append(Told()) }
      told[0][keyPath: path] = newValue
    }
  }

  /// The digest that was stored with it, which any program can write, in lower-case hexadecimal; nil if none was.
  package var sha256: String? {
    get { self[told: \.sha256] }
    set { self[told: \.sha256] = newValue }
  }
  /// The digest that the place computed of its bytes, or that was computed by reading them; nil if neither was done.
  package var proof: String? {
    get { self[told: \.proof] }
    set { self[told: \.proof] = newValue }
  }
  /// Why it is unknown whether it exists: a clause in lower case without a period; nil otherwise.
  package var reason: String? {
    get { self[told: \.reason] }
    set { self[told: \.reason] = newValue }
  }
  /// What was stored about it besides its bytes; nil if nothing was.
  package var marks: FileMarks? {
    get { self[told: \.marks] }
    set { self[told: \.marks] = newValue }
  }
  /// The symbolic link that its folder is or is in, relative to the place, so that it is no file of the place; nil if
  /// there is none, and in a list.
  package var link: String? {
    get { self[told: \.link] }
    set { self[told: \.link] = newValue }
  }

  package init(_ kind: Kind, byteCount: Int64 = 0, modifiedAt: Int64? = nil) {
    (self.kind, self.byteCount, self.modifiedAt) = (kind, byteCount, modifiedAt)
  }

  /// The bytes that it has, as far as is known; nil if it has no digest.
  package var fingerprint: FileFingerprint? {
    (proof ?? sha256).map { FileFingerprint(byteCount: byteCount, sha256: $0) }
  }
}

/// A file on this machine that has the bytes of a stored one, until ``FilePlace/release(_:)``.
package struct TakenFile: Sendable, Hashable {
  /// Absolute.
  package let path: String
  /// Whether it is a copy of its own.
  package let isCopy: Bool

  package init(path: String, isCopy: Bool) { (self.path, self.isCopy) = (path, isCopy) }
}

/// A change of a place.
package enum PlaceChange: Sendable {
  case write(PlaceWrite)
  /// Gives a file a free name. It succeeds if the file is there already and not under its old name.
  case move(PlaceMove)
  /// Deletes a file; succeeds if there is none.
  case remove(String)
}

/// A file to write.
package struct PlaceWrite: Sendable {
  /// Where its bytes are.
  package enum Content: Sendable, Hashable {
    case bytes([UInt8])
    /// A file on this machine, which the call consumes.
    case part(String)
    /// A file on this machine, which stays.
    case copy(of: String)
    /// It is stored already, possibly not durably.
    case stored
  }

  /// What happens to an existing file.
  package enum Rule: Sendable, Hashable {
    /// It stays, and the group fails.
    case exclusive
    /// It is replaced.
    case replace
    /// It stays, and the group goes on.
    case keep
  }

  /// Relative to the place.
  package let path: String
  /// Where its bytes are before the call.
  package let content: Content
  /// What happens to an existing file.
  package let rule: Rule
  /// Whether the group goes on if this name cannot be written.
  package var isOptional = false
  /// Whether it can be made again, so that a power cut may cost it.
  package var isRemakable = false
  /// Whether other users of the machine may not read it.
  package var isPrivate = false
  /// The modification time of the new file in seconds since 1970; nil for the current time.
  package var modifiedAt: Int64?
  /// What to store about it besides its bytes, where that is possible.
  package var marks: FileMarks?

  package init(_ path: String, _ content: Content, _ rule: Rule) {
    (self.path, self.content, self.rule) = (path, content, rule)
  }
}

/// A file to move.
package struct PlaceMove: Sendable {
  /// What happens if the name, or the file, is in the way.
  package enum Otherwise: Sendable, Hashable {
    case fail
    case skip
  }

  /// Relative to the place.
  package let path: String
  /// Its new path.
  package let other: String
  /// If there is no such file, and none with the new name.
  package let ifMissing: Otherwise
  /// If another file has the new name.
  package let ifTaken: Otherwise
  /// Whether the folder that it leaves is removed if it is empty then, as those of the trash are in any case.
  package var removesEmptyFolder = false
  /// Whether a file with the new name that a place takes for the same is what a kill left of this move, so that the old one
  /// is deleted. A store knows only by what it recorded of the bytes, which damage does not change.
  package var isRepeatable = true
  /// Whether the group goes on if the file cannot be moved.
  package var isOptional = false

  package init(
    _ path: String, to other: String, ifMissing: Otherwise = .fail, ifTaken: Otherwise = .fail
  ) {
    (self.path, self.other) = (path, other)
    (self.ifMissing, self.ifTaken) = (ifMissing, ifTaken)
  }
}

/// What became of a change.
package enum ChangeOutcome: Sendable, Hashable {
  case done
  /// An existing file stays (``PlaceWrite/Rule/keep``).
  case kept
  /// There was nothing to move.
  case missing
  /// Another file has the new name.
  case taken
  /// An optional change failed: a clause in lower case without a period.
  case failed(String)
}
