/// A command that ended, with the files before and after it.
package struct ObservedCommand: Sendable {
  package let command: HistoryCommand
  /// The photo that the command names.
  package let named: String?
  package let outcome: CommandOutcome
  package let before: HistoryFacts
  package let after: HistoryFacts

  package init(
    _ command: HistoryCommand, of named: String?, _ outcome: CommandOutcome,
    from before: HistoryFacts,
    to after: HistoryFacts
  ) {
    (self.command, self.named, self.outcome) = (command, named, outcome)
    (self.before, self.after) = (before, after)
  }

  func entries(_ id: String) -> (before: PlaceFacts.Entry, after: PlaceFacts.Entry) {
    (before[.mirror].entry(id), after[.mirror].entry(id))
  }

  var isRestoring: Bool { if case .restore = command { true } else { false } }

  /// Whether the command was asked to take a photo away.
  func mayTake(_ id: String, _ photo: MirrorModel.Photo) -> Bool {
    if case .forget = command { return named == id && outcome.status != 1 }
    return !photo.isListed && !photo.isKept && (command.sync?.gone ?? .keep) != .keep
  }
}
