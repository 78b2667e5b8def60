import Catalog
import MirrorCore

/// Looks again for a photo whose file seems to be missing: beside a verification, which takes no lock, a rename moves files
/// before the catalog has their new names, and a run replaces photos and lets them go.
struct SecondLook: Sendable {
  /// Changes of one photo while it is looked for.
  private static let mostLooks = 5

  let open: OpenMirror
  let files: MirrorFiles
  let check: FileCheck

  /// - Returns: The look at the photo where it is now; nil if the mirror is not to have it any more.
  func look(at photo: StoredPhoto, after first: FileCheck.Look) async throws -> FileCheck.Look? {
    var (seen, look) = (photo, first)
    for _ in 0..<Self.mostLooks where look.isMissing {
      let id = photo.file.id
      let (now, rename) = try await open.perform { catalog in
        (try catalog.expected([id]).first, try catalog.begunRename(ofPhoto: id))
      }
      guard let now else { return nil }
      if let path = rename?.newPath, var there = try await self.look(at: now.at(path)),
        !there.isMissing
      {
        // The files beside it may have either name.
        there.findings.removeAll { $0.state == nil }
        return there
      }
      guard now != seen else { return look }
      seen = now
      look = try await self.look(at: now) ?? look
    }
    return look
  }

  private func look(at photo: StoredPhoto) async throws -> FileCheck.Look? {
    var look: FileCheck.Look?
    try await check.forEach(of: [photo], in: files, on: open.disk) { look = $1 }
    return look
  }
}

extension StoredPhoto {
  /// The photo with its file under another path.
  fileprivate func at(_ path: String) -> StoredPhoto {
    var file = file
    file.path = path
    var photo = StoredPhoto(file: file, stem: stem, key: key, isLost: isLost)
    photo.accepted = accepted
    return photo
  }
}
