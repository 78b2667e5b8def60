/// Many histories of one driver, each by its seed.
package struct HistoryBatch: Sendable {
  /// A history in which laws were broken.
  package struct Failure: Sendable {
    package let seed: UInt64
    package let photos: Int
    /// The steps up to the one that broke the law, without those that the failure does not need.
    package let steps: [HistoryStep]
    package let violations: [Violation]
    /// Why the history could not be run to its end; nil if it was.
    package var error: String?

    /// The seed, the law and the steps, one in a line.
    package var text: String {
      let lines = steps.enumerated().map { "  \($0 + 1). \($1)" }
      let laws = violations.map { "  \($0)" } + [error].compactMap(\.self).map { "  \($0)" }
      return (["seed \(seed), \(photos) photos"] + laws + lines).joined(separator: "\n")
    }
  }

  private let abilities: StepGenerator.Abilities
  /// Whether steps are left out that a failure does not need: the history runs some dozen times more.
  private let isShrinking: Bool
  private let width: Int
  private let world: @Sendable (_ photos: Int) async throws -> any HistoryWorld

  /// - Parameters:
  ///   - width: Histories at the same time.
  ///   - world: A new site without a mirror.
  package init(
    _ abilities: StepGenerator.Abilities, isShrinking: Bool, width: Int,
    world: @escaping @Sendable (_ photos: Int) async throws -> any HistoryWorld
  ) {
    (self.abilities, self.isShrinking) = (abilities, isShrinking)
    (self.width, self.world) = (width, world)
  }

  /// Runs the histories of seeds.
  /// - Parameter name: Of the driver, for the counts that are printed.
  /// - Returns: The failures, in the order of the seeds.
  package func run(_ seeds: [UInt64], _ name: String) async throws -> [Failure] {
    var (failures, counts, rest) = ([Failure](), HistoryCounts(), seeds[...])
    try await withThrowingTaskGroup(of: (Failure?, HistoryRun.Result).self) { group in
      for _ in 0..<width {
        if let seed = rest.popFirst() { group.addTask { try await one(seed) } }
      }
      while let (failure, result) = try await group.next() {
        counts.add(result)
        if let failure { failures.append(failure) }
        if let seed = rest.popFirst() { group.addTask { try await one(seed) } }
      }
    }
    failures.sort { $0.seed < $1.seed }
    print(counts.text(name, failures.map(\.seed)))
    return failures
  }

  private func one(_ seed: UInt64) async throws -> (Failure?, HistoryRun.Result) {
    let (photos, steps) = StepGenerator.history(seed: seed, abilities)
    let result: HistoryRun.Result
    do {
      result = try await HistoryRun.run(steps, in: try await world(photos))
    } catch {
      // The other histories go on.
      let failure = Failure(
        seed: seed, photos: photos, steps: steps, violations: [], error: "\(error)")
      return (failure, HistoryRun.Result())
    }
    guard let law = result.violations.first?.law else { return (nil, result) }
    var (shortest, violations) = (result.steps, result.violations)
    if isShrinking {
      (shortest, violations) = try await shrunk(shortest, violations, law, photos)
    }
    let failure = Failure(seed: seed, photos: photos, steps: shortest, violations: violations)
    return (failure, result)
  }

  /// Leaves out each step without which the same law is broken.
  private func shrunk(
    _ steps: [HistoryStep], _ violations: [Violation], _ law: HistoryLaw, _ photos: Int
  ) async throws -> ([HistoryStep], [Violation]) {
    var (shortest, found, before) = (steps, violations, Int.max)
    while shortest.count < before {
      before = shortest.count
      for place in (0..<before - 1).reversed() where place < shortest.count - 1 {
        var fewer = shortest
        fewer.remove(at: place)
        let result = try await HistoryRun.run(fewer, in: try await world(photos))
        if result.violations.contains(where: { $0.law == law }) {
          (shortest, found) = (result.steps, result.violations)
        }
      }
    }
    return (shortest, found)
  }
}
