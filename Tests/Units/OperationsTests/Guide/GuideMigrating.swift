import Foundation
import Operations
import OperationsTesting
import Testing

private struct Busy: Error {}
private struct Recipe: Sendable {
  let pictures: [String]
  let ingredients = ["leek", "salt"]

  init(_ title: String) { pictures = ["\(title).jpg"] }
}
private actor View {
  func layOut() {}
}

private func fetch(_ name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void)
{
  completion("the \(name)", nil)
}
private func load(_ name: String, completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
  completion(Data(name.utf8), nil)
}
private func show(_ text: String) { print(text) }
private func isWorthRetrying(_ error: any Error) async -> Bool { error is Busy }
private func ask(_ mirror: String) -> AsyncOperation<String> {
  AsyncOperation {
    guard mirror == "south" else { throw Busy() }
    return "answer from \(mirror)"
  }
}
private func measure(_ name: String) async throws -> Int { name.count }

@Suite("The guide's pages on migrating")
struct GuideMigrating {
  @Test("The guide's counterparts of TWGOperations finish early, group and retry")
  func tribune() async throws {
    let download = AsyncOperation<Int> {
      try await Task.sleep(for: .seconds(3_600))
      return 0
    }
    download.onOutcome { outcome in
      switch outcome {
      case .value(let size): print("\(size) bytes, and dependents still wait")
      case .failure(let error): print("failed: \(error)")
      case .cancelled: print("cancelled")
      }
    }
    download.start()
    download.settle(.value(200))
    #expect(try await download.value == 200)

    let group = GroupOperation<Int> { group in
      let names = try await group.run(AsyncOperation { ["a.jpg", "b.jpg"] })
      return try await group.run(AsyncOperation { names.count })
    }
    #expect(try await group.run() == 2)

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

    let first = GroupOperation<String> { group in
      for mirror in ["north", "south"] {
        let answer = await Outcome { try await group.run(ask(mirror)) }
        if let value = answer.value { return value }
      }
      throw Busy()
    }
    #expect(try await first.run() == "answer from south")
  }

  @Test("The guide's counterparts of DRBOperationTree feed two children and load by callback")
  func tree() async throws {
    let picture = TreeNode("picture", width: 4, retry: RetryPolicy(attempts: 3)) {
      (name: String) in name.count
    }
    let ingredient = TreeNode("ingredient", width: 2) { (name: String) in name.uppercased() }
    let recipe = TreeNode("recipe", width: 1) { (title: String) in Recipe(title) }
      .feeding(picture) { $0.pictures }
      .feeding(ingredient) { $0.ingredients }
      .onSubtreeFinished { title, below in print("\(title): \(below.succeeded)") }
    let tree = TreeOperation(root: recipe, input: "soup")
    tree.onOutcome { _ in print("done") }
    #expect(try await tree.run().succeeded == 4)

    let file = TreeNode("file", width: 4) { (name: String) in
      try await AsyncOperation<Data>(callback: { completion in
        load(name) { completion($0, $1) }
      }).run()
    }
    #expect(try await TreeOperation(root: file, input: "a.jpg").run().succeeded == 1)
  }

  @Test("The guide's counterparts of RASchedulingKit complete, block, suspend and schedule")
  func scheduling() async throws {
    let (work, callbacks) = (OperationQueue(), OperationQueue())
    let letter = AsyncOperation<String>(
      on: QueueExecutor(work),
      callback: { completion in
        fetch("letter") { completion($0, $1) }
      })
    letter.onOutcome(on: QueueExecutor(callbacks)) { outcome in
      if let text = outcome.value { show(text) }
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

    let view = View()
    let updates = AsyncQueue(on: QueueExecutor(callbacks))
    updates.addTask(for: view, key: "layout") { await view.layOut() }
    updates.cancelTasks(for: view)
    try await updates.idle()
    #expect(try await updates.perform(for: view) { 1 } == 1)
  }

  @Test("The guide's queue lays out, measures and cancels")
  func queue() async throws {
    let view = View()
    let queue = AsyncQueue()
    queue.addTask(for: view, key: "layout") { await view.layOut() }
    let size = try await queue.perform { try await measure("lisbon.jpg") }
    queue.cancelTasks(for: view)
    #expect(size == 10)
  }

  @Test("The guide's TaskGroup and its counterpart return the same sizes in the order of the names")
  func taskGroup() async throws {
    let names = (0..<20).map { String(repeating: "x", count: $0) }
    let sizes = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      var sizes = Array(repeating: 0, count: names.count)
      for (index, name) in names.enumerated() {
        if index >= 4, let (done, size) = try await group.next() { sizes[done] = size }
        group.addTask { (index, try await measure(name)) }
      }
      for try await (done, size) in group { sizes[done] = size }
      return sizes
    }
    let group = GroupOperation.over(names, width: 4) { name in
      AsyncOperation { try await measure(name) }
    }
    let same = try await group.run().compactMap(\.value)
    #expect(sizes == Array(0..<20) && same == sizes)
  }
}
