import Locking
import Operations
import OperationsTesting
import Testing

/// Operations that keep or release the slot of a group while they wait, and children that run in one.
@Suite("Slots of a group", .timeLimit(.minutes(15)))
struct SlotTests {
  private let clock = ManualClock()

  private func retry(
    keepsSlot: Bool = false, _ body: @escaping @Sendable (_ attempt: Int) -> Void = { _ in }
  ) -> RetryOperation<Int> {
    let policy = RetryPolicy(
      attempts: 2, backoff: .constant(.seconds(1)), keepsSlot: keepsSlot,
      clock: clock)
    return RetryOperation(policy) { attempt in
      AsyncOperation {
        body(attempt)
        if attempt == 1 { throw Broken() }
        return attempt
      }
    }
  }

  @Test("In a sequence and in a group of width 1, no other child runs between two attempts")
  func sequence() async throws {
    for isSequence in [true, false] {
      let recorder = EventRecorder<String>()
      let first = retry { recorder.record("attempt \($0)") }
      let next = AsyncOperation {
        recorder.record("next")
        return 7
      }
      let group =
        isSequence
        ? GroupOperation.sequence([first, next])
        : GroupOperation.parallel([first, next], width: 1)
      group.start()
      await clock.sleepers(1)
      for _ in 0..<100 { await Task.yield() }
      clock.advance(by: .seconds(1))
      #expect(try await group.value.map(\.value) == [2, 7])
      #expect(recorder.events == ["attempt 1", "attempt 2", "next"])
    }
  }

  @Test("A retry policy that keeps the slot keeps it in a wider group too")
  func keptByPolicy() async throws {
    let recorder = EventRecorder<String>()
    let first = [retry(keepsSlot: true), retry(keepsSlot: true)]
    let next = AsyncOperation {
      recorder.record("next")
      return 7
    }
    let group = GroupOperation.parallel(first + [next], width: 2)
    group.start()
    await clock.sleepers(2)
    for _ in 0..<100 { await Task.yield() }
    #expect(recorder.events.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(try await group.value.map(\.value) == [2, 2, 7])
  }

  @Test("A retry that waits in a nested group releases its slot of that group, and no other")
  func nested() async throws {
    let beside = ConcurrencyGauge()
    let nested = GroupOperation<Int>(width: 2) { [retries = [retry(), retry()]] group in
      for retry in retries { try group.add(retry) }
      try await group.run(AsyncOperation { beside.enter() })
      return try await retries[0].value + retries[1].value
    }
    let next = AsyncOperation { 7 }
    let group = GroupOperation.parallel([nested, next], width: 1)
    group.start()
    await clock.sleepers(2)
    while beside.total < 1 { await Task.yield() }
    #expect(!next.isFinished)
    clock.advance(by: .seconds(1))
    #expect(try await group.value.map(\.value) == [4, 7])
  }

  @Test(
    "A retry that waits in a group around releases no slot in which others work",
    arguments: ["attempt", "called alone", "tree"])
  func others(kind: String) async throws {
    let (open, working) = (Door(), ConcurrencyGauge())
    let work = { @Sendable (_: Int) async throws -> Int in
      working.enter()
      try await open.pass()
      return 0
    }
    let outer = GroupOperation<Int>(width: 2) { outer in
      let guest = { @Sendable (_: Int) in try await outer.run(self.retry()) }
      let inner = { @Sendable () -> AsyncOperation<Int> in
        if kind == "tree" {
          let leaf = TreeNode<Int, Int>("leaf", width: 2) { try await $0 == 1 ? guest(1) : work(0) }
          let root = TreeNode<Int, Int>("root", width: 1) { $0 }.feeding(leaf) { _ in [0, 1] }
          return AsyncOperation { try await TreeOperation(root: root, input: 0).run().succeeded }
        }
        return GroupOperation<Int> { group in
          try group.add(AsyncOperation { try await work(0) })
          return try await guest(1)
        }
      }
      let first =
        kind == "attempt"
        ? RetryOperation(RetryPolicy(attempts: 1)) { _ in inner() }
        : AsyncOperation { try await inner().run() }
      let second = AsyncOperation { try await work(0) }
      let next = AsyncOperation { 7 }
      for child in [first, second, next] { try outer.add(child) }
      await clock.sleepers(1)
      while working.total < 2 { await Task.yield() }
      for _ in 0..<100 { await Task.yield() }
      #expect(!next.isExecuting && !next.isFinished)
      clock.advance(by: .seconds(1))
      open.open()
      return try await next.value
    }
    #expect(try await outer.run() == 7)
  }

