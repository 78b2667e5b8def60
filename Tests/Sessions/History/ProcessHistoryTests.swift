import Foundation
import MirrorHistories
import Testing

/// Random histories of mirrors, over the built command and the sample server, with kills and jumps of the clock,
/// compared with a model after each step.
@Suite("A mirror of the built command with a random history", .serialized)
struct ProcessHistoryTests {
  private static let choice = HistoryChoice(usual: Array(1...4))

  @Test("No law of a mirror is broken by any step, kill or jump of the clock")
  func histories() async throws {
    var abilities = StepGenerator.Abilities()
    (abilities.hasProcesses, abilities.hasClock) = (true, ClockLibrary.path != nil)
    abilities.hasLengths = false
    let batch = HistoryBatch(
      abilities, isShrinking: Self.choice.isAsked,
      width: ProcessInfo.processInfo.activeProcessorCount
    ) { try await ProcessWorld(photos: $0) }
    for failure in try await batch.run(Self.choice.seeds, "of the built command") {
      Issue.record("\(failure.text)")
    }
  }
}
