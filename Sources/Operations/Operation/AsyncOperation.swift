import Foundation
import Locking

/// A Foundation `Operation` whose work is `async throws` and that ends with one `Outcome`.
///
/// Give the work as a closure, or override `perform()`, where work that is settled by a delegate's
/// callbacks waits with `waitUntilSettled()`. It runs in any `OperationQueue`, takes part
/// in dependencies, priority, quality of service and `cancel()`, and blocks no thread: `start()`
/// opens a task and returns.
///
/// - The first to settle wins: the body's end, or `settle(_:)` from any thread.
/// - What settles or cancels before the start is parked: the body never runs, and the operation
///   finishes when the queue starts it. (A queue that sees an operation finished before it started
///   it releases it too early.) In a suspended queue that is after the resume.
/// - It finishes only when its body has returned, so that nothing of it runs behind `isFinished`.
/// - Its dependencies are dropped at the end, so that a long chain is not released recursively.
///
/// `@unchecked Sendable` restates `Operation`'s: `output` is guarded by `state`'s lock, `closure` is
/// touched by the operation's own task alone.
open class AsyncOperation<Output: Sendable>: TaskOperation, @unchecked Sendable {
  /// Of any type: an `Output?` in a generic class looks its metadata up whenever it is set or released.
  private var output: (any Sendable)?
  private var closure: (@Sendable () async throws -> Output)?

  /// For subclasses, which override `perform()`. The work begins on `executor`, where one is given.
  ///
  /// An `AsyncOperation<Void>` made so, without a subclass, succeeds. The one designated initializer: so
  /// Swift calls it where a subclass does not.
  public override init(on executor: (any TaskExecutor)? = nil) {
    super.init(on: executor)
  }

  /// An operation whose work is `body`; it begins on `executor`, where one is given.
  public convenience init(
    on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async throws -> Output
  ) {
    self.init(on: executor)
    closure = body
  }

  /// The work. Runs once at most, in the operation's own task, which `cancel()` cancels.
  ///
  /// What it returns or throws is the outcome, where nothing else settled first.
  open func perform() async throws -> Output {
    guard let closure else { return Self.nothing() }
    return try await closure()
  }

  /// What an operation gives that has no work: only of `Void` there can be one.
  static func nothing() -> Output {
    guard let nothing = () as? Output else {
      preconditionFailure("\(Self.self): an operation without a body must override perform()")
    }
    return nothing
  }

  /// The outcome once it is decided, which may be before the end; nil until then.
  public var settledOutcome: Outcome<Output>? {
    state.withLock { state in
      switch state.machine.ending {
      case .succeeded: output.map { .value(Self.unboxed($0)) }
      case .failed(let error): .failure(error)
      case .cancelled: .cancelled
      case nil: state.machine.isCancelled ? .cancelled : nil
      }
    }
  }

  /// The value in a box of any type. Not by a cast alone, which takes optionals within optionals apart.
  private static func unboxed<Value: Sendable>(_ value: Value) -> Output {
    guard Value.self == Output.self else {
      // A box in a box, of which Swift makes one.
      guard let output = value as? Output else {
        preconditionFailure("a value of \(Value.self) instead of \(Output.self)")
      }
      return output
    }
    return withUnsafePointer(to: value) { pointer in
      UnsafeRawPointer(pointer).assumingMemoryBound(to: Output.self).pointee
    }
  }

  /// Decides the outcome from outside, from any thread, and cancels the body where it runs.
  ///
  /// Returns false and changes nothing when it was decided or cancelled before.
  @discardableResult
  public func settle(_ outcome: Outcome<Output>) -> Bool {
    let (action, task, waiting) = state.withLock { state in
      let action = state.machine.settle(outcome.ending)
      if action == .stopBody { output = outcome.value }
      return (action, state.task, action == .stopBody ? state.waiting.take() : nil)
    }
    guard action == .stopBody else { return false }
    task?.cancel()
    waiting?.dismiss()
    return true
  }

  /// The work with what belongs to it; groups add their children.
  nonisolated(nonsending) func body() async throws -> Output { try await perform() }

  nonisolated(nonsending) override func work(
    isSeated: Bool, finishing: Bool, failing group: TaskOperation?
  ) async -> Remains? {
    do {
      let result: Output
      if isSeated {
        // Those inside find the operation around them where it has a slot.
        result = try await Self.$current.withValue(self) {
          try await hasChildren ? body() : perform()
        }
      } else {
        result = try await hasChildren ? body() : perform()
      }
      return state.withLock { state in
        if state.machine.bodyEnded(.succeeded) { output = result }
        return finishing ? state.finishUnobserved(failing: group) : nil
      }
    } catch {
      return state.withLock { state in
        _ = state.machine.bodyEnded(OperationEnding(error))
        return finishing ? state.finishUnobserved(failing: group) : nil
      }
    }
  }

  override func releaseWork() { closure = nil }
}