  @Test("After an attempt that ended while it had no slot, the next one waits for a slot")
  func ended() async throws {
    let (open, working) = (Door(), ConcurrencyGauge())
    let begun = Locked<[AsyncOperation<Int>]>([])
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)), clock: clock)
    let outer = GroupOperation<Int>(width: 2) { outer in
      let first = RetryOperation(policy) { attempt in
        AsyncOperation { attempt == 1 ? try await outer.run(self.retry()) : attempt }
      }
      first.observe { event in
        guard case .produced(let operation) = event else { return }
        begun.withLock { $0 += [operation as? AsyncOperation<Int>].compactMap(\.self) }
      }
      try outer.add(first)
      for _ in 1...2 {
        try outer.add(
          AsyncOperation {
            working.enter()
            try await open.pass()
          })
      }
      await clock.sleepers(1)
      while working.total < 2 { await Task.yield() }
      begun.withLock(\.self)[0].settle(.failure(Broken()))
      while begun.withLock(\.self).count < 2 {
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
      for _ in 0..<100 { await Task.yield() }
      #expect(!begun.withLock(\.self)[1].isExecuting && !begun.withLock(\.self)[1].isFinished)
      open.open()
      return try await first.value
    }
    #expect(try await outer.run() == 2)
  }

  @Test("Retries in nested groups take a slot again before the next attempt")
  func nestedWidth() async throws {
    let gauge = ConcurrencyGauge()
    let group = GroupOperation<Void>(width: 2) { [clock] group in
      for _ in 0..<40 {
        try group.add(
          GroupOperation<Void>(width: 3) { inner in
            for _ in 0..<3 {
              let policy = RetryPolicy(
                attempts: 3, backoff: .constant(.seconds(1)),
                clock: clock)
              try inner.add(
                RetryOperation(policy) { attempt in
                  AsyncOperation<Void> {
                    await gauge.measure { await Task.yield() }
                    if attempt < 3 { throw Broken() }
                  }
                })
            }
          })
      }
    }
    let isOver = Locked(false)
    group.observe { if case .finished = $0 { isOver.withLock { $0 = true } } }
    group.start()
    while !isOver.withLock({ $0 }) {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    try await group.value
    // Two groups at once, each with three children.
    #expect(gauge.peak <= 6)
    #expect(gauge.total == 40 * 9)
  }

  @Test("A child that a body runs in its own group runs in the slot, at any depth and width")
  func runWithinRun() async throws {
    for width in 1...3 {
      let gauge = ConcurrencyGauge()
      @Sendable func nest(_ depth: Int, in group: GroupOperation<[Int]>) async throws -> Int {
        guard depth > 0 else { return await gauge.measure { 0 } }
        return try await group.run(AsyncOperation { try await nest(depth - 1, in: group) + 1 })
      }
      let group = GroupOperation<[Int]>(width: width) { group in
        async let first = nest(20, in: group)
        async let second = nest(20, in: group)
        async let third = nest(20, in: group)
        return try await [first, second, third]
      }
      #expect(try await group.run() == [20, 20, 20])
      #expect(gauge.peak <= width)
    }
  }

  @Test("While a body waits for a child in its group of width 1, only that child runs")
  func runInOrder() async throws {
    let recorder = EventRecorder<String>()
    let group = GroupOperation<Void>(width: 1) { group in
      try group.add(
        AsyncOperation {
          recorder.record("first")
          try await group.run(AsyncOperation { recorder.record("inner") })
          try await group.run(AsyncOperation { recorder.record("inner") })
          recorder.record("first ends")
        })
      try group.add(AsyncOperation { recorder.record("second") })
    }
    try await group.run()
    #expect(recorder.events == ["first", "inner", "inner", "first ends", "second"])
  }

  @Test("A body may run several children at once in its own group of width 1")
  func runTwoAtOnce() async throws {
    let gauge = ConcurrencyGauge()
    let group = GroupOperation<Int>(width: 1) { group in
      try await group.run(
        AsyncOperation {
          async let first = group.run(AsyncOperation { await gauge.measure { 1 } })
          async let second = group.run(AsyncOperation { await gauge.measure { 2 } })
          return try await first + second
        })
    }
    #expect(try await group.run() == 3)
    #expect(gauge.peak == 1)
  }

  @Test("A body may run a child that depends on one that waits for the body's slot")
  func runDependent() async throws {
    let group = GroupOperation<Int>(width: 1) { group in
      let waiting = AsyncOperation { 1 }
      let outer = AsyncOperation {
        let dependent = AsyncOperation { 2 }
        dependent.addDependency(waiting)
        return try await group.run(dependent)
      }
      try group.add(outer)
      try group.add(waiting)
      return try await outer.value
    }
    #expect(try await group.run() == 2)
  }

  @Test("A child deep in nested groups may run another in the outermost, of width 1")
  func runFromBelow() async throws {
    let group = GroupOperation<Int>(width: 1) { group in
      try await group.run(
        GroupOperation<Int>(width: 1) { inner in
          try await inner.run(AsyncOperation { try await group.run(AsyncOperation { 5 }) })
        })
    }
    #expect(try await group.run() == 5)
  }
}
