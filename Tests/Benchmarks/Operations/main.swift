// Prints the speed of the library, compared with a bare task group and a bare operation queue.
//
//   OperationsBenchmark               the names of the contenders
//   OperationsBenchmark NAME ROUNDS   a row of the table: medians, and how far the first round
//                                     raises the peak of memory, which is why each has a process

import Foundation
import Locking
import Operations

let count = 100_000
let width = 8

struct Contender {
  let name: String
  let items: Int
  let run: () async throws -> Void
}

let contenders = [
  Contender(name: "bare TaskGroup, width \(width)", items: count, run: bareTaskGroup),
  Contender(name: "bare OperationQueue, width \(width)", items: count, run: bareQueue),
  Contender(name: "group over a sequence, width \(width)", items: count) {
    _ = try await GroupOperation.forEach(0..<count, width: width) { _ in AsyncOperation {} }.run()
  },
  Contender(name: "the same, outcomes kept", items: count) {
    _ = try await GroupOperation.over(0..<count, width: width) { _ in AsyncOperation {} }.run()
  },
  Contender(name: "children added at once", items: count) {
    try await added { AsyncOperation {} }.run()
  },
  Contender(name: "retries over a sequence", items: count) {
    let policy = RetryPolicy(attempts: 3)
    _ = try await GroupOperation.forEach(0..<count, width: width, retry: policy) { _ in
      AsyncOperation {}
    }.run()
  },
  Contender(name: "a group for each item", items: count) {
    _ = try await GroupOperation.forEach(0..<count, width: width) { _ in
      GroupOperation<Void> { group in try await group.run(AsyncOperation {}) }
    }.run()
  },
  Contender(name: "operations in a queue, width \(width)", items: count, run: queued),
  Contender(name: "plain children of a group", items: count) {
    try await added { BlockOperation {} }.run()
  },
  Contender(name: "three-node tree", items: 1_000_000) { try await tree(1_000, 1_000) },
  Contender(name: "observed three-node tree", items: 100_000) {
    try await tree(100, 1_000, isObserved: true)
  },
  Contender(name: "dependents of one, in a group", items: count / 4) {
    await dependents(count / 4)
  },
  Contender(name: "four times as many", items: count) { await dependents(count) },
  Contender(name: "added, and cancelled in line", items: 2 * count) { await cancelled(2 * count) },
]

let arguments = CommandLine.arguments.dropFirst()
if let contender = contenders.first(where: { $0.name == arguments.first }) {
  await measure(contender, rounds: arguments.last.flatMap { Int($0) } ?? 1)
} else {
  for contender in contenders { print(contender.name) }
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
  await inQueue { ended in BlockOperation { ended() } }
}

@concurrent func queued() async {
  await inQueue { ended in AsyncOperation { ended() } }
}

/// Runs operations in a queue, and waits for the bodies. A barrier would check each pair of waiting
/// operations, which takes far longer than the operations.
func inQueue(_ makeOperation: (_ ended: @escaping @Sendable () -> Void) -> Operation) async {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = width
  let left = Locked(count)
  await withCheckedContinuation { continuation in
    for _ in 0..<count {
      queue.addOperation(
        makeOperation {
          let isLast = left.withLock { left in
            left -= 1
            return left == 0
          }
          if isLast { continuation.resume() }
        })
    }
  }
}

@concurrent func dependents(_ count: Int) async {
  let first = AsyncOperation {}
  let group = GroupOperation(width: width) { group in
    for _ in 0..<count {
      let dependent = AsyncOperation {}
      dependent.addDependency(first)
      try group.add(dependent)
    }
    try group.add(first)
  }
  _ = await {
    group.start()
    return await group.outcome
  }()
}

/// Children that wait for a slot, which another holds, when their group is cancelled.
@concurrent func cancelled(_ count: Int) async {
  let group = GroupOperation<Void>(width: 1) { group in
    try group.add(AsyncOperation { try await Task.sleep(for: .seconds(3_600)) })
    for _ in 0..<count { try group.add(AsyncOperation {}) }
    group.cancel()
  }
  _ = await {
    group.start()
    return await group.outcome
  }()
}

func added(_ makeChild: @escaping @Sendable () -> Operation) -> GroupOperation<Void> {
  GroupOperation(width: width) { group in
    for _ in 0..<count { try group.add(makeChild()) }
  }
}

@concurrent func tree(_ pages: Int, _ photos: Int, isObserved: Bool = false) async throws {
  let leaf = TreeNode<Int, Int>("photo", width: 8) { $0 }
  let page = TreeNode<Int, Int>("page", width: 2) { $0 }.feeding(leaf) { _ in 0..<photos }
  let feed = TreeNode<Int, Int>("feed", width: 1) { $0 }.feeding(page) { _ in 0..<pages }
  let operation = TreeOperation(root: feed, input: 0)
  if isObserved { operation.observe { _ in } }
  _ = try await operation.run()
}

func measure(_ contender: Contender, rounds: Int) async {
  let memory = peakKiB()
  var rise = 0
  var elapsed: [Double] = []
  var used: [Double] = []
  for round in 0..<max(1, rounds) {
    let processor = processorSeconds()
    let start = ContinuousClock.now
    do { try await contender.run() } catch { print("\(contender.name) failed: \(error)") }
    elapsed.append((ContinuousClock.now - start) / Duration.seconds(1))
    used.append(processorSeconds() - processor)
    if round == 0 { rise = peakKiB() - memory }
  }
  let columns = [
    "\(contender.items)", perItem(elapsed, contender), perItem(used, contender), "\(rise)",
    "\(rise * 1024 / contender.items)",
  ]
  let cells = columns.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }
  print(contender.name.padding(toLength: 34, withPad: " ", startingAt: 0) + cells.joined())
}

/// Microseconds per item, in the median round.
func perItem(_ seconds: [Double], _ contender: Contender) -> String {
  String(format: "%.2f", seconds.sorted()[seconds.count / 2] * 1e6 / Double(contender.items))
}

/// The CPU time of all threads so far (clock(3)).
func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// The peak of resident memory so far, from /proc/self/status (proc(5), VmHWM).
func peakKiB() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
    Int($0)
  } ?? 0
}
