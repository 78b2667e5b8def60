import Catalog

extension OpenedMirror {
  /// Notes the sizes that are asked for. Other ones than before hold only for photos to come, and who
  /// asks for them is to know.
  /// - Returns: what to tell; nil where nothing changes.
  func change(of configuration: MirrorConfiguration) async throws(MirrorError) -> NoteFacts? {
    let choices = configuration.choices
    guard choices != keeper.source.choices else { return nil }
    try await keeper.noteChoices(choices)
    guard let before = keeper.source.choices else { return nil }
    let count = try await keeper.mirroredCount()
    guard count > 0 else { return nil }
    let stay =
      count == 1 ? "1 photo stays as it was made" : "\(count) photos stay as they were made"
    return NoteFacts(
      "\(stay) (\(before.text)); \(choices.text) holds for new ones, and for those whose files you move away",
      isDetail: false)
  }
}

extension MirrorConfiguration {
  /// What a photo comes as.
  fileprivate var choices: SourceChoices {
    let size: SourceChoices.Size =
      switch size {
      case .largest: .largest
      case .edge(let edge): .edge(edge)
      case .label(let label): .label(label)
      }
    return SourceChoices(size: size, thumbnailEdge: thumbnailEdge)
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
