import Catalog
import Digests
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// Files of another mirror, of a bucket or of any folder that have the bytes of lost photos.
struct IntactCopies {
  /// Folders to read: beyond this, the rest is not searched.
  private static let mostFolders = 1_000_000
  private static let batchSize = 500
  /// To a store at once.
  private static let requests = 16

  /// A file that may have the bytes of lost photos.
  struct Candidate: Sendable {
    /// Relative to the mirror that has it; absolute in another folder.
    let path: String
    let fingerprint: FileFingerprint
    /// The place of the mirror's files; nil for another folder.
    var store: OpenedStore?
  }

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

  /// Passes the files that have one of these sizes to `body`, in batches. Of a mirror only the catalog is read, of a
  /// bucket the list and what is stored with the objects, of another folder each file of such a size; also of a mirror
  /// whose catalog cannot be read.
  func forEach(of sizes: Set<Int64>, _ body: ([Candidate]) async throws -> Void) async throws {
    switch place {
    case .bucket(let location):
      let store = try await OpenedStore.open(
        location, for: open.directory, on: open.disk, writes: false)
      try await whileOpen {
        try await search(store, sizes, body)
      } close: {
        await store.close()
      }
    case .directory(let mirror):
      do {
        let isMirror = try await mirror.openIfExists { other in
          guard let other else { return false }
          try await other.withStore(writes: false) { try await search(other, $0, sizes, body) }
          return true
        }
        if isMirror { return }
      } catch MirrorError.directory(_, .damagedCatalog) {}
      try await search(mirror.directory, sizes, body)
    }
  }

  private func search(
    _ open: OpenMirror, _ store: OpenedStore, _ sizes: Set<Int64>,
    _ body: ([Candidate]) async throws -> Void
  ) async throws {
    var last = Int64(0)
    while true {
      try Task.checkCancellation()
      let photos = try await open.perform { [last] in
        try $0.expected(after: last, limit: Self.batchSize)
      }
      guard let end = photos.last else { break }
      last = end.file.id
      try await body(
        photos.flatMap { photo in
          photo.fingerprints.filter { sizes.contains($0.byteCount) }.map {
            Candidate(path: photo.file.path, fingerprint: $0, store: store)
          }
        })
    }
    var place: String?
    while true {
      try Task.checkCancellation()
      let items = try await store.destination.trash(after: place, limit: Self.batchSize)
      guard let end = items.last else { return }
      place = end.place
      try await body(
        items.compactMap { item in
          guard let known = TrashRecord(item.record)?.fingerprint, sizes.contains(known.byteCount)
          else { return nil }
          return Candidate(path: item.place, fingerprint: known, store: store)
        })
    }
  }

  /// Names that begin with a dot, and links, are left out.
  private func search(
    _ directory: MirrorDirectory, _ sizes: Set<Int64>, _ body: ([Candidate]) async throws -> Void
  ) async throws {
    var (folders, count) = ([""], 1)
    while let folder = folders.popLast() {
      try Task.checkCancellation()
      let entries = await open.disk.run { directory.entries(of: folder) }
      let rest = entries.folders.prefix(max(0, Self.mostFolders - count))
      count += rest.count
      folders += rest.reversed()
      let found = await open.disk.map(entries.files) { path -> Candidate? in
        let file = directory.file(path)
        guard let size = DurableFile.size(of: file), sizes.contains(size),
          let digest = try? FileDigest.hex(.sha256, ofFileAt: file)
        else { return nil }
        return Candidate(
          path: file, fingerprint: FileFingerprint(byteCount: size, sha256: digest))
      }
      try await body(found.compactMap(\.self))
    }
  }

  /// An object without a digest is left out: to read all of these may cost more than to fetch the photos.
  private func search(
    _ store: OpenedStore, _ sizes: Set<Int64>, _ body: ([Candidate]) async throws -> Void
  ) async throws {
    guard let objects = store.objects else { return }
    try await objects.forEachPart { listed in
      let fitting = listed.filter { sizes.contains($0.byteCount) }
      for start in stride(from: 0, to: fitting.count, by: Self.requests) {
        let part = fitting[start..<min(start + Self.requests, fitting.count)]
        let found = try await withThrowingTaskGroup(of: Candidate?.self) { group in
          for object in part {
            group.addTask {
              let facts = try await objects.facts(of: object.path, asksForProof: true)
              return (facts?.proof ?? facts?.sha256).map {
                Candidate(
                  path: object.path,
                  fingerprint: FileFingerprint(byteCount: object.byteCount, sha256: $0),
                  store: store)
              }
            }
          }
          return try await group.reduce(into: [Candidate]()) { found, candidate in
            if let candidate { found.append(candidate) }
          }
        }
        try await body(found)
      }
    }
  }
}
