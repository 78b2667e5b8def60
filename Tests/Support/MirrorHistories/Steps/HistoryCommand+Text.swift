extension HistoryCommand: CustomStringConvertible {
  /// Its name without its choices.
  package var kind: String {
    switch self {
    case .sync(let sync): sync.kind
    case .syncTwice: "sync twice"
    case .verify: "verify"
    case .accept: "accept"
    case .repair(let place, let sources):
      "repair\(place == .mirror ? "" : " of a copy")\(sources.isEmpty ? "" : " --from")"
    case .copy: "copy"
    case .recover: "recover"
    case .emptyTrash: "trash --empty"
    case .restore: "restore"
    case .forget: "forget"
    case .remember: "forget --undo"
    case .rename: "rename"
    case .adopt: "adopt"
    case .bundle: "bundle"
    case .gallery: "gallery -o"
    case .export: "export"
    }
  }

  package var description: String {
    switch self {
    case .sync(let sync): "\(sync)"
    case .syncTwice(let sync): "\(sync), twice"
    case .verify(let place): "verify \(place)"
    case .accept(let photo): "verify --accept photo \(photo)"
    case .repair(let place, let sources):
      "repair \(place)" + sources.map { " --from \($0)" }.joined()
    case .copy(let place): "copy to \(place)"
    case .recover, .adopt, .bundle, .gallery, .export: kind
    case .emptyTrash: "trash --empty"
    case .restore(let photo): "restore photo \(photo)"
    case .forget(let photo): "forget photo \(photo)"
    case .remember(let photo): "forget --undo photo \(photo)"
    case .rename(let template): "rename --name \(Self.templates[template])"
    }
  }
}

extension HistoryCommand.Sync: CustomStringConvertible {
  var kind: String {
    if faults != nil { return "sync with faults" }
    if limit != nil { return "sync --limit" }
    return isUpgrade ? "sync --upgrade" : isFull ? "sync --full" : "sync"
  }

  package var description: String {
    "sync" + (isFull ? " --full" : "") + (isUpgrade ? " --upgrade" : "")
      + (gone == .keep ? "" : " --gone \(gone.rawValue)")
      + (keepsVersions ? "" : " --keep-versions 0") + (limit.map { " --limit \($0)" } ?? "")
      + (faults.map { ", server faults \($0.shares)" } ?? "")
  }
}
