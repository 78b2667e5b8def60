import Catalog

/// Which files of a mirrored photo are there.
struct FileLook: Sendable, Hashable {
  /// Whether the photo's own file is there, whatever its bytes: people edit files. An empty one is a
  /// damaged one.
  let isThere: Bool
  let hasSidecar: Bool
  /// True also where it never had one.
  let hasThumbnail: Bool

  var isWhole: Bool { isThere && hasSidecar && hasThumbnail }
}

extension MirrorDirectory {
  /// Looks for a photo's files; nil where it is not mirrored. Blocks.
  func look(at record: PhotoRecord) -> FileLook? {
    guard record.isMirrored, let path = record.path else { return nil }
    return FileLook(
      isThere: isThere(record), hasSidecar: DurableFile.exists(sidecar(of: path)),
      hasThumbnail: !record.hasThumbnail || DurableFile.exists(thumbnail(ofStem: record.stem)))
  }
}
