import Catalog
import LocalFiles
import MirrorCore
import SystemCalls

/// The photos of a mirror whose files are lost, to be taken from intact copies of them. The caller holds the lock.
struct LostPhotos {
  /// Files that are copied at the same time, and recorded in one transaction.
  private static let batchSize = 100

  private let open: OpenMirror
  private var wanted: [FileFingerprint: [StoredPhoto]] = [:]
  /// How many are restored.
  private(set) var restored = 0

  /// The photos that the catalog records as lost.
  init(of open: OpenMirror) async throws {
    self.open = open
    var last = Int64(0)
    while true {
      let photos = try await open.perform { [last] in
        try $0.lost(after: last, limit: Self.batchSize)
      }
      guard let end = photos.last else { return }
      last = end.file.id
      for photo in photos where photo.file.byteCount > 0 {
        for fingerprint in photo.fingerprints { wanted[fingerprint, default: []].append(photo) }
      }
    }
  }

  /// Takes the files that another mirror or a folder has.
  mutating func take(from path: String) async throws {
    guard !wanted.isEmpty else { return }
    var rest = self
    let sizes = Set(wanted.keys.map(\.byteCount))
    try await open.withStore(writes: true) { store in
      try await IntactCopies(in: path).forEach(of: sizes, on: open.disk) { found in
        for start in stride(from: 0, to: found.count, by: Self.batchSize) {
          let part = found[start..<min(start + Self.batchSize, found.count)]
          try await rest.take(Array(part), into: store.destination)
        }
      }
    }
    self = rest
  }

  private mutating func take(
    _ candidates: [IntactCopies.Candidate], into destination: any PhotoDestination
  ) async throws {
    var chosen: [(photo: StoredPhoto, from: IntactCopies.Candidate)] = []
    var taken: Set<Int64> = []
    for candidate in candidates {
      for photo in wanted[candidate.fingerprint] ?? []
      where taken.insert(photo.file.id).inserted { chosen.append((photo, candidate)) }
    }
    let copies = await open.disk.map(chosen) { [directory = open.directory] _, from in
      Result { () throws(StorageError) in
        try directory.takeCopy(of: from.path, having: from.fingerprint)
      }
    }
    var placed: [(photo: StoredPhoto, fingerprint: FileFingerprint, file: Placement)] = []
    for ((photo, from), copy) in zip(chosen, copies) {
      do throws(StorageError) {
        guard let scratch = try copy.get() else { continue }
        let time = await open.disk.run { FileStatus(of: from.path)?.modifiedAt }
        let file = Placement(
          path: photo.file.path, picture: .part(scratch), companions: [], modifiedAt: time)
        placed.append((photo, from.fingerprint, file))
      } catch {
        guard error.isOfEntry else { throw error }
      }
    }
    var found: [Int64] = []
    let results = await destination.place(placed.map(\.file))
    for ((photo, fingerprint, file), result) in zip(placed, results) {
      do throws(StorageError) {
        _ = try result.get()
        found.append(photo.file.id)
      } catch {
        guard error.isOfEntry else { throw error }
        // A killed repair may have put it there.
        if try await destination.fingerprint(of: file.path) == fingerprint {
          found.append(photo.file.id)
        }
      }
    }
    try await open.perform { [found] in try $0.noteFound(ofPhotos: found) }
    forget(Set(found))
  }

  private mutating func forget(_ found: Set<Int64>) {
    restored += found.count
    wanted = wanted.compactMapValues { photos in
      let rest = photos.filter { !found.contains($0.file.id) }
      return rest.isEmpty ? nil : rest
    }
  }
}
