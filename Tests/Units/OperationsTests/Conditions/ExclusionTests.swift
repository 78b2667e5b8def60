import Foundation
import Operations
import OperationsTesting
import Testing

@testable import Operations

@Suite("Exclusion")
struct ExclusionTests {
  @Test("Operations that share a key never run at once; others do")
  func exclusive() async throws {
    let exclusion = Exclusion()
    let gauges = [ConcurrencyGauge(), ConcurrencyGauge()]
    let both = ConcurrencyGauge()
    let operations = (0..<60).map { number in
      let operation = AsyncOperation {
        await gauges[number % 2].measure { await both.measure { await Task.yield() } }
      }
      operation.requireExclusive(["key \(number % 2)"], in: exclusion)
      return operation
    }
    let queue = OperationQueue()
    queue.add(operations)
    for operation in operations { try await operation.value }
    #expect(gauges.map(\.peak) == [1, 1])
    #expect(both.total == 60)
  }

  @Test("Exclusive keys are taken all at once or not at all, first in, first out")
  func fairness() {
    var state = ExclusionState<String>()
    #expect(state.take(["a"], 1, "first") == true)
    #expect(state.take(["a", "b"], 2, "both") == false)
    // "b" is free, but an earlier request waits for it.
    #expect(state.take(["b"], 3, "late") == false)
    #expect(state.take(["c"], 4, "other") == true)
    #expect(state.release(1) == ["both"])
    #expect(state.release(1) == [])
    #expect(state.release(2) == ["late"])
    #expect(state.release(3) == [])
    #expect(state.take(["a", "b"], 5, "again") == true)
  }

  @Test("A request that leaves the queue of keys releases the requests behind it")
  func leaving() {
    var state = ExclusionState<String>()
    #expect(state.take(["a"], 1, "first") == true)
    #expect(state.take(["a", "b"], 2, "both") == false)
    #expect(state.take(["b"], 3, "late") == false)
    let (left, served) = state.leave(2)
    #expect(left == "both")
    #expect(served == ["late"])
    #expect(state.leave(2).left == nil)
    // A request that was served cannot leave; it releases.
    #expect(state.leave(3).left == nil)
    #expect(state.release(3) == [])
  }

  @Test(
    "In random orders every request is served once, and two that share a key are never together")
  func random() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var state = ExclusionState<UInt64>()
      var keys: [UInt64: Set<String>] = [:]
      var holding: Set<UInt64> = []
      var served = 0
      for ticket in 0..<100 as Range<UInt64> {
        let wanted = Set(["a", "b", "c", "d"].filter { _ in Bool.random(using: &random) })
        keys[ticket] = wanted
        if state.take(wanted, ticket, ticket) { holding.insert(ticket) }
        if let ended = holding.randomElement(using: &random), Bool.random(using: &random) {
          holding.remove(ended)
          served += 1
          holding.formUnion(state.release(ended))
        }
        let held = holding.flatMap { keys[$0] ?? [] }
        #expect(held.count == Set(held).count)
      }
      while let ended = holding.popFirst() {
        served += 1
        holding.formUnion(state.release(ended))
      }
      #expect(served == 100)
    }
  }

  @Test("Exclusive keys are released however the operation ends")
  func givenBack() async throws {
    let exclusion = Exclusion()
    let failing = AsyncOperation<Void> { throw Broken() }
    failing.requireExclusive(["a"], in: exclusion)
    _ = try? await failing.run()
    let started = Gate()
    let holding = AsyncOperation {
      started.open()
      try await Gate().pass()
    }
    holding.requireExclusive(["a"], in: exclusion)
    holding.start()
    try await started.pass()
    let waiting = AsyncOperation<Void> { Issue.record("the waiting one ran") }
    waiting.requireExclusive(["a"], in: exclusion)
    waiting.start()
    waiting.cancel()
    #expect(await waiting.outcome.isCancelled)
    holding.cancel()
    let last = AsyncOperation { 1 }
    last.requireExclusive(["a"], in: exclusion)
    #expect(try await last.run() == 1)
  }

  @Test("An operation inside the holder of its key is refused instead of waiting for itself")
  func refused() async {
    let exclusion = Exclusion()
    let inner = AsyncOperation { 1 }
    inner.requireExclusive(["b", "a"], in: exclusion)
    let outer = GroupOperation { try await $0.run(inner) }
    outer.requireExclusive(["a"], in: exclusion)
    let error = await #expect(throws: ExclusionHeld.self) { try await outer.run() }
    #expect(error?.key == "a")
  }

  @Test("A task begun inside a key's holder may take the key after the holder has ended")
  func outlivingTask() async throws {
    let exclusion = Exclusion()
    let gate = Gate()
    let holder = AsyncOperation {
      Task {
        try await gate.pass()
        return try await exclusion.withKeys(["a"]) { 1 }
      }
    }
    holder.requireExclusive(["a"], in: exclusion)
    let task = try await holder.run()
    gate.open()
    #expect(try await task.value == 1)
  }

  @Test("A child is refused a key that its group holds, whichever operation adds it")
  func refusedChild() async throws {
    let exclusion = Exclusion()
    let (started, gate) = (Gate(), Gate())
    let group = GroupOperation<Void> { _ in
      started.open()
      try await gate.pass()
    }
    group.requireExclusive(["a"], in: exclusion)
    group.start()
    try await started.pass()
    let child = AsyncOperation {}
    child.requireExclusive(["a"], in: exclusion)
    try group.add(child)
    #expect(await child.outcome.failure is ExclusionHeld)
    await #expect(throws: ExclusionHeld.self) { try await group.value }
  }

  @Test("A child is not refused a key that only the operation that adds it holds")
  func keyOfAdder() async throws {
    let exclusion = Exclusion()
    let gate = Gate()
    let child = AsyncOperation { 1 }
    child.requireExclusive(["a"], in: exclusion)
    let group = GroupOperation<Void> { _ in try await gate.pass() }
    group.start()
    while !group.isExecuting { await Task.yield() }
    let adder = AsyncOperation { try group.add(child) }
    adder.requireExclusive(["a"], in: exclusion)
    try await adder.run()
    #expect(try await child.value == 1)
    gate.open()
    try await group.value
  }

  @Test("A group holds its keys until children added last have ended")
  func lateChildren() async throws {
    let exclusion = Exclusion()
    let (started, gate) = (Gate(), Gate())
    let recorder = EventRecorder<String>()
    let late = AsyncOperation {
      started.open()
      try await gate.pass()
      recorder.record("late child")
    }
    let group = GroupOperation { _ in 1 }
    group.requireExclusive(["a"], in: exclusion)
    group.observe { [unowned group] in if case .willFinish = $0 { try? group.add(late) } }
    group.start()
    try await started.pass()
    let other = AsyncOperation { recorder.record("other") }
    other.requireExclusive(["a"], in: exclusion)
    other.start()
    for _ in 0..<100 { await Task.yield() }
    gate.open()
    try await other.value
    #expect(recorder.events == ["late child", "other"])
    #expect(try await group.value == 1)
  }
}
