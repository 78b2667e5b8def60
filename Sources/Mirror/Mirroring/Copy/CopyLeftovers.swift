import Catalog
import LocalFiles
import MirrorCore

/// Files of the earlier copy whose names the snapshot does not have: their photos were renamed, replaced, moved to the trash,
/// or deleted.
///
/// A file whose bytes the copy has elsewhere is deleted; that of a renamed photo which the mirror lost gets its new name;
/// one whose photo was let go or replaced is set aside. A photo that the mirror merely does not know any more keeps its
/// file.
struct CopyLeftovers {
  /// What is done with the files of a photo.
  private enum Fate {
    /// They stay.
    case keep
    /// They belong to the other names that the snapshot has for them.
    case rename
    /// They are set aside, unless the copy has their bytes under the other names.
    case setAside
  }

  private let round: CopyRound
  private let snapshot: CatalogThread
  private let earlier: CatalogThread
  private var directory: MirrorDirectory { round.target.directory }

  init(_ round: CopyRound, _ snapshot: CatalogThread, _ earlier: CatalogThread) {
    (self.round, self.snapshot, self.earlier) = (round, snapshot, earlier)
  }

  /// - Returns: The photos of the snapshot whose files the copy had under old names only.
  func clear(_ totals: inout MirrorCopy.Totals) async throws -> Set<Int64> {
    let known = try await snapshot.perform { [directory] in try ExtraFiles(in: directory, $0) }
    var moved: Set<Int64> = []
    for try await photos in earlier.expected(batch: CopyRound.batchSize) {
      let old = photos.filter { !known.isKnown($0.file.path) }
      guard !old.isEmpty else { continue }
      let now = try await current(of: old)
      for photo in old {
        guard let known = now[photo.file.id] else { continue }
        // Its move is not complete, and its file may have either name.
        let state = known.record.departure?.state
        if state == .leaving || state == .returning { continue }
        if try await clear(photo, now: known, &totals) { moved.insert(known.record.id) }
      }
    }
    return moved
  }

  /// The photos as the snapshot has them, by their rows in the earlier catalog: after a recovery a photo may have another
  /// row.
  private func current(of photos: [StoredPhoto]) async throws -> [Int64: KnownPhoto] {
    let before = try await earlier.perform { try $0.photos(photos.map(\.file.id)) }
    return try await snapshot.perform { catalog in
      var current: [Int64: KnownPhoto] = [:]
      for (site, photos) in Dictionary(grouping: before, by: \.site) {
        let records = try catalog.known(photos.map(\.record.photo), site: site)
        let known = try catalog.photos(records.values.map(\.id))
        let byKey = Dictionary(known.map { ($0.record.photo, $0) }) { $1 }
        for photo in photos { current[photo.record.id] = byKey[photo.record.photo] }
      }
      return current
    }
  }

  /// If a photo's move to the trash or back was interrupted, the copy may have a file under both names. The one that
  /// the mirror does not have is deleted, so that the move can be completed.
  func clearMoving() async throws {
    let batches = snapshot.departed(in: [.leaving, .returning], batch: CopyRound.batchSize)
    for try await moving in batches {
      for known in moving {
        guard let files = known.files else { continue }
        for case (let path, let twin?) in Self.pairs(files, known) {
          let originals = try await round.source.place.facts(of: [path, twin], .listed)
          let (hasPath, hasTwin) = (originals[0] != nil, originals[1] != nil)
          guard hasPath != hasTwin, let digest = try await sha256(of: path),
            try await sha256(of: twin) == digest
          else { continue }
          try await round.place.remove(hasPath ? twin : path)
        }
      }
    }
  }

