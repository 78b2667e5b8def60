import Operations
import OperationsTesting
import Testing

@Suite("Slots that slow work lends")
struct SlotLoanTests {
  /// A tree whose leaf, of width 2, waits for a gate with even inputs.
  private func tree(
    _ inputs: ClosedRange<Int>, open: Int, gate: Gate, clock: ManualClock,
    begun: EventRecorder<Int>, done: EventRecorder<Int>
  ) -> TreeOperation<Int, Int> {
    let leaf = TreeNode<Int, Int>(
      "leaf", width: 2, open: open, lendsAfter: .seconds(5), clock: clock
    ) { input in
      begun.record(input)
      if input.isMultiple(of: 2) { try await gate.pass() }
      done.record(input)
      return input
    }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }.feeding(leaf) { _ in inputs }
    return TreeOperation(root: root, input: 0)
  }

  @Test("Inputs that take long delay no other, up to the number of open inputs")
  func slow() async throws {
    let (gate, clock) = (Gate(), ManualClock())
    let (begun, done) = (EventRecorder<Int>(), EventRecorder<Int>())
    let tree = tree(1...9, open: 4, gate: gate, clock: clock, begun: begun, done: done)
    tree.start()
    // 1, 2, 3 and 4: the slow ones have both slots.
    await begun.waitForEvents(4)
    await done.waitForEvents(2)
    // One task waits for both.
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    // 5, 6, 7 and 8.
    await begun.waitForEvents(8)
    await done.waitForEvents(4)
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    for _ in 0..<100 { await Task.yield() }
    // Four are open, all of them slow.
    #expect(done.events == [1, 3, 5, 7])
    gate.open()
    #expect(try await tree.value.succeeded == 10)
    #expect(Set(done.events) == Set(1...9))
  }

  @Test("Slow work that fails, or is cancelled, gives its slot back once")
  func failing() async throws {
    let (gate, clock) = (Gate(), ManualClock())
    let gauge = ConcurrencyGauge()
    let leaf = TreeNode<Int, Int>("leaf", width: 1, lendsAfter: .seconds(1), clock: clock) {
      guard $0 == 0 else { return await gauge.measure { 1 } }
      try await gate.pass()
      throw CancellationError()
    }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }.feeding(leaf) { _ in 0...50 }
    let tree = TreeOperation(root: root, input: 0)
    tree.start()
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    gate.open()
    let summary = try await tree.value
    #expect(summary.succeeded == 51 && summary.failed == 1)
    #expect(gauge.peak == 1)
  }
}
