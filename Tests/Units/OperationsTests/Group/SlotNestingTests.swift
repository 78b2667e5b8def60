import Operations
import OperationsTesting
import Testing

/// Bodies that run a child in a group around theirs, in whose slot they work.
@Suite("Children from inside a slot", .timeLimit(.minutes(15)))
struct SlotNestingTests {
  /// How a body runs an operation and waits for it.
  enum Way: CaseIterable {
    case run, child, attempt, attemptOfChild

    func callAsFunction(
      _ operation: AsyncOperation<Int>, in group: GroupOperation<[Int]>
    ) async throws -> Int {
      switch self {
      case .run: try await operation.run()
      case .child: try await group.run(operation)
      case .attempt: try await RetryOperation(.never) { _ in operation }.run()
      case .attemptOfChild: try await group.run(RetryOperation(.never) { _ in operation })
      }
    }
  }

  /// A group, in groups of its own, whose child runs another one in `outer`.
  private func nest(
    _ depth: Int, _ way: Way, in outer: GroupOperation<[Int]>, _ gauge: ConcurrencyGauge
  ) -> AsyncOperation<Int> {
    guard depth > 0 else {
      return AsyncOperation {
        try await outer.run(AsyncOperation { await gauge.measure { 1 } })
      }
    }
    return GroupOperation<Int>(width: 1) { inner in
      let child = nest(depth - 1, way, in: outer, gauge)
      return try await inner.run(AsyncOperation { try await way(child, in: outer) }) + 1
    }
  }

  @Test(
    "A child runs another in the group around, whatever runs the groups between them",
    arguments: Way.allCases, [1, 2])
  func through(_ way: Way, width: Int) async throws {
    for depth in 1...3 {
      let gauge = ConcurrencyGauge()
      let outer = GroupOperation<[Int]>(width: width) { outer in
        let children = (0..<width).map { _ in
          AsyncOperation { try await way(nest(depth, way, in: outer, gauge), in: outer) }
        }
        for child in children { try outer.add(child) }
        var values: [Int] = []
        for child in children { values.append(try await child.value) }
        return values
      }
      outer.start()
      guard await expectEnd(of: outer) else { return }
      #expect(outer.settledOutcome?.value == Array(repeating: depth + 1, count: width))
      #expect(gauge.peak <= width)
    }
  }

  /// A retry that waits once, and two children that run another one in `outer` after the wait.
  private func waitingGroup(
    in outer: GroupOperation<[Int]>, _ clock: ManualClock, _ begun: ConcurrencyGauge, _ gate: Gate
  ) -> GroupOperation<Int> {
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)), clock: clock)
    return GroupOperation<Int>(width: 2) { inner in
      let retry = RetryOperation(policy) { attempt in
        AsyncOperation {
          if attempt == 1 { throw Broken() }
          return attempt
        }
      }
      try inner.add(retry)
      for _ in 0..<2 {
        try inner.add(
          AsyncOperation {
            begun.enter()
            try await gate.pass()
            try await outer.run(AsyncOperation {})
          })
      }
      return try await retry.value
    }
  }

  @Test(
    "A retry that waits for its slot again lets those who hold it run children in the group around",
    arguments: [1, 2])
  func behindRetry(width: Int) async throws {
    let (clock, gate, begun) = (ManualClock(), Gate(), ConcurrencyGauge())
    let outer = GroupOperation<[Int]>(width: width) { outer in
      let inner = (0..<width).map { _ in waitingGroup(in: outer, clock, begun, gate) }
      for group in inner { try outer.add(group) }
      var values: [Int] = []
      for group in inner { values.append(try await group.value) }
      return values
    }
    outer.start()
    await clock.sleepers(width)
    #expect(await holds(within: .seconds(20)) { begun.total == 2 * width })
    clock.advance(by: .seconds(1))
    // The retry comes back, and finds its slot taken.
    for _ in 0..<1_000 { await Task.yield() }
    gate.open()
    await expectEnd(of: outer)
    #expect(outer.settledOutcome?.value == Array(repeating: 2, count: width))
  }
}
