import Foundation
import Operations
import OperationsTesting
import Testing

@testable import Operations

@Suite("Exclusion")
struct ExclusionTests {
  @Test("operations that share a key never run at once; others do")
  func exclusive() async throws {
    let exclusion = Exclusion()
    let gauges = [ConcurrencyGauge(), ConcurrencyGauge()]
    let both = ConcurrencyGauge()
    let operations = (0..<60).map { number in
      let operation = AsyncOperation {
        await gauges[number % 2].measure { await both.measure { await Task.yield() } }
      }
      operation.exclude(["key \(number % 2)"], in: exclusion)
      return operation
    }
    let queue = OperationQueue()
    queue.add(operations)
    for operation in operations { try await operation.value() }
    #expect(gauges.map(\.peak) == [1, 1])
    #expect(both.total == 60)
  }

  @Test("keys are taken all or none, first in first out")
  func fairness() {
    var state = ExclusionState<String>()
    #expect(state.take(["a"], 1, "first") == true)
    #expect(state.take(["a", "b"], 2, "both") == false)
    // "b" is free, but wanted by who came earlier.
    #expect(state.take(["b"], 3, "late") == false)
    #expect(state.take(["c"], 4, "other") == true)
    #expect(state.release(["a"]) == ["both"])
    #expect(state.release(["a", "b"]) == ["late"])
    #expect(state.release(["b"]) == [])
  }

  @Test("who leaves the line lets those behind it go on")
  func leaving() {
    var state = ExclusionState<String>()
    #expect(state.take(["a"], 1, "first") == true)
    #expect(state.take(["a", "b"], 2, "both") == false)
    #expect(state.take(["b"], 3, "late") == false)
    let (left, served) = state.leave(2)
    #expect(left == "both")
    #expect(served == ["late"])
    #expect(state.leave(2).left == nil)
  }

  @Test("keys are given back however the operation ends")
  func givenBack() async throws {
    let exclusion = Exclusion()
    let failing = AsyncOperation<Void> { throw Broken() }
    failing.exclude(["a"], in: exclusion)
    _ = try? await failing.run()
    let started = Gate()
    let holding = AsyncOperation {
      started.open()
      try await Gate().pass()
    }
    holding.exclude(["a"], in: exclusion)
    holding.start()
    try await started.pass()
    let waiting = AsyncOperation<Void> { Issue.record("the waiting one ran") }
    waiting.exclude(["a"], in: exclusion)
    waiting.start()
    waiting.cancel()
    #expect(await waiting.outcome().isCancelled)
    holding.cancel()
    let last = AsyncOperation { 1 }
    last.exclude(["a"], in: exclusion)
    #expect(try await last.run() == 1)
  }

  @Test("an operation inside one that holds its key is refused, not left waiting for itself")
  func refused() async {
    let exclusion = Exclusion()
    let inner = AsyncOperation { 1 }
    inner.exclude(["b", "a"], in: exclusion)
    let outer = GroupOperation { try await $0.run(inner) }
    outer.exclude(["a"], in: exclusion)
    let error = await #expect(throws: ExclusionHeld.self) { try await outer.run() }
    #expect(error?.key == "a")
  }
}
