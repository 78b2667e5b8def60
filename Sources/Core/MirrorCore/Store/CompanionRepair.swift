import ProviderKit

/// Writes missing sidecars and thumbnails of mirrored photos again.
struct CompanionRepair: Sendable {
  /// A mirrored photo that lacks its sidecar, its thumbnail, or both.
  struct Gap: Sendable {
    let record: PhotoRecord
    /// From its listing or the catalog; nil if there is no metadata for a sidecar.
    var photo: Photo?
    let look: FileLook
  }

  let destination: MirrorFiles
  let catalog: any PhotoCatalog
  let inspector: FileInspection
  let announcer: Announcer
  let sidecars: SidecarChoice
  /// The provider's name, for sidecars.
  let provider: String
  /// The number of files decoded at once.
  let width: Int
  let stills: StillReader

  private var thumbnails: ThumbnailRepair {
    ThumbnailRepair(
      destination: destination, catalog: catalog, inspector: inspector, announcer: announcer,
      width: width, stills: stills)
  }

  /// Writes the missing files, and reports their number.
  func repair(_ gaps: [Gap]) async throws {
    let written = try await writeSidecars(gaps.filter { !$0.look.hasSidecar })
    let thumbnails =
      inspector.thumbnail == nil
      ? 0 : try await thumbnails.make(gaps.filter { !$0.look.hasThumbnail })
    guard written + thumbnails > 0 else { return }
    announcer.announce(.noted(.repaired(sidecars: written, thumbnails: thumbnails)))
  }

  /// Makes thumbnails again, and reports their number.
  func remake(_ gaps: [Gap]) async throws {
    let made = try await thumbnails.make(gaps)
    if made > 0 { announcer.announce(.noted(.thumbnailsRemade(made))) }
  }

  private func writeSidecars(_ gaps: [Gap]) async throws -> Int {
    var placements: [Placement] = []
    // Before they are written: a kill in between has a sidecar compared with its photo's albums once more.
    try await catalog.noteNewSidecars(gaps.map(\.record.id))
    for gap in gaps {
      guard let photo = gap.photo, let path = gap.record.path else { continue }
      let picture = try await catalog.picture(of: gap.record.id)
      placements.append(
        Placement(
          path: path, picture: .stored,
          companions: Companion.sidecars(
            of: photo, beside: picture, sidecars, provider: provider),
          isPrivate: photo.isPrivate))
    }
    return try await destination.placeCompanions(placements, announcer).count { $0 }
  }
}
