import Foundation
import Locking

/// Requirements of the body. Calling these methods after the start of the operation is a programmer error.
extension TaskOperation {
  /// Runs the body only if `condition` returns; an error that it throws is the operation's failure.
  ///
  /// Conditions are evaluated one after the other, after the dependencies and the exclusive keys, in the
  /// operation's own task; never while the operation becomes ready.
  public func require(_ condition: @escaping @Sendable () async throws -> Void) {
    ask { $0.conditions.append(condition) }
  }

  /// Makes the operation a barrier: its body runs only if all dependencies succeeded.
  ///
  /// Otherwise it fails with `DependencyFailed`, and so do operations that require its success. A plain
  /// `Operation` succeeds unless it was cancelled.
  public func requireSuccessOfDependencies() {
    require { [unowned self] in
      for dependency in dependencies {
        if let failure = dependency.dependencyFailure { throw failure }
      }
    }
  }

  /// Holds `keys` of `exclusion` from the start until the body and the children have ended. A later call
  /// replaces an earlier one.
  public func requireExclusive(_ keys: Set<String>, in exclusion: Exclusion) {
    ask { $0.exclusive = (exclusion, keys) }
  }

  /// Fails the operation with `TimedOut` if its body and its requirements take longer than `limit` by
  /// `clock`.
  ///
  /// The body is cancelled; the operation finishes when the body has returned. Of several limits, the first
  /// to expire applies.
  public func timeOut(after limit: Duration, clock: any Clock<Duration> = ContinuousClock()) {
    ask { $0.timeOuts.append((limit, clock)) }
  }

  /// Whether its body has requirements.
  var hasRequirements: Bool { state.withLock { $0.extras?.requirements != nil } }

  private func ask(_ change: (inout OperationRequirements) -> Void) {
    // The replaced requirements are released with `former`, outside the lock.
    let former = state.withLock { state in
      precondition(state.machine.phase == .pending, "a requirement was added after the start")
      let extras = state.extend()
      let former = extras.requirements
      var requirements = former ?? OperationRequirements()
      change(&requirements)
      extras.requirements = requirements
      return former
    }
    withExtendedLifetime(former) {}
  }
}

extension Operation {
  /// Why operations that require this one's success must not run; nil if it succeeded.
  fileprivate var dependencyFailure: DependencyFailed? {
    guard let operation = self as? TaskOperation else {
      return isFinished && !isCancelled ? nil : DependencyFailed(dependency: name, cause: nil)
    }
    switch operation.ending {
    case .succeeded: return nil
    case .failed(let error): return DependencyFailed(dependency: name, cause: error)
    case .cancelled, nil: return DependencyFailed(dependency: name, cause: nil)
    }
  }
}

/// The requirements of an operation that must be met before its body runs.
struct OperationRequirements: Sendable {
  var conditions: [@Sendable () async throws -> Void] = []
  var exclusive: (exclusion: Exclusion, keys: Set<String>)?
  var timeOuts: [(limit: Duration, clock: any Clock<Duration>)] = []

  /// Runs `body` once all requirements are met.
  /// - Throws: If one of them is not met; the body has not run then.
  func within(_ operation: TaskOperation, _ body: () async -> Void) async throws {
    let watches = timeOuts.map { limit, clock in
      Task {
        try await clock.sleep(for: limit)
        _ = operation.end(as: .failed(TimedOut(limit: limit)))
      }
    }
    defer { for watch in watches { watch.cancel() } }
    guard let exclusive else { return try await meet(body) }
    try await exclusive.exclusion.withKeys(exclusive.keys) { try await meet(body) }
  }

  private func meet(_ body: () async -> Void) async throws {
    for condition in conditions { try await condition() }
    try Task.checkCancellation()
    await body()
  }
}

/// An operation exceeded its time limit.
public struct TimedOut: Error, Equatable, CustomStringConvertible {
  /// The time limit.
  public let limit: Duration

  /// The error of an operation with the time limit `limit`.
  public init(limit: Duration) { self.limit = limit }

  public var description: String { "timed out after \(limit)" }
}

/// An operation that requires its dependencies' success was not run, because a dependency did not succeed.
public struct DependencyFailed: Error, CustomStringConvertible {
  /// The dependency's name; nil if it has none.
  public let dependency: String?
  /// The dependency's error, which may itself be a `DependencyFailed`; nil if it was cancelled.
  public var cause: (any Error)? { link.cause }
  private var link: Link

  /// The error of the first dependency of the chain: the first cause that is not a `DependencyFailed`; nil if
  /// that dependency was cancelled.
  public var rootCause: (any Error)? {
    var cause = cause
    while let failure = cause as? DependencyFailed { cause = failure.cause }
    return cause
  }

  public var description: String {
    let name = dependency.map { " \"\($0)\"" } ?? ""
    let reason = rootCause.map { "failed: \($0)" } ?? "was cancelled"
    return "the dependency\(name) \(reason)"
  }

  init(dependency: String?, cause: (any Error)?) {
    self.dependency = dependency
    link = Link(cause: cause)
  }

  /// Releases a chain of causes one after the other: recursion, through thousands of barriers, would overflow
  /// the stack.
  ///
  /// `@unchecked Sendable`: `cause` changes only while one reference is left.
  private final class Link: @unchecked Sendable {
    var cause: (any Error)?

    init(cause: (any Error)?) { self.cause = cause }

    deinit {
      var next = cause.take()
      while var failure = next as? DependencyFailed {
        next = nil
        guard isKnownUniquelyReferenced(&failure.link) else { return }
        next = failure.link.cause.take()
      }
    }
  }
}
