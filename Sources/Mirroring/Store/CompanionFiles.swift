import ProviderKit

/// Writes what stands beside a photo: its thumbnail and its sidecar. All methods block.
struct CompanionFiles: Sendable {
  let directory: MirrorDirectory
  let provider: String

  /// Writes the thumbnail, replacing what stood there, and syncs it; not yet its directory.
  /// - Parameter id: the photo's row in the catalog.
  /// - Parameter stem: of the photo, relative to the mirror.
  func write(thumbnail: [UInt8], ofPhoto id: Int64, stem: String) throws(FileError) {
    let (scratch, path) = (
      directory.part(ofPhoto: id) + ".thumbnail", directory.thumbnail(ofStem: stem)
    )
    if let folder = DurableFile.parent(of: path) { try DurableFile.makeDirectory(folder) }
    try DurableFile.write(thumbnail, to: scratch)
    try DurableFile.replace(scratch, to: path)
  }

  /// Writes the sidecar and syncs it, not yet its directory. A sidecar that is there stays, because
  /// people edit them, and so does whatever else has its name.
  /// - Parameter path: of the photo's file, relative to the mirror; its folder exists.
  func writeSidecar(of photo: Photo, id: Int64, path: String) throws(FileError) {
    let (scratch, sidecar) = (
      directory.part(ofPhoto: id) + ".sidecar", directory.sidecar(of: path)
    )
    guard !DurableFile.exists(sidecar) else { return }
    let bytes = Sidecar.xmp(of: photo, source: provider + ":" + photo.id)
    try DurableFile.write(bytes, to: scratch)
    // What was not needed after all is swept up by the next run.
    _ = try DurableFile.renameIfFree(scratch, to: sidecar)
  }
}
