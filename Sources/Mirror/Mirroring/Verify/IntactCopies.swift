import Catalog
import Digests
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// Files of another mirror, of a bucket or of any folder that have the bytes of wanted photos.
struct IntactCopies {
  /// Folders to read: beyond this, the rest is not searched.
  private static let mostFolders = 1_000_000
  private static let batchSize = 500
  /// To a store at once.
  private static let requests = 16

  /// A file that may have the bytes of wanted photos.
  struct Candidate: Sendable {
    /// Relative to the mirror that has it; absolute in another folder.
    let path: String
    let fingerprint: FileFingerprint
    /// The place of the mirror's files; nil for another folder.
    var store: OpenedStore?
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
  /// Of a mirror its catalog is read first, then the files that have no photo, and then, as of another folder and of a
  /// mirror whose catalog cannot be read, each file of such a size whatever its name; of a bucket the list and what is
  /// stored with the objects.
  func forEach(of sizes: Set<Int64>, _ body: Taking) async throws {
    switch place {
    case .bucket(let location):
      let store = try await OpenedStore.open(
        location, for: open.directory, on: open.disk, writes: false)
      try await whileOpen {
        _ = try await search(store, sizes, body)
      } close: {
        await store.close()
      }
    case .directory(let mirror): try await search(mirror, sizes, body)
    }
  }

  private func search(_ mirror: Mirror, _ sizes: Set<Int64>, _ body: Taking) async throws {
    var rest = sizes
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
          if store.objects != nil { rest = try await search(store, rest, body) }
        }
      }
    } catch MirrorError.directory(_, .damagedCatalog) {}
    guard !rest.isEmpty else { return }
    try await search(mirror.directory, rest, body)
  }

  private func search(
    catalogOf open: OpenMirror, _ store: OpenedStore, _ sizes: Set<Int64>, _ body: Taking
  ) async throws -> Set<Int64> {
    var (last, rest) = (Int64(0), sizes)
    while !rest.isEmpty {
      try Task.checkCancellation()
      let photos = try await open.perform { [last] in
        try $0.expected(after: last, limit: Self.batchSize)
      }
      guard let end = photos.last else { break }
      last = end.file.id
      let found = photos.flatMap { photo in
        photo.fingerprints.filter { rest.contains($0.byteCount) }.map {
          Candidate(path: photo.file.path, fingerprint: $0, store: store)
        }
      }
      if !found.isEmpty { rest = try await body(found) }
    }
    return rest
  }

  private func search(
    trashOf store: OpenedStore, _ sizes: Set<Int64>, _ body: Taking
  ) async throws -> Set<Int64> {
    var (place, rest) = (String?.none, sizes)
    while !rest.isEmpty {
      try Task.checkCancellation()
      let items = try await store.destination.trash(after: place, limit: Self.batchSize)
      guard let end = items.last else { break }
      place = end.place
      let found = items.compactMap { item -> Candidate? in
        guard let known = TrashRecord(item.record)?.fingerprint, rest.contains(known.byteCount)
        else { return nil }
        return Candidate(path: item.place, fingerprint: known, store: store)
      }
      if !found.isEmpty { rest = try await body(found) }
    }
    return rest
  }

  /// Names that begin with a dot, and links, are left out.
  private func search(
    _ directory: MirrorDirectory, _ sizes: Set<Int64>, _ body: Taking
  ) async throws {
    var (folders, count, rest) = ([""], 1, sizes)
    while let folder = folders.popLast(), !rest.isEmpty {
      try Task.checkCancellation()
      let entries = await open.disk.run { directory.entries(of: folder) }
      let inner = entries.folders.prefix(max(0, Self.mostFolders - count))
      count += inner.count
      folders += inner.reversed()
      let found = await open.disk.map(entries.files) { [rest] path -> Candidate? in
        let file = directory.file(path)
        guard let size = DurableFile.size(of: file), rest.contains(size),
          let digest = try? FileDigest.hex(.sha256, ofFileAt: file)
        else { return nil }
        return Candidate(
          path: file, fingerprint: FileFingerprint(byteCount: size, sha256: digest))
      }.compactMap(\.self)
      if !found.isEmpty { rest = try await body(found) }
    }
  }

  /// An object without a digest is left out: to read all of these may cost more than to fetch the photos.
  private func search(
    _ store: OpenedStore, _ sizes: Set<Int64>, _ body: Taking
  ) async throws -> Set<Int64> {
    guard let objects = store.objects else { return sizes }
    var rest = sizes
    try await objects.forEachPart { listed in
      let fitting = listed.filter { rest.contains($0.byteCount) }
      for start in stride(from: 0, to: fitting.count, by: Self.requests) {
        let part = Array(fitting[start..<min(start + Self.requests, fitting.count)])
        let found = try await part.mapConcurrently(width: Self.requests) { object in
          let facts = try await objects.facts(of: object.path, asksForProof: true)
          return (facts?.proof ?? facts?.sha256).map {
            Candidate(
              path: object.path,
              fingerprint: FileFingerprint(byteCount: object.byteCount, sha256: $0),
              store: store)
          }
        }.compactMap(\.self)
        if !found.isEmpty { rest = try await body(found) }
      }
    }
    return rest
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
