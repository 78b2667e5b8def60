import Catalog
import LocalFiles
import MirrorCore
import ProviderKit
import SystemCalls

/// What of a photo's files exists, at the moment of asking. Blocks.
struct PhotoFiles {
  /// The photo's own file; nil if it is missing or empty.
  let picture: FileStatus?
  private let thumbnail: FileStatus?

  init(_ photo: ExportedPhoto, in directory: MirrorDirectory) {
    self.init(photo.path, photo.thumbnail, directory)
  }

  init(_ photo: PhotoStamp, in directory: MirrorDirectory) {
    self.init(photo.path, photo.thumbnail, directory)
  }

  private init(_ path: String, _ thumbnail: String?, _ directory: MirrorDirectory) {
    let status = { (path: String) in
      FileStatus(of: directory.file(path)).flatMap { $0.isRegular && $0.size > 0 ? $0 : nil }
    }
    picture = status(path)
    self.thumbnail = thumbnail.flatMap(status)
  }

  var hasPicture: Bool { picture != nil }
  var hasThumbnail: Bool { thumbnail != nil }

  /// A page shows whether there is a picture, and has the thumbnail's pixels.
  func combined(with hash: StableHash) -> UInt64 {
    var hash = hash
    for number in [
      hasPicture ? 1 : 0, thumbnail?.size ?? 0, thumbnail?.modifiedAtNanoseconds ?? 0,
    ] {
      hash.combine(number)
    }
    return hash.value
  }
}
