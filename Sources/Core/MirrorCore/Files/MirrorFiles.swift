/// The files of a mirror's photos in a place.
///
/// The only code that knows which files belong to a photo, the set-aside folder, the trash and the mirror's id, and the
/// order in which they change: the record first, then the files beside the photo, the photo itself last; each call can be
/// repeated after a kill.
package struct MirrorFiles: Sendable {
  /// Where they are.
  package let place: any FilePlace
  /// The extensions of possible photos, without dots.
  private let extensions: [String]
  let sidecars: SidecarChoice

  /// - Parameters:
  ///   - extensions: The extensions that ``find(stems:)`` looks for, without dots.
  ///   - sidecars: The sidecars that a complete photo has, and their names.
  package init(
    in place: any FilePlace, extensions: [String], sidecars: SidecarChoice = SidecarChoice()
  ) {
    (self.place, self.extensions, self.sidecars) = (place, extensions, sidecars)
  }

  /// Which files of mirrored photos exist, in the order of `files`.
  package func look(for files: [StoredFiles]) async throws(StorageError) -> [FileLook] {
    guard !files.isEmpty else { return [] }
    let names = files.map { file in
      [file.path] + sidecars.formats.map { sidecars.path(of: file.path, as: $0) }
        + [file.thumbnail.format].compactMap(\.self).map {
          MirrorNames.thumbnail(ofStem: file.stem, $0)
        }
    }
    let facts = try await place.facts(of: names.flatMap(\.self), .listed)
    // Slices of the facts would each be a copy of all of them.
    var end = 0
    return zip(files, names).map { file, names in
      let start = end
      end += names.count
      let thumbnails = end - (file.thumbnail.format == nil ? 0 : 1)
      return FileLook(
        isThere: facts[start]?.isPhoto ?? false,
        hasSidecar: (start + 1..<thumbnails).allSatisfy { facts[$0] != nil },
        hasThumbnail: (thumbnails..<end).allSatisfy { facts[$0] != nil })
    }
  }

  /// The stored files with these names without extension, by these names. Files that this run stored may be
  /// left out.
  package func find(stems: [String]) async throws(StorageError) -> [String: String] {
    guard !stems.isEmpty else { return [:] }
    return try await place.find(stems: stems, extensions: extensions)
  }

  /// Bytes of the longest name that a new photo's files may have; a place may say more than it takes.
  package func longestName() async -> Int { await place.capacity().longestName }

  /// The number of bytes that can still be stored; nil if unknown.
  package func capacity() async -> Int64? { await place.capacity().byteCount }

  /// Stores a batch of files durably. Each name is created exclusively: only an existing thumbnail is
  /// replaced. Everything that a result reports as stored is durable when the call returns.
  /// - Returns: In the order of `files`, the files beside the photo that could not be written, or why the
  ///   photo could not be stored.
  package func place(_ files: [Placement]) async -> [Result<[CompanionFailure], StorageError>] {
    let results = await place.apply(files.map(changes))
    return zip(files, results).map { file, result in
      result.map { outcomes in
        zip(file.companions, outcomes).compactMap { companion, outcome in
          guard case .failed(let reason) = outcome else { return nil }
          return CompanionFailure(companion, reason)
        }
      }
    }
  }

  /// The files beside the photo are written before it, so that an existing photo has them.
  private func changes(of file: Placement) -> [PlaceChange] {
    var photo =
      switch file.picture {
      case .part(let part): PlaceWrite(file.path, .part(part), .exclusive)
      case .stored: PlaceWrite(file.path, .stored, .keep)
      }
    (photo.modifiedAt, photo.isPrivate, photo.marks) =
      (file.modifiedAt, file.isPrivate, file.marks)
    return file.companions.map { .write(write(of: $0, file)) } + [.write(photo)]
  }

  private func write(of companion: Companion, _ file: Placement) -> PlaceWrite {
    var write =
      switch companion {
      case .thumbnail(let bytes, let stem, let format):
        PlaceWrite(MirrorNames.thumbnail(ofStem: stem, format), .bytes(bytes), .replace)
      case .sidecar(let bytes, let format):
        PlaceWrite(sidecars.path(of: file.path, as: format), .bytes(bytes), .keep)
      case .rewrittenSidecar(let bytes, let format):
        PlaceWrite(sidecars.path(of: file.path, as: format), .bytes(bytes), .replace)
      }
    write.isOptional = true
    switch companion {
    case .thumbnail: write.isRemakable = true
    case .sidecar: (write.isRemakable, write.isPrivate) = (true, file.isPrivate)
    case .rewrittenSidecar: write.isPrivate = file.isPrivate
    }
    return write
  }

  /// Passes a file on this machine with the bytes of a stored one to `body`; for a directory, the file itself.
  /// - Throws: ``StorageError`` with `isOfEntry` if there is no such file; the errors of `body`.
  package func withFile<Result>(
    at path: String, _ body: (_ file: String) async throws -> Result
  ) async throws -> Result {
    guard let taken = try await place.take(path, limit: .max) else {
      throw StorageError(
        .directory("\(place.traits.name)/\(path) does not exist"), isOfEntry: true)
    }
    do {
      let result = try await body(taken.path)
      await place.release(taken)
      return result
    } catch {
      await place.release(taken)
      throw error
    }
  }

  /// What is known of one file; nil for a name that does not exist.
  package func facts(
    of path: String, _ evidence: FileEvidence
  ) async throws(StorageError) -> FileFacts? {
    try await place.facts(of: [path], evidence).first.flatMap(\.self)
  }

  /// What was stored about a photo's file besides its bytes; nil if nothing was, as in a directory, or if the name does
  /// not exist.
  package func marks(of path: String) async throws(StorageError) -> FileMarks? {
    try await facts(of: path, .told)?.marks
  }

  /// The bytes of a stored file; nil if the name does not exist.
  /// - Throws: ``StorageError`` with `isOfEntry` if it is no regular file or has more than `limit` bytes.
  package func read(_ path: String, limit: Int) async throws(StorageError) -> [UInt8]? {
    try await place.read(path, limit: limit, isWhole: true)
  }

  /// What a stored file, or one in the trash, is now; nil if there is no such file.
  package func fingerprint(of path: String) async throws(StorageError) -> FileFingerprint? {
    try await facts(of: path, .read)?.fingerprint
  }

  /// What a stored file is, as it is found out at the least cost; nil if there is none, or if it cannot be read.
  package func knownFingerprint(of path: String) async throws(StorageError) -> FileFingerprint? {
    do throws(StorageError) {
      return try await facts(of: path, place.traits.cheapestEvidence)?.fingerprint
    } catch {
      guard error.isOfEntry else { throw error }
      return nil
    }
  }

  /// The longest edge of a thumbnail in pixels; nil if none, or if it cannot be read.
  package func thumbnailEdge(ofStem stem: String, _ format: ThumbnailFormat) async -> Int? {
    let path = MirrorNames.thumbnail(ofStem: stem, format)
    let head = try? await place.read(path, limit: ThumbnailSize.headLength, isWhole: false)
    return head.flatMap { ThumbnailSize(head: $0)?.edge }
  }

  /// Deletes the thumbnails of photos in other formats than these. What cannot be deleted stays.
  /// - Parameter kept: The thumbnails as the catalog records them, by the photos' stems.
  package func dropThumbnails(except kept: [String: StoredThumbnail]) async {
    let paths = kept.flatMap { stem, kept in
      ThumbnailFormat.allCases.filter { $0 != kept.format }.map {
        MirrorNames.thumbnail(ofStem: stem, $0)
      }
    }
    guard !paths.isEmpty else { return }
    _ = await place.apply(paths.map { [.remove($0)] })
  }

  /// The files of a list, `limit` at most.
  package func listed(_ list: PlaceList, limit: Int) async throws(StorageError) -> [PlaceFile] {
    var files: [PlaceFile] = []
    do {
      try await place.list(list) { part in
        files += part.prefix(limit - files.count)
        return files.count < limit
      }
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(.directory("the list of \(list.folder) has ended early: \(error)"))
    }
    return files
  }

  /// Whether the place has no file at all.
  package func isEmpty() async throws(StorageError) -> Bool {
    var list = PlaceList()
    list.includesHidden = true
    return try await listed(list, limit: 1).isEmpty
  }

  /// Makes the changes of one group.
  @discardableResult
  package func apply(_ changes: [PlaceChange]) async throws(StorageError) -> [ChangeOutcome] {
    guard let result = await place.apply([changes]).first else { return [] }
    return try result.get()
  }
}

extension MirrorFiles {
  private static let mark = ".photomirror/" + MirrorMark.name

  /// The id of the mirror whose photos these are, as ``noteMirrorID(_:)`` stored it; nil if none is.
  package func mirrorID() async throws(StorageError) -> String? {
    try await read(Self.mark, limit: MirrorMark.limit).flatMap(MirrorMark.id)
  }

  /// Stores the id of the mirror whose photos these are, in the place of another one.
  package func noteMirrorID(_ id: String) async throws(StorageError) {
    try await replace(Self.mark, by: MirrorMark.bytes(id))
  }

  /// Stores bytes under a name, in the place of what it has.
  package func replace(_ path: String, by bytes: [UInt8]) async throws(StorageError) {
    try await apply([.write(PlaceWrite(path, .bytes(bytes), .replace))])
  }

  /// Deletes a file; succeeds if there is none.
  package func remove(_ path: String) async throws(StorageError) {
    try await apply([.remove(path)])
  }
}

extension FileFacts {
  /// Whether a photo's file is there: an empty one counts as damaged, and one that cannot be looked at is not missing.
  fileprivate var isPhoto: Bool { kind == .file ? byteCount > 0 : kind == .unknown }
}
