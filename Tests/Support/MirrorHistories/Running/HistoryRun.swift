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
    /// How many commands were killed.
    package var kills = 0
    /// How many verifications were compared with the model.
    package var verifications = 0
  }

  let world: any HistoryWorld
  let files: HistoryFiles
  var model: MirrorModel
  var result = Result()

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

  func id(_ photo: Int) -> String { world.ids[photo - 1] }

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
    let isWhole = known.standing == .mirrored && (known.isWhole(before) || known.hasEdit(before))
    let other: String? = if case .swap(let other) = act { self.id(other) } else { nil }
    switch try files.act(act, on: id, and: other, in: place, isWhole: isWhole) {
    case .edited(let digest): model.note(edit: digest, of: id)
    case .returned: model.note(returned: id)
    case .done:
      guard place == .mirror else { return }
      let looksLikeEdit =
        act.looksLikeEdit || known.isEdit(before) || model.hasOther(than: id, before)
      for id in [id, other].compactMap(\.self) where looksLikeEdit {
        model.note(damaged: files.facts[place].entry(id), of: id)
      }
    case .nothing: break
    }
  }
}

extension FileAct {
  /// Whether the file has a new time or another size, and may still be a whole picture.
  fileprivate var looksLikeEdit: Bool {
    switch self {
    case .cut(let count?, let keepsTime): count <= 8 && !keepsTime
    case .swap: true
    default: false
    }
  }
}
