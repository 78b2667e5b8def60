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

  /// The file of a photo's thumbnail.
  func thumbnail(_ path: String) -> String {
    files.isRemote ? "\(folder)/\(files.name(of: path))" : directory.file(path)
  }
}

/// What of a photo's files exists, at the moment of asking. Blocks.
struct PhotoFiles {
  /// The photo's own file; nil if it is missing, empty or not on a disk.
  let picture: FileStatus?
  /// Whether it is in an object store, where it is not looked for.
  private let isRemote: Bool
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
    isRemote = places.files.isRemote
    picture = isRemote ? nil : status(places.directory.file(path))
    self.thumbnail = thumbnail.flatMap { status(places.thumbnail($0)) }
  }

  var hasPicture: Bool { isRemote || picture != nil }
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
