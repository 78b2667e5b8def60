import Catalog
import Digests
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// Files of another mirror, or of any folder, that have the bytes of lost photos.
struct IntactCopies {
  /// Folders to read: beyond this, the rest is not searched.
  private static let mostFolders = 1_000_000
  private static let batchSize = 500

  /// A file that may have the bytes of lost photos.
  struct Candidate: Sendable {
    /// Relative to the mirror that has it; absolute in another folder.
    let path: String
    let fingerprint: FileFingerprint
    /// The place of the mirror's files; nil for another folder.
    var store: OpenedStore?
  }

  private let mirror: Mirror
  private var directory: MirrorDirectory { mirror.directory }

  /// - Parameter mirror: Or any folder.
  init(in mirror: Mirror) { self.mirror = mirror }

  /// - Throws: ``MirrorError`` if it is no directory. Blocks.
  func check() throws(MirrorError) {
    guard FileStatus(following: directory.path)?.isDirectory ?? false else {
      throw .directory("\(directory.path) is not a directory")
    }
  }

  /// Passes the files that have one of these sizes to `body`, in batches. Of a mirror only the catalog is read, of another
  /// folder each file of such a size; also of a mirror whose catalog cannot be read.
  func forEach(
    of sizes: Set<Int64>, on disk: ThreadPool, _ body: ([Candidate]) async throws -> Void
  ) async throws {
    do {
      let isMirror = try await mirror.openIfExists { open in
        guard let open else { return false }
        try await open.withStore(writes: false) { try await search(open, $0, sizes, body) }
        return true
      }
      if isMirror { return }
    } catch MirrorError.directory(_, .damagedCatalog) {}
    try await search(disk, sizes, body)
  }

  private func search(
    _ open: OpenMirror, _ store: OpenedStore, _ sizes: Set<Int64>,
    _ body: ([Candidate]) async throws -> Void
  ) async throws {
    var last = Int64(0)
    while true {
      try Task.checkCancellation()
      let photos = try await open.perform { [last] in
        try $0.stored(after: last, limit: Self.batchSize)
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
    _ disk: ThreadPool, _ sizes: Set<Int64>, _ body: ([Candidate]) async throws -> Void
  ) async throws {
    var (folders, count) = ([""], 1)
    while let folder = folders.popLast() {
      try Task.checkCancellation()
      let entries = await disk.run { [directory] in directory.entries(of: folder) }
      let rest = entries.folders.prefix(max(0, Self.mostFolders - count))
      count += rest.count
      folders += rest.reversed()
      let found = await disk.map(entries.files) { [directory] path -> Candidate? in
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
}
