import Catalog
import Digests
import LocalFiles
import MirrorCore

/// The files of photos in a bag. All methods run on a thread that may block.
extension BagWriter {
  /// Puts a photo and its sidecars into the bag.
  func put(_ photo: ExportedPhoto, accepted: String?) async -> Result<[Entry], StorageError> {
    do throws(StorageError) {
      var entries = [try await picture(photo, accepted: accepted)]
      for format in sidecars.formats {
        let path = sidecars.path(of: photo.path, as: format)
        let name = Self.objects + sidecars.path(of: PackageName.of(photo.path), as: format)
        folder.remove(name)
        if let sidecar = try await put(path, as: name, algorithms) { entries.append(sidecar) }
      }
      return .success(entries)
    } catch {
      return .failure(error)
    }
  }

  /// Puts a photo's file into the bag. What an interrupted call left is kept if it has the photo's bytes.
  private func picture(
    _ photo: ExportedPhoto, accepted: String?
  ) async throws(StorageError) -> Entry {
    let (name, wanted) = (Self.objects + PackageName.of(photo.path), [photo.sha256, accepted])
    let digests = [.sha256] + algorithms
    if let kept = try folder.kept(name, digests: digests), wanted.contains(kept.digests[0]) {
      return Entry(name, kept.byteCount, kept.digests.dropFirst())
    }
    folder.remove(name)
    guard let picture = try await put(photo.path, as: name, digests) else {
      throw Self.refused("the file is missing")
    }
    if wanted.contains(picture.digests[0]) {
      return Entry(name, picture.byteCount, picture.digests.dropFirst())
    }
    folder.remove(name)
    throw Self.refused("its bytes are not those that were mirrored")
  }

  private func put(
    _ path: String, as name: String, _ digests: [DigestAlgorithm]
  ) async throws(StorageError) -> Entry? {
    guard let original = try await store.place.take(path, limit: .max) else { return nil }
    let result = Result { () throws(StorageError) in
      try folder.add(
        original.path, as: name, isLinked: bundle.options.sharesFiles, digests: digests)
    }
    await store.place.release(original)
    return try result.get().map { Entry(name, $0.byteCount, $0.digests[...]) }
  }

  private static let objects = "data/objects/"

  private static func refused(_ reason: String) -> StorageError {
    StorageError(.directory(reason), isOfEntry: true)
  }
}

extension BagWriter.Entry {
  fileprivate init(_ name: String, _ byteCount: Int64, _ digests: ArraySlice<String>) {
    self.init(name: name, byteCount: byteCount, digests: Array(digests))
  }
}
