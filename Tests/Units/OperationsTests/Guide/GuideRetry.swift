import Operations
import OperationsTesting
import Testing

private struct Busy: Error { var wait: Duration? }
private func fetch(_ attempt: Int) async throws -> String {
  guard attempt > 2 else { throw Busy() }
  return "page"
}

@Suite("The guide's page on retry")
struct GuideRetry {
  @Test("The guide's retry policy decides, runs a body, and runs an operation")
  func policy() async throws {
    let clock = ImmediateClock()
    let policy = RetryPolicy(
      attempts: 5, backoff: .exponential(base: .milliseconds(500), cap: .seconds(30)), clock: clock
    ) { error, attempt in
      switch error {
      case let busy as Busy: busy.wait.map { .retryAfter($0) } ?? .retry
      default: .giveUp
      }
    }
    let page = try await policy.run { attempt in
      try await fetch(attempt)
    } onRetry: { notice in
      print("attempt \(notice.attempt) failed: \(notice.error), next in \(notice.delay)")
    }
    #expect(page == "page")
    #expect(clock.waits.count == 2)

    let operation = RetryOperation(policy) { attempt in
      AsyncOperation { try await fetch(attempt) }
    }
    #expect(try await operation.run() == "page")
  }

  @Test("The guide's examples of a single error type and of short policies run")
  func errors() async throws {
    let policy = RetryPolicy(attempts: 3) { error, attempt in
      error is Busy && attempt < 3 ? .retry : .giveUp
    }
    do {
      _ = try await policy.run { _ -> String in throw Busy() }
    } catch let error as RetryExhausted {
      print("\(error.underlying) after \(error.attempts) attempts")
    }
    let error = await #expect(throws: RetryExhausted.self) {
      try await policy.run { _ in throw Busy() }
    }
    #expect(error?.attempts == 3)
  }
}
