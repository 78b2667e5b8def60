import Catalog
import Gallery
import LocalFiles
import MirrorCore
import ProviderKit
import SystemCalls

/// Where a gallery looks for the files of photos.
struct FilePlaces: Sendable {
  let directory: MirrorDirectory
  /// The gallery's folder.
  let folder: String
  let files: GalleryFiles
  /// Whether the mirror's files are not on this machine, so that the gallery's folder has what it shows of them.
  let isDistant: Bool

  /// A photo's own file, or its thumbnail.
  func file(_ path: String) -> String {
    isDistant ? "\(folder)/\(files.name(of: path))" : directory.file(path)
  }

  /// Whether a file is elsewhere, where it is not looked for.
  func isElsewhere(_ path: String) -> Bool { isDistant && !files.includes(path) }
}

/// What of a photo's files exists, at the moment of asking. Blocks.
struct PhotoFiles {
  /// The photo's own file; nil if it is missing, empty or not on a disk.
  let picture: FileStatus?
  private let isElsewhere: Bool
  private let thumbnail: FileStatus?

  init(_ photo: ExportedPhoto, in places: FilePlaces) {
    self.init(photo.path, photo.thumbnail, places)
  }

  init(_ photo: PhotoStamp, in places: FilePlaces) {
    self.init(photo.path, photo.thumbnail, places)
  }

  private init(_ path: String, _ thumbnail: String?, _ places: FilePlaces) {
    let status = { (file: String) -> FileStatus? in
      FileStatus(linkFree: file).flatMap { $0.isRegular && $0.size > 0 ? $0 : nil }
    }
    isElsewhere = places.isElsewhere(path)
    picture = isElsewhere ? nil : status(places.file(path))
    self.thumbnail = thumbnail.flatMap { status(places.file($0)) }
  }

  var hasPicture: Bool { isElsewhere || picture != nil }
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
