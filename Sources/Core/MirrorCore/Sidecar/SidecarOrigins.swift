/// Keeps right what sidecars say of their picture's file when a photo gets another one: its sidecars stay, because people
/// edit them.
struct SidecarOrigins: Sendable {
  let destination: MirrorFiles
  let editor: any SidecarEditor
  let choice: SidecarChoice

  /// Writes which files the new pictures are into the sidecars beside them, and changes nothing else there. A sidecar that
  /// cannot be read, or written, stays as it is.
  func note(_ photos: [InspectedPhoto]) async throws(StorageError) {
    var placements: [Placement] = []
    for photo in photos {
      let companions = try await companions(of: photo)
      guard !companions.isEmpty else { continue }
      placements.append(
        Placement(
          path: photo.path, picture: .stored, companions: companions,
          isPrivate: photo.job.photo.isPrivate))
    }
    guard !placements.isEmpty else { return }
    for result in await destination.place(placements) {
      if case .failure(let error) = result, !error.isOfEntry { throw error }
    }
  }

  private func companions(of photo: InspectedPhoto) async throws(StorageError) -> [Companion] {
    var companions: [Companion] = []
    for format in choice.formats {
      let path = choice.path(of: photo.path, as: format)
      do throws(StorageError) {
        guard let existing = try await destination.read(path, limit: SidecarUpdate.mostBytes) else {
          continue
        }
        let (nothing, origin) = (PictureOrigin(), PictureOrigin(photo))
        let new = try? editor.rewrite(
          existing, as: format, from: Sidecar.bytes(of: nothing, as: format),
          to: Sidecar.bytes(of: origin, as: format))
        if let new, new != existing { companions.append(.rewrittenSidecar(new, format)) }
      } catch {
        guard error.isOfEntry else { throw error }
      }
    }
    return companions
  }
}
