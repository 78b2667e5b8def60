import Foundation
import Locking

/// A Foundation `Operation` whose work is `async throws` and that ends with one `Outcome`.
///
/// Give the work as a closure, or override `perform()`, which can wait with `waitUntilSettled()` for work
/// that a delegate's callbacks settle. It runs in any `OperationQueue`, supports dependencies, priority,
/// quality of service and `cancel()`, and blocks no thread: `start()` opens a task and returns.
///
/// - The first to settle wins: the body's end, or `settle(_:)` from any thread.
/// - A settlement or cancellation before the start is kept: the body never runs, and the operation finishes
///   when the queue starts it. (A queue releases an operation too early if it finishes before the queue
///   starts it.) In a suspended queue that is after the resume.
/// - It finishes only when its body has returned, so that no part of the body runs after `isFinished`.
/// - Its dependencies are dropped at the end, so that a long chain is not released recursively.
///
/// `@unchecked Sendable` restates `Operation`'s: `output` is guarded by `state`'s lock, `closure` is used
/// only by the operation's own task.
open class AsyncOperation<Output: Sendable>: TaskOperation, @unchecked Sendable {
  /// Type-erased: an `Output?` in a generic class looks its metadata up whenever it is set or released.
  private var output: (any Sendable)?
  private var closure: (@Sendable () async throws -> Output)?

  /// For subclasses, which override `perform()`. The work begins on `executor`, if given.
  ///
  /// An `AsyncOperation<Void>` made this way, without a subclass, succeeds. The only designated initializer,
  /// so that Swift calls it if a subclass does not.
  public override init(on executor: (any TaskExecutor)? = nil) {
    super.init(on: executor)
  }

  /// An operation whose work is `body`; it begins on `executor`, if given.
  public convenience init(
    on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async throws -> Output
  ) {
    self.init(on: executor)
    closure = body
  }

  /// The work. Runs at most once, in the operation's own task, which `cancel()` cancels.
  ///
  /// Its result or error is the outcome, unless the operation was settled before.
  open func perform() async throws -> Output {
    guard let closure else { return Self.nothing() }
    return try await closure()
  }

  /// The value of an operation without work, which is possible only for `Void`.
  static func nothing() -> Output {
    guard let nothing = () as? Output else {
      preconditionFailure("\(Self.self): an operation without a body must override perform()")
    }
    return nothing
  }

  /// The outcome once it is decided, possibly before the end; nil until then.
  public var settledOutcome: Outcome<Output>? {
    state.withLock { state in
      switch state.machine.ending {
      case .succeeded: output.map { .value(unboxed($0)) }
      case .failed(let error): .failure(error)
      case .cancelled: .cancelled
      case nil: state.machine.isCancelled ? .cancelled : nil
      }
    }
  }

  /// The value, once the outcome is decided.
  /// - Throws: The failure, or `CancellationError`.
  func result() throws -> Output {
    let (ending, value) = state.withLock { ($0.machine.ending, self.output) }
    switch ending {
    case .succeeded:
      guard let value else { preconditionFailure("a success without a value") }
      return unboxed(value)
    case .failed(let error): throw error
    case .cancelled, nil: throw CancellationError()
    }
  }

  /// Decides the outcome from outside, from any thread, and cancels the body if it is running.
  ///
  /// - Returns: False, without an effect, if the outcome was decided or the operation cancelled before.
  @discardableResult
  public func settle(_ outcome: Outcome<Output>) -> Bool {
    stop { state in
      guard state.machine.settle(outcome.ending) else { return false }
      output = outcome.value
      return true
    }
  }

  /// The work including what a subclass adds; groups add their children.
  nonisolated(nonsending) func body() async throws -> Output { try await perform() }

  nonisolated(nonsending) override func work(
    finishing: Bool, failing group: TaskOperation?
  ) async -> Remains? {
    do {
      let value = try await hasChildren ? body() : perform()
      return state.withLock { state in
        if state.machine.bodyEnded(.succeeded) { output = value }
        return finishing ? state.finishUntold(failing: group) : nil
      }
    } catch {
      return state.withLock { state in
        _ = state.machine.bodyEnded(OperationEnding(error))
        return finishing ? state.finishUntold(failing: group) : nil
      }
    }
  }

  override var anyOutcome: Outcome<any Sendable>? { settledOutcome?.map { $0 } }

  override func releaseWork() { closure = nil }
}

extension AsyncOperation where Output == Void {
  /// An operation that only waits, by `clock`. Inside a body, use `Task.sleep` instead.
  public static func delay(
    _ duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> AsyncOperation<Void> {
    AsyncOperation { try await clock.sleep(for: duration) }
  }
}

/// The value in a type-erased box. Not by a cast alone, which flattens nested optionals.
private func unboxed<Value: Sendable, Output>(_ value: Value) -> Output {
  guard Value.self == Output.self else {
    // A nested box, which Swift creates.
    guard let output = value as? Output else {
      preconditionFailure("a value of \(Value.self) instead of \(Output.self)")
    }
    return output
  }
  return withUnsafePointer(to: value) { pointer in
    UnsafeRawPointer(pointer).assumingMemoryBound(to: Output.self).pointee
  }
}
