import Operations
import OperationsTesting
import Testing

@Suite("A tree whose root fails, and attempts in trees")
struct TreeFailureTests {
  @Test("A tree whose root's work fails throws its error")
  func rootFails() async {
    let root = TreeNode<Int, Int>("root", width: 1) { throw Broken(number: $0) }
    await #expect(throws: Broken(number: 7)) {
      try await TreeOperation(root: root, input: 7).run()
    }
  }

  @Test(
    "A tree whose root's expansion fails throws its error after the items already read have run")
  func rootExpansionFails() async {
    let done = EventRecorder<Int>()
    let leaf = TreeNode<Int, Int>("leaf", width: 1) {
      done.record($0)
      return $0
    }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }
      .feeding(leaf) { _ in
        AsyncThrowingStream { continuation in
          for number in 1...3 { continuation.yield(number) }
          continuation.finish(throwing: Broken(number: 8))
        }
      }
    await #expect(throws: Broken(number: 8)) {
      try await TreeOperation(root: root, input: 0).run()
    }
    #expect(done.events == [1, 2, 3])
  }

  @Test("A root that decides to continue makes its failure a count")
  func rootDecides() async throws {
    let root = TreeNode<Int, Int>("root", width: 1) { throw Broken(number: $0) }
      .decideOnFailure { _, _ in .continue }
    #expect(try await TreeOperation(root: root, input: 7).run() == SubtreeSummary(failed: 1))
  }

  @Test("A node's work gets the attempt's number, from 1")
  func attemptNumber() async throws {
    let attempts = EventRecorder<Int>()
    let root = TreeNode("root", width: 1, retry: RetryPolicy(attempts: 5)) {
      (input: Int, attempt: Int) in
      attempts.record(attempt)
      if attempt < 3 { throw Broken(number: attempt) }
      return input
    }
    #expect(try await TreeOperation(root: root, input: 1).run().succeeded == 1)
    #expect(attempts.events == [1, 2, 3])
  }

  @Test("A node with a policy of one attempt fails like one with more")
  func oneErrorType() async {
    let root = TreeNode<Int, Int>("root", width: 1, retry: .never) { throw Broken(number: $0) }
    let error = await #expect(throws: RetryExhausted.self) {
      try await TreeOperation(root: root, input: 7).run()
    }
    #expect(error?.attempts == 1)
  }

  @Test("Feeding a node twice is refused when the tree is described")
  func twice() async {
    await #expect(processExitsWith: .failure) {
      let leaf = TreeNode<Int, Int>("leaf", width: 1) { $0 }
      TreeNode<Int, Int>("root", width: 1) { $0 }.feeding(leaf).feeding(leaf) { [$0] }
    }
  }

  @Test("Recursing twice is refused when the tree is described")
  func recursingTwice() async {
    await #expect(processExitsWith: .failure) {
      TreeNode<Int, Int>("root", width: 1) { $0 }.recursing { [$0] }.recursing { [$0] }
    }
  }
}
