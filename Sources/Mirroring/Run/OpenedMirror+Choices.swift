import MirrorCore

extension OpenedMirror {
  /// Records the size and the thumbnails that the run requests.
  /// - Returns: A note if they differ from the source's last choices, since they apply to new photos only;
  ///   nil if nothing changes.
  func change(of configuration: MirrorConfiguration) async throws(MirrorError) -> MirrorNote? {
    let options = configuration.options
    let choices = SourceChoices(size: options.size, thumbnailEdge: options.thumbnailEdge)
    guard choices != catalog.source.choices else { return nil }
    try await catalog.noteChoices(choices)
    guard let before = catalog.source.choices else { return nil }
    let count = try await catalog.mirroredCount()
    return count > 0 ? .choicesChanged(photos: count, before: before, now: choices) : nil
  }
}
