import OperationsTesting
import Testing

@testable import Operations

@Suite("Slots")
struct SlotsTests {
  @Test("A free slot goes to the ticket that waited longest, and skips those that left")
  func order() {
    var state = SlotsState<String>(free: 1)
    #expect(state.take() == nil)
    let tickets = (0..<4).map { _ in state.take() }
    #expect(tickets == [0, 1, 2, 3])
    for ticket in [0, 1, 3] as [UInt64] {
      #expect(state.enter(ticket, "\(ticket)") == .wait)
    }
    #expect(state.leave(0) == "0")
    #expect(state.leave(0) == nil)
    #expect(state.release() == "1")
    // Ticket 2 has not entered yet, and is served nevertheless.
    #expect(state.release() == nil)
    #expect(state.enter(2, "2") == .goOn)
    #expect(state.release() == "3")
    #expect(state.release() == nil)
    #expect(state.take() == nil)
  }

  @Test("Tickets get slots in the order of their arrival, urgent ones first, however many wait")
  func longLine() {
    var state = SlotsState<UInt64>(free: 1)
    #expect(state.take() == nil)
    var served: [UInt64] = []
    for _ in 0..<50 {
      for _ in 0..<40 {
        let ticket = state.take() ?? .max
        #expect(state.enter(ticket, ticket) == .wait)
        if ticket % 3 == 0 { #expect(state.leave(ticket) == ticket) }
      }
      for _ in 0..<20 { if let next = state.release() { served.append(next) } }
    }
    let urgent = state.take(isUrgent: true)
    #expect(urgent.map { state.enter($0, $0) } == .wait)
    #expect(state.release() == urgent)
    while let next = state.release() { served.append(next) }
    #expect(served == (0..<2_000).filter { $0 % 3 != 0 })
    #expect(state.take() == nil)
  }

  @Test("A ticket that leaves before it enters is gone, and one that was served keeps its slot")
  func leaving() {
    var state = SlotsState<String>(free: 1)
    #expect(state.take() == nil)
    #expect(state.take() == 0)
    #expect(state.leave(0) == nil)
    #expect(state.enter(0, "0") == .gone)
    #expect(state.take() == 1)
    #expect(state.release() == nil)
    #expect(state.leave(1) == nil)
    #expect(state.enter(1, "1") == .goOn)
  }

  @Test("An overdrawn slot is repaid by the next release")
  func debt() {
    var state = SlotsState<String>(free: 1)
    #expect(state.take() == nil)
    state.overdraw()
    #expect(state.take() == 0)
    #expect(state.enter(0, "0") == .wait)
    #expect(state.release() == nil)
    #expect(state.release() == "0")
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
