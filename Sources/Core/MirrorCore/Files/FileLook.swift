/// Which files of a mirrored photo exist.
package struct FileLook: Sendable, Hashable {
  /// Whether the photo's file exists, whatever its bytes, because people edit files. An empty file counts as
  /// damaged. Also true if that cannot be determined, as without access to its folder: it is not missing then.
  package let isThere: Bool
  /// Whether all sidecars that the destination writes exist; also true if it writes none, or if that cannot be
  /// determined.
  package let hasSidecar: Bool
  /// Also true if it needs none, or if that cannot be determined.
  package let hasThumbnail: Bool

  package init(isThere: Bool, hasSidecar: Bool = true, hasThumbnail: Bool = true) {
    (self.isThere, self.hasSidecar, self.hasThumbnail) = (isThere, hasSidecar, hasThumbnail)
  }

  /// Whether nothing is missing.
  package var isComplete: Bool { isThere && hasSidecar && hasThumbnail }
}
