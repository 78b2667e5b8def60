import TestSupport

/// Chooses the steps of a history by a seed.
package struct StepGenerator {
  /// What the driver of a history can do beside the steps that all can.
  package struct Abilities: Sendable {
    /// Kills, two commands at the same time, and faults of the server.
    package var hasProcesses = false
    package var hasClock = false
    /// Whether the site can replace a picture by one of the same length.
    package var hasLengths = true

    package init() {}
  }

  private let photos: Int
  private let abilities: Abilities
  /// Photos to which most happens, so that several things happen to one.
  private let favorites: [Int]
  private var random: SeededGenerator

  private init(_ photos: Int, _ abilities: Abilities, _ random: SeededGenerator) {
    var random = random
    favorites = Array((1...photos).shuffled(using: &random).prefix(3))
    (self.photos, self.abilities, self.random) = (photos, abilities, random)
  }

  /// The number of photos of a history, and its steps.
  package static func history(
    seed: UInt64, _ abilities: Abilities
  ) -> (photos: Int, steps: [HistoryStep]) {
    var random = SeededGenerator(seed: seed)
    let photos = Int.random(in: 5...12, using: &random)
    var generator = StepGenerator(photos, abilities, random)
    let count = generator.number(15...25)
    var steps: [HistoryStep] = [.command(.sync(HistoryCommand.Sync()))]
    if generator.chance(0.7) { steps.append(.command(.copy(.copy))) }
    while steps.count < count { steps += generator.next() }
    return (photos, steps)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  private mutating func photo() -> Int {
    chance(0.7) ? favorites[number(0...favorites.count - 1)] : number(1...photos)
  }

  private mutating func next() -> [HistoryStep] {
    switch number(0...99) {
    case 0..<20: [.site(siteChange())]
    case 20..<47: [fileStep()]
    case 47..<52: loss()
    case 52 where abilities.hasClock: [.clock(number(-3...3) * 400)]
    default: [step(of: command())]
    }
  }

  private mutating func step(of command: HistoryCommand) -> HistoryStep {
    guard abilities.hasProcesses else { return .command(command) }
    if command.isKillable, chance(0.25) { return .killed(command, random.next() % 10_000) }
    if chance(0.07) { return .together(command, self.command()) }
    return .command(command)
  }

  private mutating func siteChange() -> SiteChange {
    let photo = photo()
    return switch number(0...12) {
    case 0...3: .remove(photo)
    case 4: .hide(photo)
    case 5...6: .show(photo)
    case 7...10: .replace(photo, hasSameLength: abilities.hasLengths && chance(0.5))
    default: .title(photo)
    }
  }

  private mutating func fileStep() -> HistoryStep {
    let place: HistoryPlace = chance(0.8) ? .mirror : .copy
    let act: FileAct =
      switch number(0...26) {
      case 0...3: place == .mirror ? .edit : .delete
      case 4...6: place == .mirror ? .editSidecar : .delete
      case 7...8: .emptySidecar
      case 9: .cutSidecar
      case 10: .cutThumbnail
      case 11...13: .delete
      case 14...15: place == .mirror ? .shelve : .delete
      case 16...17: .unshelve
      case 18: .swap(with: photo())
      case 19...21: .flip(random.next())
      case 22...24: .cut(chance(0.4) ? number(1...8) : nil, keepsTime: chance(0.5))
      case 25: .link
      default: .folder
      }
    return .file(photo(), place, act)
  }

  /// A catalog that is lost is recovered at once, or after a command that must refuse it.
  private mutating func loss() -> [HistoryStep] {
    let loss = CatalogLoss.allCases[number(0...CatalogLoss.allCases.count - 1)]
    let between: [HistoryStep] = chance(0.3) ? [.command(command())] : []
    return [.lose(loss)] + between + [step(of: .recover)]
  }

  private mutating func command() -> HistoryCommand {
    switch number(0...44) {
    case 0...9: chance(0.2) ? twice(sync()) : .sync(sync())
    case 10...11: .verify(.mirror)
    case 12...14: .accept(photo())
    case 15...20:
      .repair(.mirror, from: chance(0.4) ? [] : [.copy] + (chance(0.2) ? [.second] : []))
    case 21: .repair(.copy, from: [.mirror])
    case 22...27: .copy(chance(0.85) ? .copy : .second)
    case 28...29: .emptyTrash
    case 30...32: .restore(photo())
    case 33...35: .forget(photo())
    case 36...37: .remember(photo())
    case 38...40: .rename(number(0...HistoryCommand.templates.count - 1))
    case 41: .adopt
    case 42: .bundle
    case 43: .gallery
    default: .export
    }
  }

  /// Two runs that meet the same site.
  private func twice(_ sync: HistoryCommand.Sync) -> HistoryCommand {
    var sync = sync
    sync.faults = nil
    return .syncTwice(sync)
  }

  private mutating func sync() -> HistoryCommand.Sync {
    var sync = HistoryCommand.Sync()
    sync.isFull = chance(0.4)
    if chance(0.3) { sync.gone = chance(0.75) ? .trash : .delete }
    sync.keepsVersions = chance(0.75)
    sync.isUpgrade = chance(0.07)
    if chance(0.1) { sync.limit = number(1...5) }
    if abilities.hasProcesses, chance(0.15) { sync.faults = faults() }
    return sync
  }

  private mutating func faults() -> HistoryCommand.Faults {
    let kinds = HistoryCommand.Faults.kinds.shuffled(using: &random).prefix(number(1...3))
    let shares = kinds.map { "\($0)=0.\(number(1...4))" }.joined(separator: ",")
    return HistoryCommand.Faults(shares, seed: random.next() % 1000)
  }
}
