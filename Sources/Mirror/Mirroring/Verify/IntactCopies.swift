import Catalog
import Digests
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// Files of another mirror, of a bucket or of any folder that have the bytes of wanted photos.
struct IntactCopies {
  private static let batchSize = 500

  /// A file that may have the bytes of wanted photos.
  struct Candidate: Sendable {
    /// Relative to its place.
    let path: String
    let fingerprint: FileFingerprint
    let place: any FilePlace
    /// Whether it is a file of the mirror itself under a name that is no photo's. It is moved, and not copied.
    var isMisplaced = false
  }

  /// Takes candidates, and returns the sizes of the files that are still wanted.
  typealias Taking = ([Candidate]) async throws -> Set<Int64>

  private let place: Repair.Copies
  /// The mirror that lost its photos.
  private let open: OpenMirror

  init(in place: Repair.Copies, for open: OpenMirror) { (self.place, self.open) = (place, open) }

  /// - Throws: ``MirrorError`` if it is no directory. Blocks.
  static func check(_ place: Repair.Copies) throws(MirrorError) {
    guard case .directory(let mirror) = place else { return }
    guard FileStatus(following: mirror.directory.path)?.isDirectory ?? false else {
      throw .directory("\(mirror.path) is not a directory")
    }
  }

  /// Passes the files that have one of these sizes to `body`, in batches, until none is wanted.
  ///
  /// A mirror's catalog is read first, then its trash, then the files that have no photo, and then each file of such a
  /// size whatever its name. The last is all that is read of another folder, and of a mirror whose catalog cannot be
  /// read. Of a store, the list and the stored digests are read.
  func forEach(of sizes: Set<Int64>, _ body: Taking) async throws {
    switch place {
    case .bucket(let location):
      let store = try await OpenedStore.open(
        location, for: open.directory, on: open.disk, writes: false)
      try await whileOpen {
        _ = try await search(store.place, sizes, body)
      } close: {
        await store.close()
      }
    case .directory(let mirror): try await search(mirror, sizes, body)
    }
  }

  private func search(_ mirror: Mirror, _ sizes: Set<Int64>, _ body: Taking) async throws {
    var rest = sizes
    let directory = DirectoryPlace(mirror.directory, pool: open.disk)
    var searched = ""
    do {
      try await mirror.openIfExists { other in
        guard let other else { return }
        try await other.withStore(writes: false) { store in
          rest = try await search(catalogOf: other, store, rest, body)
          rest = try await search(trashOf: store, rest, body)
          guard !rest.isEmpty else { return }
          let wanted = rest
          try await MisplacedFiles(of: other, in: store).forEach(of: wanted) { found in
            rest = try await body(found.map(\.asCopy))
            return rest
          }
          rest = try await search(store.place, rest, body)
          searched = store.place.traits.name
        }
      }
    } catch MirrorError.directory(_, .damagedCatalog) {}
    guard !rest.isEmpty, searched != directory.traits.name else { return }
    _ = try await search(directory, rest, body)
  }

  private func search(
    catalogOf open: OpenMirror, _ store: OpenedStore, _ sizes: Set<Int64>, _ body: Taking
  ) async throws -> Set<Int64> {
    var rest = sizes
    for try await photos in open.catalog.expected(batch: Self.batchSize) {
      if rest.isEmpty { break }
      let found = photos.flatMap { photo in
        photo.fingerprints.filter { rest.contains($0.byteCount) }.map {
          Candidate(path: photo.file.path, fingerprint: $0, place: store.place)
        }
      }
      if !found.isEmpty { rest = try await body(found) }
    }
    return rest
  }

  private func search(
    trashOf store: OpenedStore, _ sizes: Set<Int64>, _ body: Taking
  ) async throws -> Set<Int64> {
    var rest = sizes
    for try await items in store.files.trash(batch: Self.batchSize) {
      if rest.isEmpty { break }
      let found = items.compactMap { item -> Candidate? in
        guard let known = TrashRecord(item.record)?.fingerprint, rest.contains(known.byteCount)
        else { return nil }
        return Candidate(path: item.place, fingerprint: known, place: store.place)
      }
      if !found.isEmpty { rest = try await body(found) }
    }
    return rest
  }

  /// Names that begin with a dot, and links, are left out.
  private func search(
    _ place: any FilePlace, _ sizes: Set<Int64>, _ body: Taking
  ) async throws -> Set<Int64> {
    var rest = sizes
    try await place.list(PlaceList()) { files in
      let fitting = files.filter {
        $0.facts.kind == .file && rest.contains($0.facts.byteCount)
      }
      let found = try await Self.candidates(
        fitting.map(\.path), in: place, place.traits.cheapestEvidence)
      if !found.isEmpty { rest = try await body(found) }
      return !rest.isEmpty
    }
    return rest
  }

  /// A file that cannot be read is left out, and an object without a digest: to read all of these may cost more than to
  /// fetch the photos.
  static func candidates(
    _ paths: [String], in place: any FilePlace, _ evidence: FileEvidence
  ) async throws -> [Candidate] {
    try await paths.mapConcurrently(width: place.traits.width) { path in
      do throws(StorageError) {
        return try await place.facts(of: [path], evidence).first.flatMap(\.self)?.fingerprint
          .map { Candidate(path: path, fingerprint: $0, place: place) }
      } catch {
        guard error.isOfEntry else { throw error }
        return nil
      }
    }.compactMap(\.self)
  }
}

extension IntactCopies.Candidate {
  /// A misplaced file of another mirror, which stays there.
  fileprivate var asCopy: Self {
    var copy = self
    copy.isMisplaced = false
    return copy
  }
}
