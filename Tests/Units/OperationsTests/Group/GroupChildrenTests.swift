import Foundation
import Operations
import OperationsTesting
import Testing
import Threads

@Suite("A group's children as a unit")
struct GroupChildrenTests {
  @Test("Cancelling the children does not cancel the group: its body and later children run")
  func cancelChildren() async throws {
    let (started, added, cancelled) = (Gate(), Gate(), Gate())
    let running = AsyncOperation {
      started.open()
      try await Gate().pass()
    }
    let waiting = AsyncOperation<Void> { Issue.record("the child that waited ran") }
    let plain = BlockOperation { Issue.record("the plain child that waited ran") }
    let late = AsyncOperation { 2 }
    let group = GroupOperation<Int>(width: 1) { group in
      for child in [running, waiting, plain] as [Operation] { try group.add(child) }
      added.open()
      try await cancelled.pass()
      return try await group.run(late)
    }
    group.start()
    try await started.pass()
    try await added.pass()
    group.cancelChildren()
    cancelled.open()
    #expect(try await group.value == 2)
    #expect(group.tally == GroupTally(succeeded: 1, cancelled: 3))
    #expect(!group.isCancelled)
  }

  @Test("Cancelling the children of a group over a sequence admits the next inputs")
  func cancelWindow() async throws {
    let blocked = EventRecorder<Int>()
    let group = GroupOperation.over(0..<20, width: 3) { input in
      AsyncOperation {
        guard input < 3 else { return input }
        blocked.record(input)
        try await Gate().pass()
        return input
      }
    }
    group.start()
    await blocked.waitForEvents(3)
    group.cancelChildren()
    let outcomes = try await group.value
    #expect(outcomes.prefix(3).allSatisfy { $0 == .cancelled })
    #expect(outcomes.dropFirst(3).map(\.value) == (3..<20).map { $0 })
  }

  @Test("A group's retry policy makes a new child for each attempt of an input")
  func retry() async throws {
    let attempts = EventRecorder<Int>()
    let clock = ImmediateClock()
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)), clock: clock)
    let group = GroupOperation.over(0..<4, width: 2, policy: .continue, retry: policy) { input in
      AsyncOperation {
        attempts.record(input)
        if input == 1 { throw Broken(number: input) }
        return input
      }
    }
    let outcomes = try await group.run()
    #expect(outcomes.map(\.value) == [0, nil, 2, 3])
    #expect((outcomes[1].failure as? RetryExhausted)?.attempts == 3)
    #expect(attempts.events.sorted() == [0, 1, 1, 1, 2, 3])
    #expect(clock.waits == [.seconds(1), .seconds(1)])
  }

  @Test("A group counts an input that is retried once")
  func retryCounted() async throws {
    let group = GroupOperation.forEach(
      0..<10, width: 2, policy: .continue, retry: RetryPolicy(attempts: 2)
    ) { input in
      AsyncOperation<Void> { if input == 5 { throw Broken() } }
    }
    #expect(try await group.run() == GroupTally(succeeded: 9, failed: 1))
  }

  @Test("Body and children run on the group's executor, unless a child names its own")
  func executor() async throws {
    let pool = ThreadPool(name: "group", width: 1)
    let other = ThreadPool(name: "child", width: 1)
    let (poolThread, otherThread) = await (
      pool.run { threadIdentity() }, other.run { threadIdentity() }
    )
    let own = AsyncOperation(on: other) { threadIdentity() }
    let child = AsyncOperation { threadIdentity() }
    let nested = GroupOperation.parallel([AsyncOperation { threadIdentity() }])
    let retry = RetryOperation(.never) { _ in AsyncOperation { threadIdentity() } }
    let group = GroupOperation<UInt>(on: pool) { group in
      for child in [own, child, retry, nested] as [Operation] { try group.add(child) }
      return threadIdentity()
    }
    #expect(try await group.run() == poolThread)
    #expect(own.settledOutcome == .value(otherThread))
    #expect(child.settledOutcome == .value(poolThread))
    #expect(retry.settledOutcome == .value(poolThread))
    #expect(nested.settledOutcome == .value([.value(poolThread)]))
    let over = GroupOperation.over(0..<3, width: 2, on: pool) { _ in
      AsyncOperation { threadIdentity() }
    }
    #expect(try await over.run().map(\.value) == [poolThread, poolThread, poolThread])
    let parallel = GroupOperation.parallel([AsyncOperation { threadIdentity() }], on: pool)
    #expect(try await parallel.run().map(\.value) == [poolThread])
    await pool.shutdown()
    await other.shutdown()
  }
}
