import Catalog
import LocalFiles
import MirrorCore

/// The photos of a snapshot with their sidecars and thumbnails, as one copy of them goes.
struct CopiedPhotos {
  /// What the copy has that its snapshot says otherwise, by the photos' rows.
  struct Outcome: Sendable {
    /// Photos that the copy does not have.
    var lost: Set<Int64> = []
    /// Photos that the mirror lost, and the copy has.
    var found: Set<Int64> = []
  }

  /// What is to be done with a photo.
  private enum Plan: Sendable {
    /// The copy has it.
    case same
    /// Its bytes are in a new file.
    case taken(Placement, replaces: Bool)
    /// The mirror does not have its bytes.
    case unusable
  }

  let round: CopyRound
  private let snapshot: CatalogThread
  /// The catalog of the earlier copy.
  private let earlier: CatalogThread?
  let check: FileCheck
  private(set) var options = Verification.Options()

  init(_ round: CopyRound, _ snapshot: CatalogThread, _ earlier: CatalogThread?) {
    (self.round, self.snapshot, self.earlier) = (round, snapshot, earlier)
    options.limits = round.copy.options.limits
    check = FileCheck(
      Verification(of: round.copy.mirror, options), sidecars: SidecarChoice(formats: []))
  }

  /// - Parameter id: The last photo that is done.
  func copy(
    after id: Int64, _ totals: inout MirrorCopy.Totals, _ tell: (MirrorCopy.Step) -> Void
  ) async throws -> Outcome {
    var outcome = Outcome()
    // A continued copy does not know any more which photos it left out.
    if id > 0 {
      for try await photos in snapshot.expected(batch: CopyRound.batchSize) {
        let done = photos.filter { $0.file.id <= id }
        let looks = try await round.place.look(for: done.map(\.files))
        outcome.lost.formUnion(zip(done, looks).filter { !$1.isThere }.map { $0.0.file.id })
        let missed = done.filter(\.isLost)
        let files = try await round.files(of: missed, copied: [])
        outcome.found.formUnion(
          zip(missed, files).filter { $1.fingerprint != nil }.map { $0.0.file.id })
        totals.checked += done.count
      }
    }
    for try await photos in snapshot.expected(after: id, batch: CopyRound.batchSize) {
      let lost = try await copy(photos, &totals, tell)
      outcome.lost.formUnion(lost)
      outcome.found.formUnion(photos.filter(\.isLost).map(\.file.id).filter { !lost.contains($0) })
      totals.checked += photos.count
      tell(.progress(totals))
      if let last = photos.last {
        try await round.open.disk.run { [target = round.target] () throws(StorageError) in
          try target.note(last.file.id)
        }
      }
    }
    try await copyMoving(&totals, tell)
    return outcome
  }

  /// Photos whose move to the trash or back was interrupted: the next task that changes the copy completes it.
  private func copyMoving(
    _ totals: inout MirrorCopy.Totals, _ tell: (MirrorCopy.Step) -> Void
  ) async throws {
    let batches = snapshot.departed(in: [.leaving, .returning], batch: CopyRound.batchSize)
    for try await moving in batches {
      let photos = moving.compactMap { known in
        known.file.map { StoredPhoto(file: $0, stem: known.record.stem, key: known.record.photo) }
      }
      let originals = try await round.source.place.facts(of: photos.map(\.file.path), .listed)
      let there = zip(photos, originals).filter { $1?.kind == .file }.map(\.0)
      _ = try await copy(there, &totals, tell)
    }
  }

  /// Files that are names of another one are copied after it.
  private func copy(
    _ photos: [StoredPhoto], _ totals: inout MirrorCopy.Totals, _ tell: (MirrorCopy.Step) -> Void
  ) async throws -> Set<Int64> {
    let shared = try await snapshot.perform { try $0.originals(ofShared: photos.map(\.file.id)) }
    let own = photos.filter { shared[$0.file.id] == nil }
    let others = photos.filter { shared[$0.file.id] != nil }
    return try await copy(own, shared, &totals, tell).union(copy(others, shared, &totals, tell))
  }

  /// - Parameter shared: By photos' ids, the paths of the files that the photos' files are other names of.
  private func copy(
    _ photos: [StoredPhoto], _ shared: [Int64: String], _ totals: inout MirrorCopy.Totals,
    _ tell: (MirrorCopy.Step) -> Void
  ) async throws -> Set<Int64> {
    let copied = try await copied(of: photos)
    let there = try await round.files(of: photos, copied: copied)
    let plans = try await Array(zip(photos, there)).mapConcurrently(width: CopyRound.width) {
      photo, there in try await plan(for: photo, there, twin: shared[photo.file.id])
    }
    var (whole, unusable): ([StoredPhoto], [StoredPhoto]) = ([], [])
    var placements: [Taken] = []
    for (photo, plan) in zip(photos, plans) {
      switch plan {
      case .same: whole.append(photo)
      case .unusable: unusable.append(photo)
      case .taken(let placement, let replaces):
        let aside =
          replaces ? try await round.place.setAside(placement.path) : nil
        placements.append(Taken(photo: photo, placement: placement, aside: aside))
      }
    }
    let failed = try await place(placements, &totals, tell)
    whole += placements.map(\.photo).filter { !failed.contains($0.file.id) }
    try await copyCompanions(of: whole, copied, &totals, tell)
    try await leaveOut(unusable, &totals, tell)
    return failed.union(unusable.map(\.file.id))
  }

