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
    for photo in photos {
      let known = current[photo.file.id]
      let findings = await round.open.disk.run { [check] in check.look(at: photo)?.findings ?? [] }
      let finding = findings.first(where: \.isOfPhoto)
      guard let finding, let known, known.record.isMirrored,
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
