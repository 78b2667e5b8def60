import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Descriptions for debugging", .timeLimit(.minutes(15)))
struct DescriptionTests {
  @Test("A group's description names what its children wait for, at every depth")
  func hang() async throws {
    let (gate, begun) = (Gate(), Gate())
    let never = AsyncOperation {}
    let inner = GroupOperation<Void>(width: 1) { group in
      let holder = AsyncOperation {
        begun.open()
        try await gate.pass()
      }
      holder.name = "holder"
      try group.add(holder)
      let next = AsyncOperation {}
      next.name = "next"
      try group.add(next)
    }
    inner.name = "inner"
    let dependent = AsyncOperation {}
    dependent.name = "dependent"
    dependent.addDependency(never)
    let outer = GroupOperation<Void> { group in
      try group.add(inner)
      try group.add(dependent)
    }
    outer.name = "outer"
    outer.start()
    try await begun.pass()
    let expected = """
      GroupOperation<()> "outer": runs
        0 of 2 children ended
        GroupOperation<()> "inner": runs
          0 of 2 children ended
          AsyncOperation<()> "holder": runs
          AsyncOperation<()> "next": not started, waits for a slot
        AsyncOperation<()> "dependent": waits for dependencies: 1
      """
    // The body may still be adding.
    #expect(await holds(within: .seconds(20)) { outer.debugDescription == expected })
    gate.open()
    never.start()
    try await outer.value
    #expect(
      outer.debugDescription
        == "GroupOperation<()> \"outer\": finished (value)\n  2 of 2 children ended")
  }

  @Test("An operation's description has its name, its state and how it ended")
  func states() async throws {
    let failed = AsyncOperation<Int> { throw Broken(number: 3) }
    #expect(failed.debugDescription == "AsyncOperation<Int>: not started")
    _ = try? await failed.run()
    #expect(
      failed.debugDescription == "AsyncOperation<Int>: finished (failure: Broken(number: 3))")
    let cancelled = AsyncOperation<Int> { 1 }
    cancelled.cancel()
    #expect(cancelled.debugDescription == "AsyncOperation<Int>: cancelled, and not started")
  }
}
