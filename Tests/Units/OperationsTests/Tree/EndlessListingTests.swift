import Operations
import OperationsTesting
import Testing

/// A listing that waits for its next item.
@Suite("Endless listings", .timeLimit(.minutes(15)))
struct EndlessListingTests {
  /// A root with two parents of one node: the first lists `items`, then nothing more and without an end; the second
  /// lists 10 items once the first waits.
  private func tree(
    items: Int, width: Int, _ processed: EventRecorder<Int>
  ) -> TreeOperation<Int, Int> {
    let (waits, waiting) = (Gate(), ConcurrencyGauge())
    let leaf = TreeNode<Int, Int>("leaf", width: width) { input in
      processed.record(input)
      return input
    }
    let endless = TreeNode<Int, Int>("endless", width: width) { $0 }
      .feeding(leaf) { _ in
        let asked = ConcurrencyGauge()
        return AsyncStream<Int> {
          asked.enter()
          guard asked.total > items else { return -asked.total }
          waiting.enter()
          if waiting.total == width { waits.open() }
          try? await Gate().pass()
          return nil
        }
      }
    let short = TreeNode<Int, Int>("short", width: 1) { input in
      try await waits.pass()
      return input
    }
    .feeding(leaf) { _ in 1...10 }
    return TreeOperation(
      root: TreeNode<Int, Int>("root", width: 1) { $0 }
        .feeding(endless) { _ in 1...width }.feeding(short), input: 0)
  }

  @Test(
    "A listing that waits without an end keeps no turn of its node from other parents",
    arguments: [0, 3], [1, 2])
  func starves(items: Int, width: Int) async {
    let processed = EventRecorder<Int>()
    let tree = tree(items: items, width: width, processed)
    tree.start()
    let areProcessed = await holds(within: .seconds(20)) {
      processed.events.filter { $0 > 0 }.count == 10
    }
    #expect(areProcessed)
    tree.cancel()
    #expect(await ends(tree, within: .seconds(20)))
    #expect(processed.events.filter { $0 > 0 }.sorted() == Array(1...10))
  }
}
