import Catalog
import Digests
import LocalFiles
import MirrorCore

/// The files of photos in a bag.
extension BagWriter {
  /// Puts a photo and its sidecars into the bag. Blocks.
  func put(_ photo: ExportedPhoto, accepted: String?) -> Result<[Entry], StorageError> {
    Result { () throws(StorageError) in
      var entries = [try picture(photo, accepted: accepted)]
      for format in sidecars.formats {
        let path = sidecars.path(of: photo.path, as: format)
        let name = Self.objects + sidecars.path(of: PackageName.of(photo.path), as: format)
        folder.remove(name)
        if let sidecar = try put(path, as: name, algorithms) { entries.append(sidecar) }
      }
      return entries
    }
  }

  /// Puts a photo's file into the bag. What an interrupted call left may have other bytes, and is replaced once.
  private func picture(_ photo: ExportedPhoto, accepted: String?) throws(StorageError) -> Entry {
    for _ in 0..<2 {
      let name = Self.objects + PackageName.of(photo.path)
      guard let picture = try put(photo.path, as: name, [.sha256] + algorithms) else {
        throw Self.refused("the file is missing")
      }
      if [photo.sha256, accepted].contains(picture.digests[0]) {
        return Entry(
          name: picture.name, byteCount: picture.byteCount,
          digests: Array(picture.digests.dropFirst()))
      }
      folder.remove(picture.name)
    }
    throw Self.refused("its bytes are not those that were mirrored")
  }

  private func put(
    _ path: String, as name: String, _ digests: [DigestAlgorithm]
  ) throws(StorageError) -> Entry? {
    let original = open.directory.file(path)
    if let link = originals.link(above: original) {
      throw Self.refused("\(link) is a symbolic link, behind which is no file of the mirror")
    }
    let added = try folder.add(
      original, as: name, isLinked: bundle.options.sharesFiles, digests: digests)
    return added.map { Entry(name: name, byteCount: $0.byteCount, digests: $0.digests) }
  }

  private static let objects = "data/objects/"

  private static func refused(_ reason: String) -> StorageError {
    StorageError(.directory(reason), isOfEntry: true)
  }
}
