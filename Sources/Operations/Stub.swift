import Foundation
import Locking

public enum Outcome<Output: Sendable>: Sendable {
  case value(Output)
  case failure(any Error)
  case cancelled
}

open class AsyncOperation<Output: Sendable>: Operation, @unchecked Sendable {
  /// Waits for the end, without blocking a thread. Does not start the operation.
  public func outcome() async -> Outcome<Output> { fatalError("stub") }
  /// Starts the operation where it is (no queue), and gives its value.
  public func run() async throws -> Output { fatalError("stub") }
}

/// How often, when and after which errors work is tried again.
public struct RetryPolicy: Sendable {
  public enum Decision: Sendable {
    case retry
    case retryAfter(Duration)
    case giveUp
  }
  /// In total, the first included.
  public var attempts: Int
  public var backoff: Backoff
  public var decide: @Sendable (_ error: any Error, _ attempt: Int) async -> Decision
  public var sleep: @Sendable (Duration) async throws -> Void

  public init(
    attempts: Int, backoff: Backoff = .none,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    decide: @escaping @Sendable (any Error, Int) async -> Decision = { _, _ in .retry }
  ) {
    self.attempts = attempts
    self.backoff = backoff
    self.sleep = sleep
    self.decide = decide
  }
  public static let never = RetryPolicy(attempts: 1)

  /// `body` gets the attempt's number, from 1.
  public func run<Output: Sendable>(
    _ body: @Sendable (Int) async throws -> Output
  ) async throws -> Output { fatalError("stub") }
}

public struct Backoff: Sendable {
  public static let none = Backoff()
  public static func exponential(base: Duration, cap: Duration) -> Backoff { Backoff() }
}

/// The last error, with the number of attempts.
public struct RetryExhausted: Error {
  public let underlying: any Error
  public let attempts: Int
}

public struct RetryNotice: Sendable {
  public let error: any Error
  public let attempt: Int
  public let delay: Duration
}

public enum TreeDirective: Sendable {
  case goOn
  case stop(any Error)
}

public struct SubtreeSummary: Sendable {
  public var succeeded: Int
  public var failed: Int
}

public final class TreeNode<Input: Sendable, Output: Sendable>: Sendable {
  public init(
    _ name: String, width: Int, retry: RetryPolicy = .never,
    work: @escaping @Sendable (Input) async throws -> Output
  ) { fatalError("stub") }
  @discardableResult
  public func feeding<Items: AsyncSequence & Sendable, ChildOutput: Sendable>(
    _ child: TreeNode<Items.Element, ChildOutput>,
    expanding: @escaping @Sendable (Output) async throws -> Items
  ) -> Self where Items.Element: Sendable { self }
  @discardableResult
  public func feeding<Items: Sequence & Sendable, ChildOutput: Sendable>(
    _ child: TreeNode<Items.Element, ChildOutput>,
    expanding: @escaping @Sendable (Output) async throws -> Items
  ) -> Self where Items.Element: Sendable { self }
  @discardableResult
  public func feeding<ChildOutput: Sendable>(_ child: TreeNode<Output, ChildOutput>) -> Self {
    self
  }
  @discardableResult
  public func whenRetrying(_ body: @escaping @Sendable (Input, RetryNotice) -> Void) -> Self {
    self
  }
  @discardableResult
  public func whenFailed(
    _ body: @escaping @Sendable (Input, any Error) async -> TreeDirective
  ) -> Self { self }
  @discardableResult
  public func whenSubtreeFinished(
    _ body: @escaping @Sendable (Input, SubtreeSummary) async throws -> Void
  ) -> Self { self }
}

public final class TreeOperation<Input: Sendable, Output: Sendable>: AsyncOperation<SubtreeSummary>,
  @unchecked Sendable
{
  public init(root: TreeNode<Input, Output>, input: Input) { fatalError("stub") }
}

/// A fixed number of own threads for work that blocks.
public final class ThreadPool: TaskExecutor {
  public init(name: String, width: Int, niceness: Int = 0) { fatalError("stub") }
  public func enqueue(_ job: consuming ExecutorJob) { fatalError("stub") }
  public func run<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result { fatalError("stub") }
  /// Finishes what is queued, then ends the threads.
  public func shutdown() async { fatalError("stub") }
}
