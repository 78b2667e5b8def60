import Catalog
import Images
import LocalFiles
import MirrorCore
import Sidecars

/// The check of the files beside a mirrored one: its sidecars and its thumbnail. Blocks.
struct CompanionCheck: Sendable {
  /// Bytes of a sidecar; larger ones were not written by this program.
  static let mostBytes = 16 << 20

  let directory: MirrorDirectory
  let sidecars: SidecarChoice
  /// Decodes a picture completely; nil: only a thumbnail's header is read. Decoding takes longer than the photo's digest.
  let decode: (@Sendable (_ path: String) throws(ImageError) -> PictureSketch?)?

  /// What a file beside a photo is.
  enum Kind: Sendable {
    /// A sidecar of the photo with this id at its site.
    case sidecar(SidecarFormat, key: String)
    case thumbnail(of: MirroredPhoto)
  }

  /// The findings of companions that are there and are not the photo's. Those that are missing are
  /// ``FileCheck/gaps(of:_:)``.
  /// - Parameter hasPicture: Whether the photo's file is the one of which the thumbnail was made.
  func findings(of photo: StoredPhoto, hasPicture: Bool = true) -> [Verification.Finding] {
    let damaged = sidecars.formats.compactMap { format -> (String, String)? in
      let path = sidecars.path(of: photo.file.path, as: format)
      let kind = Kind.sidecar(format, key: photo.key)
      return Self.flaw(ofFileAt: directory.file(path), kind, decode: decode).map { (path, $0) }
    }
    let thumbnail = photo.file.thumbnail.format.flatMap { format -> (String, String)? in
      let path = MirrorNames.thumbnail(ofStem: photo.stem, format)
      let kind = Kind.thumbnail(of: photo.file)
      let flaw = Self.flaw(ofFileAt: directory.file(path), kind, decode: decode)
      return (flaw ?? (hasPicture ? otherPicture(at: path, of: photo.file) : nil)).map {
        (path, $0)
      }
    }
    return (damaged + [thumbnail].compactMap(\.self)).map {
      .damagedCompanion(path: photo.file.path, companion: $0, reason: $1)
    }
  }

  /// A thumbnail that shows something else than its photo does; nil if it does not, or if one of them cannot be decoded.
  private func otherPicture(at path: String, of file: MirroredPhoto) -> String? {
    guard let decode, DurableFile.size(of: directory.file(path)) != nil,
      let thumbnail = try? decode(directory.file(path)),
      let photo = try? decode(directory.file(file.path)), !thumbnail.isLike(photo)
    else { return nil }
    return "it shows another picture"
  }

  /// What is wrong with a file, as a clause in lower case without a period; nil if nothing, or if it is missing.
  /// - Parameters:
  ///   - path: Absolute.
  ///   - decode: Decodes a thumbnail completely; nil: only its header is read.
  static func flaw(
    ofFileAt path: String, _ kind: Kind,
    decode: (@Sendable (_ path: String) throws(ImageError) -> PictureSketch?)?
  ) -> String? {
    switch kind {
    case .sidecar(let format, let key): flaw(ofSidecarAt: path, format, key)
    case .thumbnail(let file): flaw(ofThumbnailAt: path, file, decode)
    }
  }

  private static func flaw(
    ofSidecarAt path: String, _ format: SidecarFormat, _ key: String
  ) -> String? {
    do throws(StorageError) {
      guard let bytes = try DurableFile.read(path, limit: Self.mostBytes) else { return nil }
      return SidecarCheck.flaw(in: bytes, as: format, ofPhoto: key)
    } catch {
      return error.error.message
    }
  }

  /// A thumbnail is never larger than its photo.
  private static func flaw(
    ofThumbnailAt path: String, _ file: MirroredPhoto,
    _ decode: ((_ path: String) throws(ImageError) -> PictureSketch?)?
  ) -> String? {
    guard DurableFile.size(of: path) != nil else { return nil }
    guard let edge = ThumbnailSize(ofFileAt: path)?.edge else { return "it is not a picture" }
    let largest = max(file.width, file.height)
    guard largest == 0 || edge <= largest else { return "it is larger than the photo" }
    do throws(ImageError) {
      _ = try decode?(path)
      return nil
    } catch {
      return error.kind == .tooLarge || error.kind == .stopped ? nil : error.message
    }
  }
}