  /// A photo whose bytes are in a new file.
  private struct Taken: Sendable {
    let photo: StoredPhoto
    let placement: Placement
    /// Where the copy's own file is now; nil if it had none.
    let aside: String?
  }

  /// - Returns: The photos that could not be stored.
  private func place(
    _ placements: [Taken], _ totals: inout MirrorCopy.Totals, _ tell: (MirrorCopy.Step) -> Void
  ) async throws -> Set<Int64> {
    var lost: Set<Int64> = []
    let results = await round.place.place(placements.map(\.placement))
    for (taken, result) in zip(placements, results) {
      let (photo, aside) = (taken.photo, taken.aside)
      do throws(StorageError) {
        _ = try result.get()
        totals.copied += 1
        totals.setAside += aside == nil ? 0 : 1
        totals.byteCount = totals.byteCount.addingClamped(photo.file.byteCount)
      } catch {
        if let aside { try? await round.place.move(aside, to: taken.placement.path) }
        guard error.isOfEntry else { throw error }
        lost.insert(photo.file.id)
        totals.leftOut += 1
        tell(.leftOut(.unreadable(path: photo.file.path, reason: error.error.message)))
      }
    }
    return lost
  }

  /// The photos that the earlier copy has under the same names with the same bytes.
  private func copied(of photos: [StoredPhoto]) async throws -> Set<Int64> {
    guard let earlier, let first = photos.first, let end = photos.last else { return [] }
    let known = try await earlier.perform { catalog in
      var (known, last) = ([StoredPhoto](), first.file.id - 1)
      while last < end.file.id {
        let part = try catalog.expected(after: last, limit: photos.count)
        guard let reached = part.last else { break }
        known += part
        last = reached.file.id
      }
      return known
    }
    let files = Dictionary(known.map { ($0.file.id, $0) }) { $1 }
    return Set(
      photos.filter { photo in
        files[photo.file.id].map {
          $0.file.path == photo.file.path && $0.fingerprints == photo.fingerprints
        } ?? false
      }.map(\.file.id))
  }

  /// - Parameter twin: The file that the photo's file is another name of; nil if none.
  private func plan(
    for photo: StoredPhoto, _ there: CopiedFile, twin: String?
  ) async throws -> Plan {
    for wanted in photo.fingerprints {
      if there.fingerprint == wanted { return .same }
      if let taken = try await take(photo.file.path, wanted, twin) {
        let placement = Placement(
          path: photo.file.path, picture: .part(taken.path), companions: [],
          modifiedAt: taken.modifiedAt)
        let source: FileState = wanted == photo.file.fingerprint ? .same : .accepted
        let action = FileAction(to: there.state, from: source, keepsEdits: false)
        return .taken(placement, replaces: action == .replace)
      }
    }
    return .unusable
  }

  /// Nil if the mirror's file has other bytes, or cannot be read.
  private func take(
    _ path: String, _ wanted: FileFingerprint, _ twin: String?
  ) async throws -> CopiedBytes? {
    if let twin, round.target.store == nil,
      let taken = try await round.take(twin, of: round.place, having: wanted, isLinked: true)
    {
      return taken
    }
    return try await round.take(path, having: wanted)
  }

  private func copyCompanions(
    of photos: [StoredPhoto], _ copied: Set<Int64>, _ totals: inout MirrorCopy.Totals,
    _ tell: (MirrorCopy.Step) -> Void
  ) async throws {
    let companions = photos.flatMap { photo in
      photo.companions.map {
        CompanionName(
          path: $0, wasCopied: copied.contains(photo.file.id), isFirst: earlier == nil, kind: $1)
      }
    }
    let update = try await round.update(companions)
    totals.companions += update.copied
    totals.setAside += update.setAside
    guard !update.refused.isEmpty else { return }
    let owners = photos.flatMap { photo in photo.companions.map { ($0.path, photo.file.path) } }
    let photo = Dictionary(owners) { $1 }
    for refused in update.refused {
      totals.companionsLeftOut += 1
      tell(
        .leftOut(
          .damagedCompanion(
            path: photo[refused.path] ?? refused.path, companion: refused.path,
            reason: refused.reason)))
    }
  }
}

extension StoredPhoto {
  /// The paths of its possible sidecars and of its thumbnail.
  fileprivate var companions: [(path: String, kind: CompanionCheck.Kind)] {
    let sidecars = SidecarFormat.allCases.flatMap { format in
      SidecarChoice.Naming.allCases.map { naming in
        (
          path: SidecarChoice(formats: [format], naming: naming).path(of: file.path, as: format),
          kind: CompanionCheck.Kind.sidecar(format, key: key)
        )
      }
    }
    let thumbnail = file.thumbnail.format.map {
      (
        path: MirrorNames.thumbnail(ofStem: stem, $0), kind: CompanionCheck.Kind.thumbnail(of: file)
      )
    }
    return sidecars + [thumbnail].compactMap(\.self)
  }
}

extension CopiedFile {
  /// What the copy has of the photo, without a decode of other bytes: the copy follows the mirror.
  fileprivate var state: FileState {
    guard isThere else { return .missing }
    return fingerprint == nil ? .damaged : .same
  }
}
