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

  /// Whether the outcome of its second run tells what both did.
  var isKillable: Bool {
    switch self {
    case .accept, .remember: false
    default: true
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
