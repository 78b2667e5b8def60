import Catalog
import LocalFiles
import MirrorCore
import SystemCalls

/// The photos of a mirror whose files are missing or bad, to be taken from whole files with their bytes: misplaced ones
/// of the mirror, and intact copies elsewhere. The caller holds the lock.
///
/// What is in the place of a wanted file is moved to the set-aside folder once its replacement is proven, and gets its
/// name back if that cannot be stored.
struct WantedPhotos {
  /// Files that are copied at the same time, and recorded in one transaction.
  private static let batchSize = 100

  /// A photo, and what is in the place of its file.
  private struct Wanted {
    let photo: StoredPhoto
    var state: FileState
  }

  private typealias Chosen = (wanted: Wanted, from: IntactCopies.Candidate)
  private typealias Placed = (chosen: Chosen, file: Placement, aside: String?)

  private let open: OpenMirror
  /// The sidecars that a complete photo has.
  private let sidecars: SidecarChoice
  private var wanted: [FileFingerprint: [Wanted]] = [:]
  /// Photos whose files are whole again.
  private(set) var restored: Set<Int64> = []
  /// How many of these got back a file that was misplaced in the mirror.
  private(set) var moved = 0
  /// Files that were moved to the set-aside folder and are still there.
  private(set) var asides: Set<String> = []
  /// Those restored photos that lack a sidecar or thumbnail.
  private(set) var incomplete: [Int64] = []

  /// The sizes of the files that are still wanted.
  private var sizes: Set<Int64> { Set(wanted.keys.map(\.byteCount)) }

  /// - Parameter damages: The photos whose files are not whole.
  init(_ damages: [DamagedPhoto], of open: OpenMirror) async throws {
    self.open = open
    sidecars = try await open.perform { try MirrorSettings.sidecars(recordedIn: $0) }
    let mended = damages.filter { damage in
      let action = FileAction(to: damage.state, from: .same, keepsEdits: true)
      return action == .place || action == .replace
    }
    for start in stride(from: 0, to: mended.count, by: Self.batchSize) {
      let part = mended[start..<min(start + Self.batchSize, mended.count)]
      let states = Dictionary(part.map { ($0.id, $0.state) }) { $1 }
      let photos = try await open.perform { try $0.expected(states.keys.sorted()) }
      for photo in photos where photo.file.byteCount > 0 {
        let photoWanted = Wanted(photo: photo, state: states[photo.file.id] ?? .missing)
        for fingerprint in photo.fingerprints {
          wanted[fingerprint, default: []].append(photoWanted)
        }
      }
    }
    try await setSwappedAside(damages)
  }

  /// Files that have each other's bytes are moved to the set-aside folder, from which each gets its own name: after a kill
  /// in between the next repair finds them there.
  private mutating func setSwappedAside(_ damages: [DamagedPhoto]) async throws {
    let missing = Set(damages.map(\.path))
    let swapped = damages.filter { $0.origin.map(missing.contains) ?? false }
    guard !swapped.isEmpty else { return }
    var free: Set<String> = []
    try await open.withStore(writes: true) { store in
      for damage in swapped {
        do throws(StorageError) {
          if let aside = try await store.files.setAside(damage.path) { free.insert(aside) }
        } catch {
          guard error.isOfEntry else { throw error }
        }
      }
    }
    asides.formUnion(free)
    let paths = Set(swapped.map(\.path))
    wanted = wanted.mapValues { photos in
      photos.map {
        paths.contains($0.photo.file.path) ? Wanted(photo: $0.photo, state: .missing) : $0
      }
    }
  }

  /// Takes the files that the mirror has under other names: in its set-aside folder, and those that its catalog does not
  /// know.
  mutating func takeMisplaced() async throws {
    guard !wanted.isEmpty else { return }
    var rest = self
    try await open.withStore(writes: true, sidecars: sidecars) { store in
      try await MisplacedFiles(of: rest.open, in: store).forEach(of: rest.sizes) { found in
        try await rest.take(found, into: store.files)
        return rest.sizes
      }
    }
    self = rest
  }

  /// Takes the files that a place has.
  mutating func take(from copies: Repair.Copies) async throws {
    guard !wanted.isEmpty else { return }
    var rest = self
    try await open.withStore(writes: true, sidecars: sidecars) { store in
      try await IntactCopies(in: copies, for: rest.open).forEach(of: rest.sizes) { found in
        for start in stride(from: 0, to: found.count, by: Self.batchSize) {
          let part = found[start..<min(start + Self.batchSize, found.count)]
          try await rest.take(Array(part), into: store.files)
        }
        return rest.sizes
      }
    }
    self = rest
  }

