import Catalog
import LocalFiles
import MirrorCore

/// Files of a mirror that are no photo's: those in its set-aside folder, and those that its catalog does not know, such as
/// photos that were renamed by hand.
struct MisplacedFiles {
  private let open: OpenMirror
  private let store: OpenedStore

  init(of open: OpenMirror, in store: OpenedStore) { (self.open, self.store) = (open, store) }

  /// Passes the files that have one of these sizes to `body`, in batches, with the digests of their bytes.
  /// - Parameter body: Returns the sizes that are still wanted; nothing more is read if there are none.
  func forEach(
    of sizes: Set<Int64>, _ body: ([IntactCopies.Candidate]) async throws -> Set<Int64>
  ) async throws {
    var sizes = sizes
    try await store.files.forEachAside { files in
      let fitting = files.filter { sizes.contains($0.byteCount) }.map(\.path)
      if !fitting.isEmpty { sizes = try await body(candidates(fitting)) }
    }
    guard !sizes.isEmpty else { return }
    let extra = try await open.perform { [directory = open.directory] in
      try ExtraFiles(in: directory, $0)
    }
    try await extra.forEach(in: store.place) { files in
      let fitting = files.filter { sizes.contains($0.facts.byteCount) }.map(\.path)
      if !fitting.isEmpty { sizes = try await body(candidates(fitting)) }
      return !sizes.isEmpty
    }
  }

  /// With the digests of their bytes, since they are moved without being read again.
  private func candidates(_ paths: [String]) async throws -> [IntactCopies.Candidate] {
    try await IntactCopies.candidates(paths, in: store.place, .read).map { candidate in
      var candidate = candidate
      candidate.isMisplaced = true
      return candidate
    }
  }
}
