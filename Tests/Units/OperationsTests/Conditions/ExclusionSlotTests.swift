import Foundation
import Operations
import OperationsTesting
import Testing

@testable import Operations

/// Keys together with the slots of groups, and with tasks that outlive a holder.
@Suite("Exclusive keys and slots", .timeLimit(.minutes(15)))
struct ExclusionSlotTests {
  private let exclusion = Exclusion()
  private let clock = ManualClock()

  private func retry() -> RetryOperation<Int> {
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)), clock: clock)
    return RetryOperation(policy) { attempt in
      AsyncOperation {
        if attempt == 1 { throw Broken() }
        return attempt
      }
    }
  }

  @Test(
    "A retry inside a holder of a key keeps its slot, which children that wait for the key would take",
    arguments: 0...2)
  func retryWithKey(depth: Int) async throws {
    let holder: AsyncOperation<Int> = [
      retry(),
      GroupOperation<Int> { [retry = retry()] group in try await group.run(retry) },
      AsyncOperation { [exclusion, retry = retry()] in
        try await exclusion.withKeys(["a"]) { try await retry.run() }
      },
    ][depth]
    if depth < 2 { holder.requireExclusive(["a"], in: exclusion) }
    let others = (0..<4).map { number in
      let other = AsyncOperation { number }
      other.requireExclusive(["a"], in: exclusion)
      return other
    }
    let group = GroupOperation.parallel([holder] + others, width: 2)
    group.start()
    await clock.sleepers(1)
    for _ in 0..<200 { await Task.yield() }
    clock.advance(by: .seconds(1))
    #expect(await ends(group))
    #expect(group.settledOutcome?.value?.map(\.value) == [2, 0, 1, 2, 3])
  }

  @Test("A child that a body runs is refused a key that the body's operation holds")
  func keyOfCaller() async throws {
    let exclusion = exclusion
    let group = GroupOperation<Void>(width: 2)
    let child = AsyncOperation {}
    child.requireExclusive(["a"], in: exclusion)
    let holder = AsyncOperation { [unowned group] in try await group.run(child) }
    holder.requireExclusive(["a"], in: exclusion)
    try group.add(holder)
    group.start()
    #expect(await ends(group))
    #expect(group.settledOutcome?.failure is ExclusionHeld)
    group.cancel()
  }

  @Test("An operation that is started in the body of a key's holder waits for the key")
  func started() async throws {
    let next = AsyncOperation { 1 }
    next.requireExclusive(["a"], in: exclusion)
    let holder = AsyncOperation {
      next.start()
      for _ in 0..<200 { await Task.yield() }
    }
    holder.requireExclusive(["a"], in: exclusion)
    try await holder.run()
    #expect(try await next.value == 1)
  }

  @Test("A task that outlives key holders does not carry their keys on")
  func chain() async throws {
    let (exclusion, ended) = (exclusion, Gate())
    let lengths = EventRecorder<Int>()
    @Sendable func link(_ number: Int) async throws {
      let released = Gate()
      try await exclusion.withKeys(["a"]) {
        lengths.record(Exclusion.held.count)
        // Begun inside the holder, but takes the key after it.
        Task {
          try await released.pass()
          if number < 50 { try await link(number + 1) } else { ended.open() }
        }
      }
      released.open()
    }
    try await link(0)
    try await ended.pass()
    #expect(lengths.events.max() == 1)
  }
}