  private mutating func take(
    _ candidates: [IntactCopies.Candidate], into destination: MirrorFiles
  ) async throws {
    var (chosen, taken): ([Chosen], Set<Int64>) = ([], [])
    for candidate in candidates {
      for photo in wanted[candidate.fingerprint] ?? []
      where taken.insert(photo.photo.file.id).inserted {
        chosen.append((photo, candidate))
        // A file is moved once.
        if candidate.isMisplaced { break }
      }
    }
    var found: [StoredPhoto] = []
    var placed: [Placed] = []
    for choice in chosen {
      do throws(StorageError) {
        if choice.from.isMisplaced {
          try await move(choice, in: destination)
          found.append(choice.wanted.photo)
        } else if let file = try await copy(choice.from, to: choice.wanted.photo.file.path) {
          placed.append((choice, file, try await clear(choice.wanted, in: destination)))
        }
      } catch {
        guard error.isOfEntry else { throw error }
      }
    }
    found += try await place(placed, in: destination)
    try await record(found, in: destination)
  }

  /// Moves what is in the place of a wanted file to the set-aside folder.
  /// - Returns: Its new path; nil if the place is free.
  private mutating func clear(
    _ wanted: Wanted, in destination: MirrorFiles
  ) async throws(StorageError) -> String? {
    guard wanted.state != .missing else { return nil }
    let aside = try await destination.setAside(wanted.photo.file.path)
    if let aside { asides.insert(aside) }
    return aside
  }

  private mutating func putBack(
    _ aside: String?, to path: String, in destination: MirrorFiles
  ) async {
    guard let aside, (try? await destination.move(aside, to: path)) != nil else { return }
    asides.remove(aside)
  }

  /// Gives a misplaced file its name, and its sidecars theirs.
  private mutating func move(
    _ choice: Chosen, in destination: MirrorFiles
  ) async throws(StorageError) {
    let (from, path) = (choice.from.path, choice.wanted.photo.file.path)
    let aside = try await clear(choice.wanted, in: destination)
    do throws(StorageError) {
      try await destination.move(from, to: path)
    } catch {
      await putBack(aside, to: path, in: destination)
      throw error
    }
    moved += 1
    // What is set aside beside a photo is a damaged sidecar.
    guard asides.remove(from) == nil, AsideFile(path: from, byteCount: 0, since: 0).original == nil
    else { return }
    for (old, new) in zip(SidecarChoice.paths(of: from), SidecarChoice.paths(of: path)) {
      try? await destination.move(old, to: new)
    }
  }

  private mutating func place(
    _ placed: [Placed], in destination: MirrorFiles
  ) async throws -> [StoredPhoto] {
    var found: [StoredPhoto] = []
    let results = await destination.place(placed.map(\.file))
    for ((choice, file, aside), result) in zip(placed, results) {
      do throws(StorageError) {
        _ = try result.get()
        found.append(choice.wanted.photo)
      } catch {
        guard error.isOfEntry else { throw error }
        // A killed repair may have put it there.
        if try await destination.fingerprint(of: file.path) == choice.from.fingerprint {
          found.append(choice.wanted.photo)
        } else {
          await putBack(aside, to: file.path, in: destination)
        }
      }
    }
    return found
  }

  /// Records the photos whose files are whole again.
  private mutating func record(
    _ found: [StoredPhoto], in destination: MirrorFiles
  ) async throws {
    let ids = found.map(\.file.id)
    try await open.perform { catalog in
      // A photo whose file was bad counts as mirrored until now: its history tells of the repair.
      try catalog.noteLosses(ofPhotos: ids)
      try catalog.noteFound(ofPhotos: ids)
    }
    let looks = try await destination.look(for: found.map(\.files))
    incomplete += zip(ids, looks).filter { !$1.isComplete }.map(\.0)
    restored.formUnion(ids)
    wanted = wanted.compactMapValues { [restored] photos in
      let rest = photos.filter { !restored.contains($0.photo.file.id) }
      return rest.isEmpty ? nil : rest
    }
  }

  /// Nil if the file has other bytes.
  private func copy(
    _ candidate: IntactCopies.Candidate, to path: String
  ) async throws(StorageError) -> Placement? {
    let facts = try await candidate.place.facts(of: [candidate.path], .listed)
    guard facts.first.flatMap(\.self)?.byteCount == candidate.fingerprint.byteCount,
      let file = try await candidate.place.take(
        candidate.path, limit: candidate.fingerprint.byteCount)
    else { return nil }
    let result = await open.disk.run { [directory = open.directory] in
      Result { () throws(StorageError) in
        let time = FileStatus(linkFree: file.path)?.modifiedAt
        return try directory.takeCopy(of: file.path, having: candidate.fingerprint).map {
          Placement(path: path, picture: .part($0), companions: [], modifiedAt: time)
        }
      }
    }
    await candidate.place.release(file)
    return try result.get()
  }
}
