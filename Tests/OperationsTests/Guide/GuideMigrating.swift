import Foundation
import Operations
import OperationsTesting
import Testing

private struct Busy: Error {}
private func fetch(_ name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void)
{
  completion("the \(name)", nil)
}
private func isWorthRetrying(_ error: any Error) async -> Bool { error is Busy }

@Suite("The guide's pages on migrating")
struct GuideMigrating {
  @Test("The guide's counterparts of TWGOperations finish from outside, by delegate and by retry")
  func tribune() async throws {
    let download = AsyncOperation<Int> {
      try await Task.sleep(for: .seconds(3_600))
      return 0
    }
    download.observe { event in
      if case .willFinish = event { print("dependents still wait") }
    }
    download.start()
    download.settle(.value(200))
    #expect(try await download.value == 200)

    let policy = RetryPolicy(attempts: 3) { error, _ in
      await isWorthRetrying(error) ? .retry : .giveUp
    }
    let retry = RetryOperation(policy) { attempt in
      AsyncOperation<Int> { if attempt < 2 { throw Busy() } else { attempt } }
    }
    #expect(try await retry.run() == 2)
  }

  @Test("The guide's counterparts of CompositeOperations give three outcomes and two compositions")
  func composite() async throws {
    let recipes = GroupOperation.parallel(
      [
        GroupOperation.sequence([AsyncOperation { "peel" }, AsyncOperation { "boil" }]),
        GroupOperation.sequence([AsyncOperation { "knead" }, AsyncOperation { throw Busy() }]),
      ], policy: .continue)
    for recipe in try await recipes.run() {
      switch recipe.map({ $0.compactMap(\.value).joined(separator: ", ") }) {
      case .value(let steps): print(steps)
      case .failure(let error): print("failed: \(error)")
      case .cancelled: print("cancelled")
      }
    }
    #expect(recipes.tally == GroupTally(succeeded: 1, failed: 1))
  }

  @Test("The guide's counterpart of a DRBOperationTree provider is a node")
  func tree() async throws {
    let picture = TreeNode("picture", width: 4, retry: RetryPolicy(attempts: 3)) {
      (name: String) in name.count
    }
    let recipe = TreeNode("recipe", width: 1) { (title: String) in ["\(title).jpg"] }
      .feeding(picture) { pictures in pictures }
      .onSubtreeFinished { title, below in print("\(title): \(below.succeeded)") }
    let tree = TreeOperation(root: recipe, input: "soup")
    let queue = OperationQueue()
    queue.addOperation(tree)
    #expect(try await tree.value.succeeded == 2)
  }

  @Test("The guide's counterparts of RASchedulingKit complete, trampoline, block and suspend")
  func scheduling() async throws {
    let letter = AsyncOperation<String>(callback: { completion in
      fetch("letter") { completion($0, $1) }
    })
    let callbacks = OperationQueue()
    letter.observe(on: QueueExecutor(callbacks)) { event in
      if case .finished = event { print("the letter is there") }
    }
    let reply = AsyncOperation { "a reply" }
    reply.addDependency(letter)
    reply.requireSuccessOfDependencies()

    let queue = OperationQueue()
    let suspension = Suspension(of: queue)
    let token = suspension.suspend()
    for operation in [letter, reply] as [Operation] { queue.addOperation(operation) }
    token.resume()
    #expect(try await reply.value == "a reply")
  }
}
