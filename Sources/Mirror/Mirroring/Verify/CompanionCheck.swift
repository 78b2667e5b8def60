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
  /// Decodes a thumbnail completely; nil: only its header is read. Decoding takes longer than the photo's digest.
  let decode: (@Sendable (_ path: String) throws(ImageError) -> ImageProof)?

  /// What a file beside a photo is.
  enum Kind: Sendable {
    /// Of the photo with this id at its site.
    case sidecar(SidecarFormat, key: String)
    case thumbnail(of: MirroredPhoto)
  }

  /// The findings of companions that are there and are not the photo's. Those that are missing are
  /// ``FileCheck/gaps(of:_:)``.
  func findings(of photo: StoredPhoto) -> [Verification.Finding] {
    let damaged = sidecars.formats.compactMap { format -> (String, String)? in
      let path = sidecars.path(of: photo.file.path, as: format)
      let kind = Kind.sidecar(format, key: photo.key)
      return Self.flaw(ofFileAt: directory.file(path), kind, decode: decode).map { (path, $0) }
    }
    let thumbnail = photo.file.thumbnail.format.flatMap { format -> (String, String)? in
      let path = MirrorNames.thumbnail(ofStem: photo.stem, format)
      let kind = Kind.thumbnail(of: photo.file)
      return Self.flaw(ofFileAt: directory.file(path), kind, decode: decode).map { (path, $0) }
    }
    return (damaged + [thumbnail].compactMap(\.self)).map {
      .damagedCompanion(path: photo.file.path, companion: $0, reason: $1)
    }
  }

  /// What is wrong with a file, as a clause in lower case without a period; nil if nothing, or if it is missing.
  /// - Parameters:
  ///   - path: Absolute.
  ///   - decode: Decodes a thumbnail completely; nil: only its header is read.
  static func flaw(
    ofFileAt path: String, _ kind: Kind,
    decode: (@Sendable (_ path: String) throws(ImageError) -> ImageProof)?
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
    _ decode: ((_ path: String) throws(ImageError) -> ImageProof)?
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
