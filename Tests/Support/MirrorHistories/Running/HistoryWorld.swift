/// What performs the steps of a history: a site, and a way to run commands on directories.
package protocol HistoryWorld: Sendable {
  /// The ids of the photos, in the order of their numbers.
  var ids: [String] { get }

  /// The directory of a place, which may be missing. Other files may be put beside it.
  func path(of place: HistoryPlace) -> String

  /// Changes the site.
  /// - Parameter version: The number of the photo's picture from now on.
  func change(_ change: SiteChange, version: Int) async throws

  /// The digests of a photo's present pictures at the site.
  func served(_ photo: Int, version: Int) async throws -> (small: [String], large: [String])

  /// Runs a command to its end.
  func run(_ command: HistoryCommand) async throws -> CommandOutcome

  /// Runs a command, kills it at a moment that the number chooses, and runs it again to its end.
  func run(_ command: HistoryCommand, killedAt moment: UInt64) async throws -> CommandOutcome

  /// Runs two commands at the same time, both to their ends.
  func run(
    _ command: HistoryCommand, beside other: HistoryCommand
  ) async throws -> (CommandOutcome, CommandOutcome)

  /// Lets the clock of commands be ahead by days.
  func setClock(days: Int)
}

extension HistoryWorld {
  package func run(
    _ command: HistoryCommand, killedAt moment: UInt64
  ) async throws -> CommandOutcome {
    try await run(command)
  }

  package func run(
    _ command: HistoryCommand, beside other: HistoryCommand
  ) async throws -> (CommandOutcome, CommandOutcome) {
    (try await run(command), try await run(other))
  }

  package func setClock(days: Int) {}
}
