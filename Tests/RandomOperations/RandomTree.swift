import Operations

/// Runs a tree of three nodes, whose inputs fail at random, and checks its counts; it may be cancelled.
package func runRandomTree(_ world: RandomWorld, _ random: inout SeededGenerator) async {
  let (pages, photos, failing) = (
    random.number(below: 10), random.number(below: 10), random.number(below: 5)
  )
  func node(_ name: String, _ width: Int, fails: @escaping @Sendable (Int) -> Bool) -> TreeNode<
    Int, Int
  > {
    TreeNode(name, width: width, retry: RetryPolicy(attempts: 2)) { [life = world.living] input in
      life.enter()
      defer { life.leave() }
      await Task.yield()
      if fails(input) { throw RandomLeaf.Failure() }
      return input
    }
  }
  let photo = node("photo", 1 + random.number(below: 4)) { $0 < failing }
  let page = node("page", 1 + random.number(below: 2)) { _ in false }.feeding(photo) { _ in
    0..<photos
  }
  let feed = node("feed", 1) { _ in false }.feeding(page) { _ in 0..<pages }
  let tree = TreeOperation(root: feed, input: 0)
  var moment = random.fork()
  if random.rolls(3) {
    Task {
      await moment.pause()
      tree.cancel()
    }
  }
  guard let summary = try? await tree.run() else { return }
  let failed = pages * min(failing, photos)
  let expected = SubtreeSummary(succeeded: 1 + pages + pages * photos - failed, failed: failed)
  world.check(summary == expected, "a tree counts \(summary), not \(expected)")
}
