/// Commands and what is checked after them.
extension HistoryRun {
  mutating func observe(
    _ chosen: HistoryCommand,
    _ body: (any HistoryWorld, HistoryCommand) async throws -> CommandOutcome
  ) async throws -> [Violation] {
    let before = files.facts
    let command = chosen.without { !before[$0].exists }
    // The first run makes the mirror.
    guard command.sync != nil || before[command.place].exists else { return [] }
    let outcome = try await body(world, command)
    if case .rename = command { files.forgetShelf() }
    let seen = ObservedCommand(
      command, of: command.named.map(id), outcome, from: before, to: files.facts)
    result.commands += 1
    result.kills += outcome.wasKilled ? 1 : 0
    let violations = model.observe(seen)
    guard violations.isEmpty else { return violations }
    if case .verify(let place) = command { return check(outcome, of: place, seen.after) }
    return try await verify(after: [command])
  }

  mutating func observe(
    _ one: HistoryCommand, beside other: HistoryCommand
  ) async throws -> [Violation] {
    let before = files.facts
    guard [one, other].allSatisfy({ before[$0.place].exists }), !model.isCatalogLost else {
      return []
    }
    let outcomes = try await world.run(one, beside: other)
    files.forgetShelf()
    let after = files.facts
    let seen = [(one, outcomes.0), (other, outcomes.1)].map { command, outcome in
      ObservedCommand(command, of: command.named.map(id), outcome, from: before, to: after)
    }
    result.commands += 2
    let violations = model.observe(together: seen)
    return violations.isEmpty ? try await verify(after: [one, other]) : violations
  }

  /// Verifies what commands may have changed.
  private mutating func verify(after commands: [HistoryCommand]) async throws -> [Violation] {
    guard !model.isCatalogLost else { return [] }
    var places: Set<HistoryPlace> = [.mirror]
    for command in commands {
      if case .copy(let place) = command { places.insert(place) }
      places.insert(command.place)
    }
    let facts = files.facts
    for place in places.sorted(by: { $0.rawValue < $1.rawValue }) where facts[place].exists {
      let violations = check(try await world.run(.verify(place)), of: place, facts)
      if !violations.isEmpty { return violations }
    }
    return []
  }

  private mutating func check(
    _ outcome: CommandOutcome, of place: HistoryPlace, _ facts: HistoryFacts
  ) -> [Violation] {
    result.verifications += 1
    return model.check(outcome, of: place, facts[place])
  }
}

extension HistoryCommand {
  /// Without the sources that are not there.
  fileprivate func without(_ isMissing: (HistoryPlace) -> Bool) -> HistoryCommand {
    guard case .repair(let place, let sources) = self else { return self }
    return .repair(place, from: sources.filter { !isMissing($0) })
  }
}
