import Foundation
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

  @Test("A tree without an executor uses that of the group in which it runs")
  func executorOfGroup() async throws {
    let queue = OperationQueue()
    let isThere = EventRecorder<Bool>()
    let node = TreeNode<Int, Void>("node", width: 1) { _ in
      isThere.record(OperationQueue.current === queue)
    }
    let group = GroupOperation<Void>(on: QueueExecutor(queue)) { group in
      _ = try await group.run(TreeOperation(root: node, input: 1))
    }
    try group.add(TreeOperation(root: node, input: 2))
    try await group.run()
    #expect(isThere.events == [true, true])
  }

  @Test("The children of a node are fed at the same time: a full one keeps no item from another")
  func siblings() async throws {
    let (second, done) = (Gate(), EventRecorder<String>())
    let slow = TreeNode<Int, Void>("slow", width: 1, open: 1) { number in
      try await second.pass()
      done.record("slow \(number)")
    }
    let quick = TreeNode<Int, Void>("quick", width: 1) { number in
      done.record("quick \(number)")
      if number == 3 { second.open() }
    }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }
      .feeding(slow) { _ in 1...3 }
      .feeding(quick) { _ in 1...3 }
      .onSubtreeFinished { _, below in done.record("root \(below.succeeded)") }
    let tree = TreeOperation(root: root, input: 0)
    tree.start()
    #expect(await ends(tree))
    #expect(done.events.prefix(3) == ["quick 1", "quick 2", "quick 3"])
    #expect(done.events.last == "root 6")
  }
}
