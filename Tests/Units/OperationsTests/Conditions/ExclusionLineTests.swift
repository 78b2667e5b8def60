import Testing

@testable import Operations

/// Requests that leave the line for a key before they are granted.
@Suite("Lines for keys")
struct ExclusionLineTests {
  /// A line of requests for one or two keys behind a holder of both, whose ticket is 0.
  private func line(of count: UInt64) -> ExclusionState<UInt64> {
    var state = ExclusionState<UInt64>()
    for ticket in 0...count {
      let isServed = state.take(ticket % 3 == 1 ? ["a"] : ["a", "b"], ticket, ticket)
      #expect(isServed == (ticket == 0))
    }
    return state
  }

  @Test(
    "Those that leave a line, in any order, keep nobody from the keys",
    arguments: [1, 7, 500, 998] as [UInt64])
  func leaving(step: UInt64) {
    let count: UInt64 = 999
    var state = line(of: count)
    // Each ticket once: the step has no factor of the count.
    let order = (0..<count).map { 1 + $0 * step % count }
    for ticket in order where !ticket.isMultiple(of: 10) {
      let (left, served) = state.leave(ticket)
      #expect(left == ticket && served.isEmpty)
    }
    var holder: UInt64 = 0
    for ticket in order.sorted() where ticket.isMultiple(of: 10) {
      let served = state.release(holder)
      #expect(served == [ticket])
      holder = ticket
    }
    let (rest, isServed) = (state.release(holder), state.take(["a", "b"], count + 1, count + 1))
    #expect(rest.isEmpty && isServed)
  }

  @Test(
    "A hundred thousand requests that leave one line, the last first, end", .timeLimit(.minutes(1)))
  func many() async throws {
    let count = UInt64(100_000)
    var state = ExclusionState<UInt64>()
    for ticket in 0..<count { _ = state.take(["a"], ticket, ticket) }
    for ticket in (1..<count).reversed() {
      let (left, served) = state.leave(ticket)
      #expect(left == ticket && served.isEmpty)
      // The time limit cancels the test.
      try Task.checkCancellation()
    }
    let (rest, isServed) = (state.release(0), state.take(["a"], count, count))
    #expect(rest.isEmpty && isServed)
  }
}
