/// One step of a history. Photos have numbers from 1; a step that is not possible does nothing.
package enum HistoryStep: Sendable, Hashable {
  case site(SiteChange)
  /// What the owner or a disk does to a file of a photo.
  case file(Int, HistoryPlace, FileAct)
  case lose(CatalogLoss)
  case command(HistoryCommand)
  /// The command is killed once, at a moment that the number chooses, and then run again.
  case killed(HistoryCommand, UInt64)
  /// Two commands at the same time.
  case together(HistoryCommand, HistoryCommand)
  /// The clock jumps by days, for the commands from now on.
  case clock(Int)
}

/// How a catalog is lost.
package enum CatalogLoss: String, Sendable, CaseIterable {
  case deleted, emptied, cut
  case overwritten = "overwritten with random bytes"
}

extension HistoryStep: CustomStringConvertible {
  package var description: String {
    switch self {
    case .site(let change): "the site \(change)"
    case .file(let photo, let place, let act): "photo \(photo) in \(place): \(act)"
    case .lose(let loss): "the catalog is \(loss.rawValue)"
    case .command(let command): "\(command)"
    case .killed(let command, let moment): "\(command), killed (\(moment)) and run again"
    case .together(let one, let other): "\(one) beside \(other)"
    case .clock(let days): "the clock is \(days) days ahead"
    }
  }

  /// Its name without its choices, for counts.
  package var kind: String {
    switch self {
    case .site(let change):
      "site: " + ("\(change)".split(separator: " ").first.map(String.init) ?? "")
    case .file(_, _, let act): "file: \(act.kind)"
    case .lose(let loss): "catalog \(loss.rawValue)"
    case .command(let command): command.kind
    case .killed: "killed"
    case .together: "two at once"
    case .clock: "clock"
    }
  }
}
