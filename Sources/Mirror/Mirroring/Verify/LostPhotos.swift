import Catalog
import LocalFiles
import MirrorCore
import SystemCalls

/// The photos of a mirror whose files are lost, to be taken from intact copies of them. The caller holds the lock.
struct LostPhotos {
  /// Files that are copied at the same time, and recorded in one transaction.
  private static let batchSize = 100

  private let open: OpenMirror
  /// The sidecars that a complete photo has.
  private let sidecars: SidecarChoice
  private var wanted: [FileFingerprint: [StoredPhoto]] = [:]
  /// How many are restored.
  private(set) var restored = 0
  /// Those restored photos that lack a sidecar or thumbnail.
  private(set) var incomplete: [Int64] = []

  /// The photos that the catalog records as lost.
  init(of open: OpenMirror) async throws {
    self.open = open
    sidecars = try await open.perform { try MirrorSettings.sidecars(recordedIn: $0) }
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

  /// Takes the files that a place has.
  mutating func take(from copies: Repair.Copies) async throws {
    guard !wanted.isEmpty else { return }
    var rest = self
    let sizes = Set(wanted.keys.map(\.byteCount))
    try await open.withStore(writes: true, sidecars: sidecars) { store in
      try await IntactCopies(in: copies, for: open).forEach(of: sizes) { found in
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
    var placed: [(photo: StoredPhoto, fingerprint: FileFingerprint, file: Placement)] = []
    for (photo, from) in chosen {
      do throws(StorageError) {
        guard let file = try await copy(from, to: photo.file.path) else { continue }
        placed.append((photo, from.fingerprint, file))
      } catch {
        guard error.isOfEntry else { throw error }
      }
    }
    var found: [StoredPhoto] = []
    let results = await destination.place(placed.map(\.file))
    for ((photo, fingerprint, file), result) in zip(placed, results) {
      do throws(StorageError) {
        _ = try result.get()
        found.append(photo)
      } catch {
        guard error.isOfEntry else { throw error }
        // A killed repair may have put it there.
        if try await destination.fingerprint(of: file.path) == fingerprint {
          found.append(photo)
        }
      }
    }
    let ids = found.map(\.file.id)
    try await open.perform { try $0.noteFound(ofPhotos: ids) }
    let looks = try await destination.look(for: found.map(\.files))
    incomplete += zip(ids, looks).filter { !$1.isComplete }.map(\.0)
    forget(Set(ids))
  }

  /// Nil if the file has other bytes.
  private func copy(
    _ candidate: IntactCopies.Candidate, to path: String
  ) async throws(StorageError) -> Placement? {
    if let objects = candidate.store?.objects,
      try await objects.facts(of: candidate.path)?.size != candidate.fingerprint.byteCount
    {
      return nil
    }
    let file =
      try await candidate.store?.destination.localFile(of: candidate.path) ?? candidate.path
    let result = await open.disk.run { [directory = open.directory] in
      Result { () throws(StorageError) in
        let time = FileStatus(of: file)?.modifiedAt
        return try directory.takeCopy(of: file, having: candidate.fingerprint).map {
          Placement(path: path, picture: .part($0), companions: [], modifiedAt: time)
        }
      }
    }
    await candidate.store?.destination.release(localFile: file)
    return try result.get()
  }

  private mutating func forget(_ found: Set<Int64>) {
    restored += found.count
    wanted = wanted.compactMapValues { photos in
      let rest = photos.filter { !found.contains($0.file.id) }
      return rest.isEmpty ? nil : rest
    }
  }
}
