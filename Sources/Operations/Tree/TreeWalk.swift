import Locking

/// One run of a tree: what runs it, and what stopped it.
final class TreeWalk: Sendable {
  private struct State {
    var stopError: (any Error)?
    /// What the root's input failed with, where its node decides nothing.
    var rootError: (any Error)?
    var task: Task<SubtreeSummary, any Error>?
  }

  private let state = Locked(State())
  /// The operation that runs the tree, and has the observers.
  private let owner: AsyncOperation<SubtreeSummary>

  init(of owner: AsyncOperation<SubtreeSummary>) { self.owner = owner }

  /// Runs `body` in a task of its own, which `stop(_:)` and the caller's cancellation end.
  ///
  /// Throws what the run was stopped with, or `CancellationError`.
  func run(
    _ body: @escaping @Sendable () async throws -> SubtreeSummary
  ) async throws -> SubtreeSummary {
    let task = Task { try await body() }
    let isStopped = state.withLock { state in
      state.task = task
      return state.stopError != nil
    }
    if isStopped { task.cancel() }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    if let error = state.withLock({ $0.stopError ?? $0.rootError }) { throw error }
    try Task.checkCancellation()
    return try result.get()
  }

  /// Whether the run was stopped or cancelled. The tasks learn of it one after the other: a slot that
  /// is freed by it, or an error that comes of it, may be ahead.
  var isEnding: Bool { state.withLock { $0.stopError != nil } || owner.isEnding }

  /// Ends the run with `error`, where nothing stopped it before.
  func stop(_ error: any Error) {
    let task = state.withLock { state in
      if state.stopError == nil { state.stopError = error }
      return state.task
    }
    task?.cancel()
  }

  /// Keeps what the root's input failed with: what runs already runs to its end.
  func failRoot(_ error: any Error) { state.withLock { $0.rootError = $0.rootError ?? error } }

  /// Runs one unit of work, and gives its value. None begins when the run is ending.
  nonisolated(nonsending) func perform<Output>(
    _ operation: AsyncOperation<Output>, named name: String
  ) async throws -> Output {
    guard !isEnding else { throw CancellationError() }
    guard owner.isObserved else {
      // Nobody can cancel what nobody sees: it needs no task of its own.
      await operation.executeHere(at: nil, failing: nil)
      return try (operation.settledOutcome ?? .cancelled).get()
    }
    operation.name = name
    await owner.tell(.produced(operation))
    return try await operation.run()
  }

  /// Tells the tree's observers that an attempt failed and another will be made.
  func tell(_ notice: RetryNotice) { owner.emit(.retrying(notice)) }
}
