import MirrorCore

extension OpenedMirror {
  /// Notes the sizes that are asked for. Other ones than before hold only for photos to come, and who
  /// asks for them is to know.
  /// - Returns: what to tell; nil where nothing changes.
  func change(of configuration: MirrorConfiguration) async throws(MirrorError) -> NoteFacts? {
    let options = configuration.options
    let choices = SourceChoices(size: options.size, thumbnailEdge: options.thumbnailEdge)
    guard choices != catalog.source.choices else { return nil }
    try await catalog.noteChoices(choices)
    guard let before = catalog.source.choices else { return nil }
    let count = try await catalog.mirroredCount()
    guard count > 0 else { return nil }
    let stay =
      count == 1 ? "1 photo stays as it was made" : "\(count) photos stay as they were made"
    return NoteFacts(
      "\(stay) (\(before.text)); \(choices.text) holds for new ones, and for those whose files you move away",
      isDetail: false)
  }
}

extension SourceChoices {
  /// In the words of the command line.
  fileprivate var text: String {
    let size =
      switch size {
      case .largest: "largest"
      case .edge(let edge): "\(edge)"
      case .label(let label): "'\(label)'"
      }
    return "--size \(size) --thumbnail \(thumbnailEdge ?? 0)"
  }
}
