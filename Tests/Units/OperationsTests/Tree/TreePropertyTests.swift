import Locking
import Operations
import OperationsTesting
import Testing

/// An input of the random trees: its place and its stage.
private struct Item: Sendable, Hashable {
  var path: [Int]
}

/// The shape of a random tree: pure functions of a seed and an item's place.
private struct Shape: Sendable {
  let seed: UInt64

  func roll(_ item: Item, _ salt: UInt64) -> Int {
    var hash = seed &* 0x9E37_79B9_7F4A_7C15 &+ salt
    for step in item.path {
      hash = (hash ^ UInt64(truncatingIfNeeded: step)) &* 0xBF58_476D_1CE4_E5B9
      hash ^= hash >> 29
    }
    return Int(hash >> 40)
  }

  func children(of item: Item) -> [Item] {
    (0..<(roll(item, 1) % 6)).map { Item(path: item.path + [$0]) }
  }

  /// How many attempts fail before one succeeds; from 3 on, all of them.
  func failures(of item: Item) -> Int { item.path.isEmpty ? 0 : max(0, roll(item, 2) % 12 - 8) }

  func yields(of item: Item) -> Int { roll(item, 3) % 4 }

  /// Counts the item's subtree, without it.
  func summary(below item: Item, _ depth: Int) -> SubtreeSummary {
    var summary = SubtreeSummary()
    guard depth > 0 else { return summary }
    for child in children(of: item) {
      guard failures(of: child) < 3 else {
        summary.failed += 1
        continue
      }
      let below = self.summary(below: child, depth - 1)
      summary.succeeded += 1 + below.succeeded
      summary.failed += below.failed
    }
    return summary
  }
}

@Suite("Random trees")
struct TreePropertyTests {
  @Test(
    "Random trees report in post-order, run each item once, and keep attempts and widths",
    arguments: 0..<40)
  func properties(seed: UInt64) async throws {
    let shape = Shape(seed: seed)
    let attempts = Locked<[Item: Int]>([:])
    let ended = Locked<[Item: SubtreeSummary]>([:])
    let failed = Locked<[Item: Int]>([:])
    let depth = 4
    let widths = (0...depth).map { Int(seed >> $0) % 3 + 1 }
    let gauges = widths.map { _ in ConcurrencyGauge() }
    let nodes = (0...depth).map { level in
      TreeNode<Item, Item>(
        "level \(level)", width: widths[level], open: 4, retry: RetryPolicy(attempts: 3)
      ) { item in
        gauges[level].enter()
        defer { gauges[level].leave() }
        for _ in 0..<shape.yields(of: item) { await Task.yield() }
        let attempt = attempts.withLock { attempts in
          attempts[item, default: 0] += 1
          return attempts[item] ?? 0
        }
        if attempt <= shape.failures(of: item) { throw Broken(number: attempt) }
        return item
      }
      .decideOnFailure { item, _ in
        failed.withLock { $0[item, default: 0] += 1 }
        return .continue
      }
      .onSubtreeFinished { item, summary in
        let isFirst = ended.withLock { ended in
          // Every child was reported, or had failed, before its parent.
          if level < depth {
            for child in shape.children(of: item) where shape.failures(of: child) < 3 {
              #expect(ended[child] != nil)
            }
          }
          return ended.updateValue(summary, forKey: item) == nil
        }
        #expect(isFirst)
      }
    }
    for level in 0..<depth {
      if seed % 2 == 0 {
        nodes[level].feeding(nodes[level + 1]) { shape.children(of: $0) }
      } else {
        nodes[level].feeding(nodes[level + 1]) { item in
          AsyncStream { continuation in
            for child in shape.children(of: item) { continuation.yield(child) }
            continuation.finish()
          }
        }
      }
    }
    let root = Item(path: [])
    let total = try await TreeOperation(root: nodes[0], input: root).run()

    var expected = shape.summary(below: root, depth)
    expected.succeeded += 1
    #expect(total == expected)
    #expect(ended.withLock { $0.count } == expected.succeeded)
    #expect(failed.withLock { $0.count } == expected.failed)
    #expect(failed.withLock { $0.values.allSatisfy { $0 == 1 } })
    for (item, summary) in ended.withLock({ $0 }) {
      #expect(summary == shape.summary(below: item, depth - item.path.count))
    }
    for (item, count) in attempts.withLock({ $0 }) {
      #expect(count == min(shape.failures(of: item) + 1, 3))
    }
    for (gauge, width) in zip(gauges, widths) { #expect(gauge.peak <= width) }
  }
}
