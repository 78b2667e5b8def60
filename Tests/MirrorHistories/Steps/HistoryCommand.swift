/// A command of the program, for the mirror of a history unless it names another place.
package enum HistoryCommand: Sendable, Hashable {
  /// What happens to photos that the site does not list.
  package enum Gone: String, Sendable, CaseIterable {
    case keep, trash, delete
  }

  /// The choices of a run.
  package struct Sync: Sendable, Hashable {
    package var isFull = false
    package var gone = Gone.keep
    /// Whether old versions of replaced photos stay in the trash.
    package var keepsVersions = true
    /// Whether larger pictures are fetched.
    package var isUpgrade = false
    /// How many photos of the listing are read; nil for all.
    package var limit: Int?
    /// What the server does wrong meanwhile; nil for nothing.
    package var faults: Faults?

    package init() {}
  }

  /// Faults of the server.
  package struct Faults: Sendable, Hashable {
    /// Kinds that do not say that a photo is gone, as the sample server names them.
    package static let kinds = [
      "503", "105", "html", "truncate", "truncate-silent", "reset", "cut-call",
    ]
    /// `503=0.2,html=0.1`: shares of the requests.
    package let shares: String
    package let seed: UInt64

    package init(_ shares: String, seed: UInt64) { (self.shares, self.seed) = (shares, seed) }
  }

  case sync(Sync)
  /// The same run twice.
  case syncTwice(Sync)
  case verify(HistoryPlace)
  /// Accepts the file of a photo as it is.
  case accept(Int)
  case repair(HistoryPlace, from: [HistoryPlace])
  case copy(HistoryPlace)
  case recover
  case emptyTrash
  case restore(Int)
  case forget(Int)
  case remember(Int)
  /// With one of the templates.
  case rename(Int)
  /// A directory with the mirror's files and nothing of its state.
  case adopt
  case bundle, gallery, export

  /// Names of photos; each has the id.
  package static let templates = [
    "{owner}/{id}", "{owner}/{title}_{id}", "{taken:yyyy}/{owner}_{id}",
  ]

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

  /// The place whose state it uses.
  package var place: HistoryPlace {
    switch self {
    case .verify(let place), .repair(let place, _): place
    default: .mirror
    }
  }

  /// Whether it leaves every file as it is.
  package var onlyReads: Bool {
    switch self {
    case .verify, .accept, .adopt, .bundle, .gallery, .export: true
    default: false
    }
  }

  /// The run's choices; nil for another command.
  package var sync: Sync? {
    switch self {
    case .sync(let sync), .syncTwice(let sync): sync
    default: nil
    }
  }
}

extension HistoryCommand: CustomStringConvertible {
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
  fileprivate var kind: String {
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
