/// What histories did.
struct HistoryCounts {
  private var histories = 0
  private var commands = 0
  private var verifications = 0
  private var kills = 0
  private var kinds: [String: Int] = [:]

  mutating func add(_ result: HistoryRun.Result) {
    histories += 1
    commands += result.commands
    verifications += result.verifications
    kills += result.kills
    for step in result.steps { kinds[step.kind, default: 0] += 1 }
  }

  func text(_ name: String, _ failed: [UInt64]) -> String {
    let steps = kinds.values.reduce(0, +)
    let each = kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return """
      histories \(name): \(histories), \(steps) steps, \(commands) commands (\(kills) killed) and \
      \(verifications) verifications compared with \(HistoryLaw.allCases.count) laws, \(failed.count) failures
      steps: \(each.joined(separator: ", "))
      seeds with failures: \(failed.isEmpty ? "none" : failed.map(String.init).joined(separator: " "))
      """
  }
}
