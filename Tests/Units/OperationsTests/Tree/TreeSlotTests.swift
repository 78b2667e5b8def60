import Operations
import OperationsTesting
import Testing

@Suite("Slots of a TreeOperation's nodes")
struct TreeSlotTests {
  @Test("A node processes no more inputs at once than it is wide, and reads no item ahead")
  func widths() async throws {
    let gauge = ConcurrencyGauge()
    let read = ConcurrencyGauge()
    let leaf = TreeNode<Int, Int>("leaf", width: 3) { input in
      await gauge.measure { for _ in 0..<3 { await Task.yield() } }
      read.leave()
      return input
    }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }
      .feeding(leaf) { _ in
        AsyncStream {
          guard read.total < 500 else { return nil }
          read.enter()
          return read.total
        }
      }
    let summary = try await TreeOperation(root: root, input: 0).run()
    #expect(summary.succeeded == 501)
    #expect(gauge.peak <= 3)
    #expect(read.peak <= 3)
  }

  @Test("A parent keeps its slot until its last item is handed over, and no longer")
  func parentSlot() async throws {
    let leafGate = Gate()
    let parents = EventRecorder<Int>()
    let leaf = TreeNode<Int, Int>("leaf", width: 1) { input in
      try await leafGate.pass()
      return input
    }
    let parent = TreeNode<Int, Int>("parent", width: 1) { input in
      parents.record(input)
      return input
    }
    .feeding(leaf) { [$0] }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }.feeding(parent) { _ in 1...5 }
    let tree = TreeOperation(root: root, input: 0)
    tree.start()
    // The first has handed its item over and waits for it; the second waits for the leaf's slot.
    await parents.waitForEvents(2)
    for _ in 0..<100 { await Task.yield() }
    #expect(parents.events == [1, 2])
    leafGate.open()
    #expect(try await tree.value.succeeded == 11)
  }

  @Test("Each item has its own attempts, and holds no slot while it waits for the next")
  func retry() async throws {
    let clock = ManualClock()
    let done = EventRecorder<Int>()
    let notices = EventRecorder<Int>()
    let attempts = EventRecorder<Int>()
    let policy = RetryPolicy(
      attempts: 3, backoff: .constant(.seconds(5)), clock: clock)
    let leaf = TreeNode<Int, Int>("leaf", width: 1, retry: policy) { input in
      attempts.record(input)
      if input <= 2 { throw Broken(number: input) }
      return input
    }
    .onRetry { input, notice in
      #expect(notice.delay == .seconds(5))
      notices.record(input * 10 + notice.attempt)
    }
    .decideOnFailure { input, error in
      #expect((error as? RetryExhausted)?.attempts == 3)
      #expect((error as? RetryExhausted)?.underlying as? Broken == Broken(number: input))
      return .continue
    }
    .onSubtreeFinished { input, _ in done.record(input) }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }.feeding(leaf) { _ in 1...5 }
    let tree = TreeOperation(root: root, input: 0)
    tree.start()
    await clock.sleepers(2)
    await done.waitForEvents(3)
    clock.advance(by: .seconds(5))
    await clock.sleepers(2)
    clock.advance(by: .seconds(5))
    #expect(try await tree.value == SubtreeSummary(succeeded: 4, failed: 2))
    #expect(notices.events.sorted() == [11, 12, 21, 22])
    #expect(attempts.events.filter { $0 == 1 }.count == 3)
  }

  @Test("A cancelled wait for a retry releases the node's slots")
  func cancelledRetry() async throws {
    let clock = ManualClock()
    let policy = RetryPolicy(
      attempts: 2, backoff: .constant(.seconds(5)), clock: clock)
    let node = TreeNode<Int, Int>("node", width: 1, open: 1, retry: policy) { input in
      if input == 0 { throw Broken() }
      return input
    }
    let first = TreeOperation(root: node, input: 0)
    first.start()
    await clock.sleepers(1)
    first.cancel()
    #expect(await first.outcome.isCancelled)
    for number in 1...3 {
      #expect(try await TreeOperation(root: node, input: number).run().succeeded == 1)
    }
  }

  @Test("A slot that is freed by a tree's end starts no waiting item", arguments: [true, false])
  func slotOfEnded(byStop: Bool) async throws {
    for _ in 0..<30 {
      let (both, never, begun) = (Gate(), Gate(), ConcurrencyGauge())
      let leaf = TreeNode<Int, Void>("leaf", width: 2) { _ in
        begun.enter()
        if begun.total == 2 { both.open() }
        try await never.pass()
      }.decideOnFailure { _, _ in
        Issue.record("a leaf that was cut was told of")
        return .continue
      }
      let page = TreeNode<Int, Int>("page", width: 200) {
        guard $0 == 0 else { return $0 }
        try await both.pass()
        if byStop { throw Broken() }
        return $0
      }.feeding(leaf)
        .decideOnFailure { _, error in .stop(error) }
        .onSubtreeFinished { _, _ in Issue.record("a subtree that was cut was told of") }
      let root = TreeNode<Int, Int>("root", width: 1) { $0 }.feeding(page) { _ in 0..<200 }
      let tree = TreeOperation(root: root, input: 0)
      tree.start()
      try await both.pass()
      if !byStop { tree.cancel() }
      let outcome = await tree.outcome
      #expect(byStop ? outcome.failure is Broken : outcome.isCancelled)
      #expect(begun.total == 2)
    }
  }
}
