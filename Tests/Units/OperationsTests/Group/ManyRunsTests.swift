import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Bodies that run many children", .timeLimit(.minutes(15)))
struct ManyRunsTests {
  @Test("A body that runs children in its own group and slot keeps nothing of them")
  func memory() async {
    // In a process of its own, whose memory no other test changes.
    await #expect(processExitsWith: .success) {
      let growth = EventRecorder<Int>()
      let group = GroupOperation<Void>(width: 1) { group in
        try await group.run(
          AsyncOperation {
            for _ in 0..<20_000 { try await group.run(AsyncOperation {}) }
            let before = try residentMemory()
            for _ in 0..<200_000 { try await group.run(AsyncOperation {}) }
            growth.record(try residentMemory() - before)
          })
      }
      try await group.run()
      let grown = growth.events.reduce(0, +)
      #expect(grown < 1_024, "it grew by \(grown) KiB")
    }
  }
}
