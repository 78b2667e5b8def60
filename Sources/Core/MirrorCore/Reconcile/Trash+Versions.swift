/// Old versions of photos, whose new versions take their names.
extension Trash {
  enum Retirement: Sendable, Hashable {
    /// The file has other bytes than were mirrored, and stays.
    case edited
    /// There is no file.
    case missing
    /// The place of the file in the trash.
    case moved(to: String)
  }

  /// Moves a photo's file to the trash. Until the new version is recorded, a later run, or ``keepOld(_:at:)``,
  /// brings it back.
  /// - Parameter isPictureOnly: Whether sidecar and thumbnail stay for the new version.
  func retire(
    _ photo: KnownPhoto, reason: String, isPictureOnly: Bool
  ) async throws -> Retirement {
    guard let file = photo.file else { return .missing }
    guard let isUnchanged = try await isUnchanged(photo) else { return .missing }
    guard isUnchanged else { return .edited }
    let place = try await destination.trashPlace(of: file.path, label: label)
    let departure = Departure(.replacing, since: now(), reason: reason, place: place)
    try await catalog.depart([photo.record.id: departure])
    do throws(StorageError) {
      _ = try await move(photo, departure, .replaced, isPictureOnly: isPictureOnly)
    } catch {
      if error.isOfEntry { try await keepOld(photo, at: place) }
      throw error
    }
    return .moved(to: place)
  }

  /// Ends the replacement of a photo whose new version was not recorded: the old one comes back, unless
  /// another file has its name by now. That may be the new version, which the admit stage adopts.
  func keepOld(_ photo: KnownPhoto, at place: String) async throws {
    let id = photo.record.id
    guard let file = photo.file, let files = photo.files else { return }
    let there = try await destination.fingerprint(of: file.path)
    let above = try await destination.fingerprint(of: place)
    let stem = photo.record.stem
    let named = try await destination.find(stems: [stem])[stem]
    let isFree = there == nil && named == nil
    if there == file.fingerprint, above == nil || above == file.fingerprint {
      if above == nil { try await destination.recover(files, from: place) }
      try await catalog.comeBack([id], isMirrored: true)
    } else if isFree, above == file.fingerprint {
      try await destination.recover(files, from: place)
      try await catalog.comeBack([id], isMirrored: true)
    } else {
      try await catalog.comeBack([id], isMirrored: there != nil && above != file.fingerprint)
    }
  }
}
