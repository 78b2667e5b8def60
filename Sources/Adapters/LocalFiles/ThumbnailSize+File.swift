import MirrorCore

extension ThumbnailSize {
  /// Blocks.
  /// - Returns: Nil if there is no such file, or if it is of another kind.
  package init?(ofFileAt path: String) {
    self.init(head: DurableFile.read(path, first: Self.headLength))
  }
}
