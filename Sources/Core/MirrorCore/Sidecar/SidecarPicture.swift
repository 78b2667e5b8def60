import ProviderKit

/// The mirrored file that a sidecar describes: regions and the orientation depend on its pixels, the digest on its bytes.
package struct SidecarPicture: Sendable, Hashable {
  /// Pixels as stored, before any orientation; 0 if unknown.
  let width: Int
  let height: Int
  /// Whether it is the uploaded file, which the site does not turn.
  let isOriginal: Bool
  /// Which bytes it has.
  let origin: PictureOrigin

  package init(
    width: Int, height: Int, isOriginal: Bool, origin: PictureOrigin = PictureOrigin()
  ) {
    (self.width, self.height, self.isOriginal) = (width, height, isOriginal)
    self.origin = origin
  }

  /// Degrees clockwise by which the site shows the photo turned; the file does not record them.
  func turn(_ info: PhotoInfo?) -> Int { isOriginal ? info?.rotation ?? 0 : 0 }
}

extension PictureOrigin {
  init(_ photo: InspectedPhoto) {
    self.init(
      sha256: photo.inspection.sha256, byteCount: photo.inspection.byteCount,
      label: photo.rendition?.label, shown: photo.job.photo.mark,
      announced: photo.rendition?.digest?.mark)
  }
}

extension SidecarPicture {
  init(_ photo: InspectedPhoto) {
    self.init(
      width: photo.inspection.width, height: photo.inspection.height,
      isOriginal: photo.sizeReason == .original, origin: PictureOrigin(photo))
  }

  /// - Parameter shown: ``Photo/mark`` of the listing; nil if unknown.
  init(_ file: MirroredPhoto, shown: Int64?) {
    self.init(
      width: file.width, height: file.height, isOriginal: file.sizeReason == .original,
      // Of a file that nobody has proven, the digest would bless what it has become.
      origin: PictureOrigin(
        sha256: file.isUnproven ? nil : file.sha256,
        byteCount: file.isUnproven ? nil : file.byteCount, label: file.label, shown: shown,
        announced: file.announced))
  }
}

extension DepartureCatalog {
  /// The file beside a photo's sidecars; nil if it has none.
  func picture(of id: Int64) async throws(MirrorError) -> SidecarPicture? {
    guard let photo = try await photos([id]).first else { return nil }
    return photo.file.map { SidecarPicture($0, shown: photo.record.picture?.shown) }
  }
}
