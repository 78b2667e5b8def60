import Operations
import OperationsTesting
import Testing

/// An attempt waits for its dependencies, as a child of a group does.
@Suite("Dependencies of attempts", .timeLimit(.minutes(15)))
struct RetryDependencyTests {
  private let dependency = AsyncOperation { 1 }
  private let begun = ConcurrencyGauge()

  private func retry(_ policy: RetryPolicy = .never, isBarrier: Bool) -> RetryOperation<Int> {
    RetryOperation(policy) { [dependency, begun] number in
      let attempt = AsyncOperation<Int> {
        begun.enter()
        if number == 1, policy.attempts > 1 { throw Broken() }
        return dependency.settledOutcome?.value ?? 0
      }
      attempt.addDependency(dependency)
      if isBarrier { attempt.requireSuccessOfDependencies() }
      return attempt
    }
  }

  @Test("An attempt begins when its dependencies have finished", arguments: [false, true])
  func waits(isBarrier: Bool) async throws {
    for policy in [RetryPolicy.never, RetryPolicy(attempts: 2)] {
      let test = Self()
      let retry = test.retry(policy, isBarrier: isBarrier)
      let produced = Gate()
      retry.observe { if case .produced = $0 { produced.open() } }
      retry.start()
      try await produced.pass()
      for _ in 0..<1_000 { await Task.yield() }
      #expect(test.begun.total == 0)
      test.dependency.start()
      await expectEnd(of: retry)
      #expect(retry.settledOutcome == .value(1))
      #expect(test.begun.total == policy.attempts)
    }
  }

  @Test("In a group, an attempt that waits for a dependency does not keep its slot from that one")
  func inGroup() async throws {
    for width in 1...2 {
      let test = Self()
      let retry = test.retry(isBarrier: true)
      let group = GroupOperation<Int>(width: width) { group in
        try group.add(retry)
        if width == 2 { try group.add(test.retry(isBarrier: true)) }
        try group.add(test.dependency)
        return try await retry.value
      }
      group.start()
      await expectEnd(of: group)
      #expect(group.settledOutcome == .value(1))
    }
  }

  @Test("An attempt that requires the success of a dependency which fails is not begun")
  func failedDependency() async throws {
    let failed = AsyncOperation<Int> { throw Broken() }
    let retry = RetryOperation(.never) { _ in
      let attempt = AsyncOperation<Void> { Issue.record("the attempt ran") }
      attempt.addDependency(failed)
      attempt.requireSuccessOfDependencies()
      return attempt
    }
    retry.start()
    for _ in 0..<1_000 { await Task.yield() }
    #expect(!retry.isFinished)
    failed.start()
    await expectEnd(of: retry)
    let exhausted = retry.settledOutcome?.failure as? RetryExhausted
    #expect((exhausted?.underlying as? DependencyFailed)?.cause as? Broken == Broken())
  }

  @Test("A retry that is cancelled while an attempt waits for a dependency ends at once")
  func cancelled() async throws {
    let retry = retry(isBarrier: true)
    let produced = Gate()
    retry.observe { if case .produced = $0 { produced.open() } }
    retry.start()
    try await produced.pass()
    for _ in 0..<1_000 { await Task.yield() }
    retry.cancel()
    #expect(await ends(retry, within: .seconds(20)))
    #expect(retry.settledOutcome == .cancelled)
    #expect(begun.total == 0 && !dependency.isFinished)
  }
}
