import OperationsTesting
import Testing

@testable import Operations

@Suite("Slots")
struct SlotsTests {
  @Test("An overdrawn slot is repaid by the next release")
  func debt() async throws {
    let slots = Slots(1)
    try await slots.take()
    slots.overdraw()
    slots.release()
    #expect(!slots.takeIfFree())
    slots.release()
    #expect(slots.takeIfFree())
  }

  @Test("Slots that many tasks take, wait for and cancel at once are neither lost nor duplicated")
  func manyAtOnce() async throws {
    let slots = Slots(3)
    let gauge = ConcurrencyGauge()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<2_000 {
        group.addTask {
          let task = Task {
            try await slots.take()
            await gauge.measure { await Task.yield() }
            slots.release()
          }
          if number % 3 == 0 { task.cancel() }
          _ = await task.result
        }
      }
    }
    #expect(gauge.peak <= 3)
    for _ in 0..<3 { try await slots.take() }
    #expect(gauge.total >= 1_333)
  }
}
