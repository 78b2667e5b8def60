import MirrorCore

extension OpenedMirror {
  /// Notes the sizes that are asked for. Other ones than before hold only for photos to come, and who
  /// asks for them is to know.
  /// - Returns: what to tell; nil where nothing changes.
  func change(of configuration: MirrorConfiguration) async throws(MirrorError) -> MirrorNote? {
    let choices = configuration.options.choices
    guard choices != catalog.source.choices else { return nil }
    try await catalog.noteChoices(choices)
    guard let before = catalog.source.choices else { return nil }
    let count = try await catalog.mirroredCount()
    guard count > 0 else { return nil }
    return .choicesChanged(photos: count, before: before, now: choices)
  }
}

extension MirrorOptions {
  /// What a photo comes as, in the words of the command line.
  fileprivate var choices: String {
    let size =
      switch size {
      case .largest: "largest"
      case .edge(let edge): "\(edge)"
      case .label(let label): "'\(label)'"
      }
    return "--size \(size) --thumbnail \(thumbnailEdge ?? 0)"
  }
}
