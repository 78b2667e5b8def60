import Catalog
import Images
import LocalFiles
import MirrorCore
import Sidecars

/// The check of the files beside a mirrored one: its sidecars and its thumbnail. Blocks.
struct CompanionCheck: Sendable {
  /// Bytes of a sidecar; larger ones were not written by this program.
  private static let mostBytes = 16 << 20

  let directory: MirrorDirectory
  let sidecars: SidecarChoice
  /// Decodes a thumbnail completely; nil: only its header is read. Decoding takes longer than the photo's digest.
  let decode: (@Sendable (_ path: String) throws(ImageError) -> ImageProof)?

  /// The findings of companions that are there and are not the photo's. Those that are missing are
  /// ``FileCheck/gaps(of:_:)``.
  func findings(of photo: StoredPhoto) -> [Verification.Finding] {
    let damaged = sidecars.formats.compactMap { format -> (String, String)? in
      let path = sidecars.path(of: photo.file.path, as: format)
      return flaw(ofSidecar: path, format, photo).map { (path, $0) }
    }
    let thumbnail = photo.file.thumbnail.format.flatMap { format -> (String, String)? in
      let path = MirrorNames.thumbnail(ofStem: photo.stem, format)
      return flaw(ofThumbnail: path, photo.file).map { (path, $0) }
    }
    return (damaged + [thumbnail].compactMap(\.self)).map {
      .damagedCompanion(path: photo.file.path, companion: $0, reason: $1)
    }
  }

  private func flaw(
    ofSidecar path: String, _ format: SidecarFormat, _ photo: StoredPhoto
  ) -> String? {
    do throws(StorageError) {
      guard let bytes = try DurableFile.read(directory.file(path), limit: Self.mostBytes) else {
        return nil
      }
      return SidecarCheck.flaw(in: bytes, as: format, ofPhoto: photo.key)
    } catch {
      return error.error.message
    }
  }

  /// A thumbnail is never larger than its photo.
  private func flaw(ofThumbnail path: String, _ file: MirroredPhoto) -> String? {
    guard DurableFile.size(of: directory.file(path)) != nil else { return nil }
    guard let edge = ThumbnailSize(ofFileAt: directory.file(path))?.edge else {
      return "it is not a picture"
    }
    let largest = max(file.width, file.height)
    guard largest == 0 || edge <= largest else { return "it is larger than the photo" }
    do throws(ImageError) {
      _ = try decode?(directory.file(path))
      return nil
    } catch {
      return error.kind == .tooLarge || error.kind == .stopped ? nil : error.message
    }
  }
}
