import Locking

/// One run of a tree: its operation, and the error that stopped it.
final class TreeWalk: Sendable {
  private struct State {
    var stopError: (any Error)?
    /// The error of the root's input, if its node does not decide on failures.
    var rootError: (any Error)?
    var task: Task<SubtreeSummary, any Error>?
  }

  private let state = Locked(State())
  /// The operation that runs the tree, and has the observers.
  private let owner: AsyncOperation<SubtreeSummary>

  init(of owner: AsyncOperation<SubtreeSummary>) { self.owner = owner }

  /// Runs `body` in a separate task, which `stop(_:)` and the caller's cancellation end.
  ///
  /// - Throws: The error that stopped the run, or `CancellationError`.
  func run(
    _ body: @escaping @Sendable () async throws -> SubtreeSummary
  ) async throws -> SubtreeSummary {
    let task = Task(executorPreference: owner.childExecutor?.inside(owner.home)) {
      try await body()
    }
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

  /// Whether the run was stopped or cancelled. The tasks notice this one after the other, so a slot that it
  /// frees, or an error that it causes, may come first.
  var isEnding: Bool { state.withLock { $0.stopError != nil } || owner.isEnding }

  /// Ends the run with `error`, unless it was stopped before.
  func stop(_ error: any Error) {
    let task = state.withLock { state in
      if state.stopError == nil { state.stopError = error }
      return state.task
    }
    task?.cancel()
  }

  /// Stores the error of the root's input: work in progress is completed.
  func failRoot(_ error: any Error) { state.withLock { $0.rootError = $0.rootError ?? error } }

  /// Runs one unit of work, and returns its value. No work begins when the run is ending.
  nonisolated(nonsending) func perform<Output: Sendable>(
    named name: String, _ work: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    guard !isEnding else { throw CancellationError() }
    // Without observers nobody can see an operation, or cancel it.
    guard owner.isObserved else { return try await work() }
    let operation = AsyncOperation(work)
    operation.name = name
    await owner.tell(.produced(operation))
    return try await operation.run(inside: owner)
  }

  /// Notifies the tree's observers that an attempt failed and another follows.
  func tell(_ notice: RetryNotice) { owner.emit(.retrying(notice)) }
}

/// A node's configuration besides its work.
struct TreePlan<Input: Sendable, Output: Sendable>: Sendable {
  var edges: [TreeEdge<Output>] = []
  /// The edge back to the node itself.
  var recursion: TreeEdge<Output>.Expand?
  var onRetry: (@Sendable (Input, RetryNotice) -> Void)?
  var decideOnFailure: (@Sendable (Input, any Error) async -> TreeDirective)?
  var onSubtreeFinished: (@Sendable (Input, SubtreeSummary) async throws -> Void)?
}

/// The connection from a node's output to one of its children, whose types it hides.
struct TreeEdge<Output: Sendable>: Sendable {
  typealias Expand = @Sendable (Output, TreeWalk, VisitStarter) async throws -> Void

  /// Reads the output's expansion to its end, and passes on a visit of each item.
  let expand: Expand
  let child: any AnyObject & Sendable
  /// Whether a node can be reached through this edge.
  let reaches: @Sendable (AnyObject) -> Bool
}

/// Accepts one item's visit: runs it concurrently with the others, and ensures that it is waited for.
typealias VisitStarter = (@escaping @Sendable () async -> SubtreeSummary) -> Void
