import Catalog
import MirrorCore

extension CopiedPhotos {
  /// Reports photos whose bytes the mirror does not have, unless a run has changed them since the snapshot.
  func leaveOut(
    _ photos: [StoredPhoto], _ totals: inout MirrorCopy.Totals, _ tell: (MirrorCopy.Step) -> Void
  ) async throws {
    guard !photos.isEmpty else { return }
    let now = try await round.open.perform { try $0.photos(photos.map(\.file.id)) }
    let current = Dictionary(now.map { ($0.record.id, $0) }) { $1 }
    for (photo, findings) in zip(photos, try await findings(of: photos)) {
      let known = current[photo.file.id]
      let finding = findings.first(where: \.isOfPhoto)
      guard let finding, let known, known.isExpected,
        known.record.departure?.state != .replacing,
        known.file?.path == photo.file.path, known.file?.sha256 == photo.file.sha256
      else {
        totals.changedMeanwhile += 1
        continue
      }
      totals.leftOut += 1
      tell(.leftOut(finding))
    }
  }

  private func findings(of photos: [StoredPhoto]) async throws -> [[Verification.Finding]] {
    var findings: [[Verification.Finding]] = []
    try await check.forEach(
      of: photos, in: round.source, on: round.open.disk, trustsPlace: false
    ) { findings.append($1?.findings ?? []) }
    return findings
  }
}

extension KnownPhoto {
  /// Whether the mirror is to have its file.
  fileprivate var isExpected: Bool { record.departure?.state.isMirrored ?? (file != nil) }
}

extension Verification.Finding {
  /// Whether it is about the photo's own file, and not one beside it.
  fileprivate var isOfPhoto: Bool {
    switch self {
    case .missing, .obstructed, .edited, .rotten, .swapped, .damaged, .unreadable: true
    default: false
    }
  }
}
