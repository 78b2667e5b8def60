// Prints how fast the library is, beside a bare task group and a bare operation queue, in one run.
//
//   swift run -c release OperationsBenchmark

import Foundation
import Operations

let count = 100_000
let width = 8

row("contender", "items", "µs each", "CPU µs each", "growth of RSS")
await measure("bare TaskGroup, width \(width)", count) { await bareTaskGroup() }
await measure("bare OperationQueue, width \(width)", count) { await bareQueue() }
await measure("group over a sequence, width \(width)", count) {
  _ = try await GroupOperation.forEach(0..<count, width: width) { _ in AsyncOperation {} }.run()
}
await measure("the same, outcomes kept", count) {
  _ = try await GroupOperation.over(0..<count, width: width) { _ in AsyncOperation {} }.run()
}
await measure("operations in a queue, width \(width)", count) { await queued() }
for part in [count / 4, count / 2, count] {
  await measure("dependents of one operation, in a group", part) { await dependents(part) }
}
for _ in 0..<2 {
  await measure("three-node tree", 1_000_000) { try await tree(1_000, 1_000) }
}

@concurrent func bareTaskGroup() async {
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<count {
      if number >= width { await group.next() }
      group.addTask {}
    }
  }
}

@concurrent func bareQueue() async {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = width
  for _ in 0..<count { queue.addOperation(BlockOperation {}) }
  await withCheckedContinuation { continuation in
    queue.addBarrierBlock { continuation.resume() }
  }
}

@concurrent func queued() async {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = width
  for _ in 0..<count { queue.addOperation(AsyncOperation {}) }
  await withCheckedContinuation { continuation in
    queue.addBarrierBlock { continuation.resume() }
  }
}

@concurrent func dependents(_ count: Int) async {
  let first = AsyncOperation {}
  let group = GroupOperation(width: width) { group in
    for _ in 0..<count {
      let dependent = AsyncOperation {}
      dependent.addDependency(first)
      group.add(dependent)
    }
    group.add(first)
  }
  _ = await {
    group.start()
    return await group.outcome()
  }()
}

@concurrent func tree(_ pages: Int, _ photos: Int) async throws {
  let leaf = TreeNode<Int, Int>("photo", width: 8) { $0 }
  let page = TreeNode<Int, Int>("page", width: 2) { $0 }.feeding(leaf) { _ in 0..<photos }
  let feed = TreeNode<Int, Int>("feed", width: 1) { $0 }.feeding(page) { _ in 0..<pages }
  _ = try await TreeOperation(root: feed, input: 0).run()
}

func measure(_ name: String, _ items: Int, _ body: () async throws -> Void) async {
  let memory = residentKiB()
  let processor = processorSeconds()
  let clock = ContinuousClock()
  let start = clock.now
  do { try await body() } catch { print("\(name) failed: \(error)") }
  let elapsed = (clock.now - start) / Duration.seconds(1)
  let used = processorSeconds() - processor
  row(
    name, "\(items)", perItem(elapsed, items), perItem(used, items),
    "\(residentKiB() - memory) KiB")
}

func perItem(_ seconds: Double, _ items: Int) -> String {
  String(format: "%.2f", seconds * 1e6 / Double(items))
}

func row(_ name: String, _ columns: String...) {
  let cells = columns.map { String(repeating: " ", count: max(0, 14 - $0.count)) + $0 }
  print(name.padding(toLength: 40, withPad: " ", startingAt: 0) + cells.joined())
}

/// The time that all threads together have had so far (clock(3)).
func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// The resident memory, from /proc/self/statm (proc(5)), whose second field counts pages of 4 KiB.
func residentKiB() -> Int {
  let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
    .split(separator: " ")
  return (fields?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4
}
