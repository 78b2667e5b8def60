import Catalog
import LocalFiles
import MirrorCore

/// Files of the earlier copy whose names the snapshot does not have: their photos were renamed, moved to the trash, or
/// deleted. A file whose bytes the copy has elsewhere is deleted, any other is set aside.
struct CopyLeftovers {
  private let round: CopyRound
  private let snapshot: RunCatalog
  private let earlier: RunCatalog
  private var directory: MirrorDirectory { round.target.directory }

  init(_ round: CopyRound, _ snapshot: RunCatalog, _ earlier: RunCatalog) {
    (self.round, self.snapshot, self.earlier) = (round, snapshot, earlier)
  }

  func clear(_ totals: inout MirrorCopy.Totals) async throws {
    let known = try await snapshot.perform { [directory] in try ExtraFiles(in: directory, $0) }
    try await round.forEachBatch(of: earlier) { photos in
      let old = photos.filter { !known.isKnown($0.file.path) }
      guard !old.isEmpty else { return }
      let ids = old.map(\.file.id)
      let now = try await snapshot.perform { try $0.photos(ids) }
      let places = Dictionary(now.map { ($0.record.id, $0) }) { $1 }
      for photo in old {
        // Its move is not complete, and its file may have either name.
        let state = places[photo.file.id]?.record.departure?.state
        if state == .leaving || state == .returning { continue }
        totals.setAside += try await clear(photo, movedTo: places[photo.file.id])
      }
    }
  }

  /// Of a photo whose move to the trash or back was interrupted, the copy may have a file under both names. The one that
  /// the mirror does not have is deleted, so that the move can be completed.
  func clearMoving() async throws {
    var last = Int64(0)
    while true {
      let moving = try await snapshot.perform { [last] in
        try $0.departed(in: [.leaving, .returning], after: last, limit: CopyRound.batchSize)
      }
      guard let end = moving.last else { return }
      last = end.record.id
      for known in moving {
        guard let files = known.files else { continue }
        for case (let path, let twin?) in Self.pairs(files, known) {
          let originals = try await round.source.look(at: [path, twin])
          let (hasPath, hasTwin) = (originals[0] != nil, originals[1] != nil)
          guard hasPath != hasTwin, let digest = try await round.place.digest(of: path),
            try await round.place.digest(of: twin) == digest
          else { continue }
          try await round.place.remove(hasPath ? twin : path)
        }
      }
    }
  }

  /// Deletes from the copy's trash what the mirror's trash does not have because the photo came back.
  func clearRestored() async throws {
    var last: String?
    while true {
      try Task.checkCancellation()
      let items = try await round.place.destination.trash(after: last, limit: CopyRound.batchSize)
      guard let end = items.last else { return }
      last = end.place
      for item in items {
        let original = try await round.source.look(at: [TrashNames(of: item.place).record])
        guard original[0] == nil, let known = TrashRecord(item.record) else { continue }
        let now = try await snapshot.perform {
          try $0.known([known.key], site: known.site)[known.key]
        }
        guard let now, now.isMirrored, let path = now.path,
          try await round.place.digest(of: path) == known.sha256
        else { continue }
        try await round.place.destination.purge(item.place)
      }
    }
  }

  /// - Returns: How many files were set aside.
  private func clear(_ photo: StoredPhoto, movedTo known: KnownPhoto?) async throws -> Int {
    let old = StoredFiles(
      path: photo.file.path, stem: photo.stem, thumbnail: photo.file.thumbnail)
    let pairs = Self.pairs(old, known)
    var count = 0
    for (path, twin) in pairs {
      guard try await round.place.size(of: path) != nil else { continue }
      let digest = try await round.place.digest(of: path)
      if let twin, let digest, try await round.place.digest(of: twin) == digest {
        try await round.place.remove(path)
      } else {
        _ = try await round.place.destination.setAside(path)
        count += 1
      }
    }
    return count
  }

  /// The files of a photo, each with the path that it has in the copy now, if any.
  private static func pairs(
    _ old: StoredFiles, _ known: KnownPhoto?
  ) -> [(path: String, twin: String?)] {
    let companions = TrashNames(of: "").companions(of: old).map(\.path)
    var twins: [String] = []
    if let place = known?.record.departure?.place {
      let trashed = TrashNames(of: place)
      twins = trashed.companions(of: old).map(\.trashed) + [trashed.picture]
    } else if let known, known.record.isMirrored, let files = known.files {
      twins = TrashNames(of: "").companions(of: files).map(\.path) + [files.path]
    }
    return (companions + [old.path]).enumerated().map { index, path in
      let twin = twins.indices.contains(index) ? twins[index] : nil
      return (path, twin == path ? nil : twin)
    }
  }
}
