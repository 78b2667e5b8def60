/// One history: its steps, performed one after another, and the laws that are checked after each.
package struct HistoryRun {
  /// What a history was like.
  package struct Result: Sendable {
    /// The first laws that were broken; empty if none was.
    package var violations: [Violation] = []
    /// The steps that were performed, the last one included.
    package var steps: [HistoryStep] = []
    /// How many commands were compared with the model.
    package var commands = 0
    /// How many verifications were compared with the model.
    package var verifications = 0
  }

  private let world: any HistoryWorld
  private let files: HistoryFiles
  private var model: MirrorModel
  private var result = Result()

  private init(in world: any HistoryWorld) async throws {
    self.world = world
    let paths = HistoryPlace.allCases.map { ($0, world.path(of: $0)) }
    files = HistoryFiles(world.ids, Dictionary(paths) { $1 })
    model = MirrorModel(world.ids)
    for photo in 1...world.ids.count { try await noteServed(photo) }
  }

  /// Performs steps until a law is broken.
  package static func run(
    _ steps: [HistoryStep], in world: any HistoryWorld
  ) async throws -> Result {
    var run = try await HistoryRun(in: world)
    for step in steps {
      run.result.steps.append(step)
      run.result.violations = try await run.perform(step)
      if !run.result.violations.isEmpty { break }
    }
    return run.result
  }

  private func id(_ photo: Int) -> String { world.ids[photo - 1] }

  private mutating func noteServed(_ photo: Int) async throws {
    let id = id(photo)
    let (small, large) = try await world.served(photo, version: model.photos[id]?.version ?? 0)
    model.note(served: large, of: id, isLarge: true)
    model.note(served: small, of: id, isLarge: false)
  }

  private mutating func perform(_ step: HistoryStep) async throws -> [Violation] {
    switch step {
    case .site(let change): try await perform(change)
    case .file(let photo, let place, let act): try perform(act, on: photo, in: place)
    case .lose(let loss):
      try files.lose(loss)
      model.isCatalogLost = true
    case .clock(let days): world.setClock(days: days)
    case .command(let command):
      return try await observe(command) { try await $0.run($1) }
    case .killed(let command, let moment):
      return try await observe(command) { try await $0.run($1, killedAt: moment) }
    case .together(let one, let other): return try await observe(one, beside: other)
    }
    return []
  }

  private mutating func perform(_ change: SiteChange) async throws {
    let id = id(change.photo)
    guard model.allows(change, of: id) else { return }
    model.note(change, of: id)
    try await world.change(change, version: model.photos[id]?.version ?? 0)
    if case .replace = change { try await noteServed(change.photo) }
  }

  private mutating func perform(
    _ act: FileAct, on photo: Int, in place: HistoryPlace
  ) throws {
    let id = id(photo)
    guard let known = model.photos[id] else { return }
    let before = files.facts[place].entry(id)
    var isEdited = false
    if case .file(let digest) = before {
      isEdited = known.edits.contains(digest) || known.likeEdits.contains(digest)
    }
    let isWhole = known.standing == .mirrored && (known.isWhole(before) || isEdited)
    let other: String? = if case .swap(let other) = act { self.id(other) } else { nil }
    switch try files.act(act, on: id, and: other, in: place, isWhole: isWhole) {
    case .edited(let digest): model.note(edit: digest, of: id)
    case .returned: model.note(returned: id)
    case .done:
      guard place == .mirror, isEdited || act.looksLikeEdit,
        case .file(let digest) = files.facts[place].entry(id)
      else { return }
      model.note(likeEdit: digest, of: id)
    case .nothing: break
    }
  }
}

/// Commands and what is checked after them.
extension HistoryRun {
  private mutating func observe(
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
    let violations = model.observe(seen)
    guard violations.isEmpty else { return violations }
    if case .verify(let place) = command { return check(outcome, of: place, seen.after) }
    return try await verify(after: [command])
  }

  private mutating func observe(
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

extension FileAct {
  /// Whether the file has a new time, and may still be a whole picture.
  fileprivate var looksLikeEdit: Bool {
    if case .cut(let count?, let keepsTime) = self { count <= 8 && !keepsTime } else { false }
  }
}

extension HistoryCommand {
  /// Without the sources that are not there.
  fileprivate func without(_ isMissing: (HistoryPlace) -> Bool) -> HistoryCommand {
    guard case .repair(let place, let sources) = self else { return self }
    return .repair(place, from: sources.filter { !isMissing($0) })
  }
}
