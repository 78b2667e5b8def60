import Foundation
import Locking

/// What has to hold before the body runs. All of it is said before the operation starts.
extension AsyncOperation {
  /// Runs the body only where `condition` returns; what it throws is the operation's failure.
  ///
  /// Conditions are asked one after the other, after the dependencies and the exclusive keys, in
  /// the operation's own task; never while the operation becomes ready.
  public func require(_ condition: @escaping @Sendable () async throws -> Void) {
    state.withLock { $0.conditions.append(condition) }
  }

  /// Makes the operation a barrier: its body runs only where all dependencies succeeded.
  ///
  /// Otherwise it fails with `DependencyFailed`, and so does what requires it in turn. A plain
  /// `Operation` succeeds unless it was cancelled.
  public func requireDependencies() {
    require { [unowned self] in
      for dependency in dependencies {
        if let failure = dependency.dependencyFailure { throw failure }
      }
    }
  }

  /// Holds `keys` of `exclusion` from the start to the finish. A later call replaces an earlier.
  public func exclude(_ keys: Set<String>, in exclusion: Exclusion) {
    state.withLock { $0.exclusive = (exclusion, keys) }
  }

  /// Fails the operation with `TimedOut` when its body, and what it waits for first, last longer.
  ///
  /// The body is cancelled; the operation finishes when it has returned.
  public func timeOut(
    after limit: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    state.withLock { $0.timeOut = (limit, sleep) }
  }

  /// The body within everything that was asked for.
  func conditionedBody() async throws -> Output {
    let (conditions, exclusive, timeOut) = state.withLock {
      ($0.conditions.take(), $0.exclusive.take(), $0.timeOut.take())
    }
    let watch = timeOut.map { limit, sleep in
      Task {
        try await sleep(limit)
        self.settle(.failure(TimedOut(limit: limit)))
      }
    }
    defer { watch?.cancel() }
    guard let exclusive else { return try await conditionedBody(conditions) }
    return try await exclusive.exclusion.withKeys(exclusive.keys) {
      try await conditionedBody(conditions)
    }
  }

  private func conditionedBody(
    _ conditions: [@Sendable () async throws -> Void]
  ) async throws -> Output {
    for condition in conditions { try await condition() }
    try Task.checkCancellation()
    return try await body()
  }
}

extension Operation {
  /// Why what requires this operation's success must not run; nil where it succeeded.
  fileprivate var dependencyFailure: DependencyFailed? {
    guard let operation = self as? any ConductedOperation else {
      return isFinished && !isCancelled ? nil : DependencyFailed(dependency: name, cause: nil)
    }
    switch operation.ending {
    case .succeeded: return nil
    case .failed(let error): return DependencyFailed(dependency: name, cause: error)
    case .cancelled: return DependencyFailed(dependency: name, cause: nil)
    }
  }
}
