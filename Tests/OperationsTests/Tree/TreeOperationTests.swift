import Operations
import OperationsTesting
import Testing

@Suite("TreeOperation")
struct TreeOperationTests {
  @Test("Each item is processed once, and subtrees are reported in post-order")
  func postOrder() async throws {
    let recorder = EventRecorder<String>()
    let leaf = TreeNode<Int, Int>("leaf", width: 1) { $0 }
      .onSubtreeFinished { input, _ in recorder.record("leaf \(input)") }
    let branch = TreeNode<Int, Int>("branch", width: 1) { $0 }
      .feeding(leaf) { branch in [branch * 10, branch * 10 + 1] }
      .onSubtreeFinished { input, summary in
        recorder.record("branch \(input) \(summary.succeeded)")
      }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }
      .feeding(branch) { _ in 1...2 }
      .onSubtreeFinished { _, summary in recorder.record("root \(summary.succeeded)") }
    let summary = try await TreeOperation(root: root, input: 0).run()
    #expect(summary == SubtreeSummary(succeeded: 7))
    #expect(recorder.events.last == "root 6")
    let events = recorder.events
    #expect(Set(events).count == 7)
    for branch in 1...2 {
      let own = try #require(events.firstIndex(of: "branch \(branch) 2"))
      for leaf in [branch * 10, branch * 10 + 1] {
        #expect(try #require(events.firstIndex(of: "leaf \(leaf)")) < own)
      }
    }
  }

  @Test("A failure is reported and counted, and siblings continue")
  func failure() async throws {
    let recorder = EventRecorder<Int>()
    let leaf = TreeNode<Int, Int>("leaf", width: 2) { input in
      if input % 3 == 0 { throw Broken(number: input) }
      return input
    }
    .decideOnFailure { input, error in
      #expect(error as? Broken == Broken(number: input))
      recorder.record(input)
      return .continue
    }
    .onSubtreeFinished { input, _ in #expect(input % 3 != 0) }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }
      .feeding(leaf) { _ in 1...10 }
      .onSubtreeFinished { _, summary in
        #expect(summary == SubtreeSummary(succeeded: 7, failed: 3))
      }
    let summary = try await TreeOperation(root: root, input: 0).run()
    #expect(summary == SubtreeSummary(succeeded: 8, failed: 3))
    #expect(recorder.events.sorted() == [3, 6, 9])
  }

  @Test("A directive to stop cancels the remaining items, and the tree fails with its error")
  func stop() async {
    let started = Gate()
    let leaf = TreeNode<Int, Int>("leaf", width: 2) { input in
      guard input == 1 else {
        started.open()
        try await Gate().pass()
        return input
      }
      try await started.pass()
      throw Broken(number: 1)
    }
    .decideOnFailure { input, _ in
      #expect(input == 1)
      return .stop(Broken(number: 99))
    }
    .onSubtreeFinished { _, _ in Issue.record("a subtree was told finished") }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }
      .feeding(leaf) { _ in 1...1_000_000 }
      .onSubtreeFinished { _, _ in Issue.record("the root was told finished") }
    await #expect(throws: Broken(number: 99)) {
      try await TreeOperation(root: root, input: 0).run()
    }
  }

  @Test("An error thrown at a subtree's end stops the tree")
  func throwingEnd() async {
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }
      .onSubtreeFinished { _, _ in throw Broken(number: 4) }
    await #expect(throws: Broken(number: 4)) {
      try await TreeOperation(root: root, input: 0).run()
    }
  }

  @Test("Cancelling the tree cancels its work, and reports neither failures nor ends")
  func cancel() async {
    let started = EventRecorder<Int>()
    let leaf = TreeNode<Int, Int>("leaf", width: 3) { input in
      started.record(input)
      try await Gate().pass()
      return input
    }
    .decideOnFailure { _, _ in
      Issue.record("a failure was told")
      return .continue
    }
    .onSubtreeFinished { _, _ in Issue.record("an end was told") }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }
      .feeding(leaf) { _ in 1...100 }
      .onSubtreeFinished { _, _ in Issue.record("the root's end was told") }
    let tree = TreeOperation(root: root, input: 0)
    tree.start()
    await started.waitForEvents(3)
    tree.cancel()
    #expect(await tree.outcome.isCancelled)
    #expect(started.events.count == 3)
  }

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

  @Test("An expansion that fails midway runs the items already read, and its input has failed")
  func failingExpansion() async throws {
    let recorder = EventRecorder<String>()
    let leaf = TreeNode<Int, Int>("leaf", width: 2) { $0 }
      .onSubtreeFinished { input, _ in recorder.record("leaf \(input)") }
    let pages = TreeNode<Int, Int>("pages", width: 1) { $0 }
      .feeding(leaf) { _ in
        AsyncThrowingStream { continuation in
          continuation.yield(1)
          continuation.yield(2)
          continuation.finish(throwing: Broken(number: 8))
        }
      }
      .decideOnFailure { _, error in
        recorder.record("failed \((error as? Broken)?.number ?? 0)")
        return .continue
      }
      .onSubtreeFinished { _, _ in Issue.record("a subtree that is not whole was told") }
    let summary = try await TreeOperation(root: pages, input: 0).run()
    #expect(summary == SubtreeSummary(succeeded: 2, failed: 1))
    #expect(recorder.events.sorted() == ["failed 8", "leaf 1", "leaf 2"])
  }

  @Test("A node may feed several children, and a child several parents")
  func diamond() async throws {
    let seen = EventRecorder<Int>()
    let last = TreeNode<Int, Int>("last", width: 1) { input in
      seen.record(input)
      return input
    }
    let left = TreeNode<Int, Int>("left", width: 1) { $0 * 10 }.feeding(last)
    let right = TreeNode<Int, Int>("right", width: 1) { $0 * 100 }.feeding(last)
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }.feeding(left).feeding(right)
    #expect(try await TreeOperation(root: root, input: 1).run().succeeded == 5)
    #expect(seen.events.sorted() == [10, 100])
  }

  @Test("Work that throws a cancellation itself has failed: no item is lost silently")
  func ownCancellation() async throws {
    let recorder = EventRecorder<Int>()
    let root = TreeNode<Int, Int>("root", width: 1) { _ in throw CancellationError() }
      .decideOnFailure { input, error in
        #expect(error is CancellationError)
        recorder.record(input)
        return .continue
      }
    #expect(try await TreeOperation(root: root, input: 3).run() == SubtreeSummary(failed: 1))
    #expect(recorder.events == [3])
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

  @Test("An empty expansion succeeds")
  func empty() async throws {
    let leaf = TreeNode<Int, Int>("leaf", width: 1) { $0 }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }
      .feeding(leaf) { _ in EmptyCollection<Int>() }
    #expect(
      try await TreeOperation(root: root, input: 0).run() == SubtreeSummary(succeeded: 1))
  }

  @Test("A tree with a cycle is refused when it is described")
  func cycle() async {
    await #expect(processExitsWith: .failure) {
      let first = TreeNode<Int, Int>("first", width: 1) { $0 }
      let second = TreeNode<Int, Int>("second", width: 1) { $0 }.feeding(first)
      first.feeding(second)
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
