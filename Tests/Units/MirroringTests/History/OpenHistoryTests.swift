import Foundation
import MirrorHistories
import Testing

/// Random histories of mirrors, over tasks of this process, compared with a model after each step.
@Suite("A mirror in this process with a random history")
struct OpenHistoryTests {
  private static let choice = HistoryChoice(usual: Array(1...12))

  @Test("No law of a mirror is broken by any step")
  func histories() async throws {
    var abilities = StepGenerator.Abilities()
    abilities.hasLengths = true
    let batch = HistoryBatch(
      abilities, isShrinking: Self.choice.isAsked,
      width: ProcessInfo.processInfo.activeProcessorCount + 2
    ) { try await OpenWorld(photos: $0) }
    for failure in try await batch.run(Self.choice.seeds, "in this process") {
      Issue.record("\(failure.text)")
    }
  }
}
