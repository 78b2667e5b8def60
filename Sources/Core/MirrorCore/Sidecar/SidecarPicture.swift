import ProviderKit

/// The mirrored file that a sidecar describes: regions and the orientation depend on its pixels.
package struct SidecarPicture: Sendable, Hashable {
  /// Pixels as stored, before any orientation; 0 if unknown.
  let width: Int
  let height: Int
  /// Whether it is the uploaded file, which the site does not turn.
  let isOriginal: Bool

  package init(width: Int, height: Int, isOriginal: Bool) {
    (self.width, self.height, self.isOriginal) = (width, height, isOriginal)
  }

  /// Degrees clockwise by which the site shows the photo turned; the file does not record them.
  func turn(_ info: PhotoInfo?) -> Int { isOriginal ? info?.rotation ?? 0 : 0 }
}

extension SidecarPicture {
  init(_ photo: InspectedPhoto) {
    self.init(
      width: photo.inspection.width, height: photo.inspection.height,
      isOriginal: photo.sizeReason == .original)
  }

  init(_ file: MirroredPhoto) {
    self.init(
      width: file.width, height: file.height, isOriginal: file.sizeReason == .original)
  }
}

extension DepartureCatalog {
  /// The file beside a photo's sidecars; nil if nothing in them depends on it.
  func picture(of id: Int64, _ photo: Photo) async throws(MirrorError) -> SidecarPicture? {
    guard photo.details?.dependsOnPicture ?? false else { return nil }
    return try await photos([id]).first?.file.map { SidecarPicture($0) }
  }
}

extension PhotoDetails {
  /// Whether a sidecar of the photo has regions, or an orientation.
  fileprivate var dependsOnPicture: Bool {
    people?.contains { $0.box != nil } ?? false || notes?.contains { $0.box != nil } ?? false
      || info?.rotation ?? 0 != 0
  }
}
