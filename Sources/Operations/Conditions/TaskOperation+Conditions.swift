import Foundation
import Locking

/// Requirements of the body. Call these methods before the operation starts.
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

  private func ask(_ change: (inout OperationRequirements) -> Void) {
    // The replaced requirements are released with `former`, outside the lock.
    let former = state.withLock { state in
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