  /// Deletes from the copy's trash what the mirror's trash does not have because the photo came back.
  func clearRestored() async throws {
    for try await items in round.place.trash(batch: CopyRound.batchSize) {
      for item in items {
        let original = try await round.source.facts(
          of: TrashNames(of: item.place).record, .listed)
        guard original == nil, let known = TrashRecord(item.record) else { continue }
        let now = try await snapshot.perform {
          try $0.known([known.key], site: known.site)[known.key]
        }
        guard let now, now.isMirrored, let path = now.path,
          try await sha256(of: path) == known.sha256
        else { continue }
        try await round.place.purge(item.place)
      }
    }
  }

  /// - Returns: Whether the photo's own file got its new name.
  private func clear(
    _ photo: StoredPhoto, now known: KnownPhoto, _ totals: inout MirrorCopy.Totals
  ) async throws -> Bool {
    let fate = try await fate(of: photo, now: known)
    if fate == .keep { return false }
    let old = StoredFiles(
      path: photo.file.path, stem: photo.stem, thumbnail: photo.file.thumbnail)
    var isMoved = false
    for (path, twin) in Self.pairs(old, known) {
      guard try await isThere(path) else { continue }
      let digest = try await sha256(of: path)
      let there = if let twin { try await sha256(of: twin) } else { String?.none }
      if digest != nil, there == digest {
        try await round.place.remove(path)
      } else if fate == .rename || Self.isSidecar(path) && !known.state.isLetGo, let twin,
        try await !isThere(twin)
      {
        // Of a new version the copy took no sidecar if the mirror's is damaged: the words of the old one stay.
        try await round.place.move(path, to: twin)
        isMoved = isMoved || path == photo.file.path
      } else if try await round.place.setAside(path) != nil {
        totals.setAside += 1
      }
    }
    return isMoved
  }

  private func fate(of photo: StoredPhoto, now known: KnownPhoto) async throws -> Fate {
    let isSame = known.file.map { photo.fingerprints.contains($0.fingerprint) } ?? false
    var source = known.state
    if source == .same, !isSame {
      // Only a new version that the copy has takes the old one's place.
      let digest =
        if let file = known.file { try await sha256(of: file.path) } else {
          String?.none
        }
      source = digest != nil && digest == known.file?.sha256 ? .newer : .missing
    }
    let target: FileState = isSame && !source.isLetGo ? .renamed : .same
    switch FileAction(to: target, from: source, keepsEdits: false) {
    case .keep, .report, .place: return .keep
    case .move: return .rename
    case .replace, .setAside: return .setAside
    }
  }

  private func isThere(_ path: String) async throws -> Bool {
    try await round.place.facts(of: path, .listed) != nil
  }

  /// The SHA-256 of a file of the copy; nil if it is missing or cannot be read.
  private func sha256(of path: String) async throws -> String? {
    try await round.place.knownFingerprint(of: path)?.sha256
  }

  private static func isSidecar(_ path: String) -> Bool {
    SidecarFormat.allCases.contains { path.hasSuffix("." + $0.rawValue) }
  }

  /// The files of a photo, each with the path that it has in the copy now, if any.
  private static func pairs(
    _ old: StoredFiles, _ known: KnownPhoto
  ) -> [(path: String, twin: String?)] {
    let companions = TrashNames(of: "").companions(of: old).map(\.path)
    var twins: [String] = []
    if let place = known.record.departure?.place {
      let trashed = TrashNames(of: place)
      twins = trashed.companions(of: old).map(\.trashed) + [trashed.picture]
    } else if !known.state.isLetGo, let files = known.files {
      twins = TrashNames(of: "").companions(of: files).map(\.path) + [files.path]
    }
    return (companions + [old.path]).enumerated().map { index, path in
      let twin = twins.indices.contains(index) ? twins[index] : nil
      return (path, twin == path ? nil : twin)
    }
  }
}

extension KnownPhoto {
  /// What the owner wants of the photo: it is expected, or was let go.
  fileprivate var state: FileState {
    guard let departure = record.departure, !departure.state.isMirrored else { return .same }
    if departure.isForgotten { return .forgotten }
    return departure.state == .deleted ? .gone : .trashed
  }
}
