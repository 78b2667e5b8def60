import Locking

extension AsyncOperation {
  /// An operation over an API with a callback.
  ///
  /// `begin` starts the work and returns; the work ends when the `Completion` is called, from any thread.
  /// `onCancel` is called once if the operation is cancelled meanwhile, to stop the work; the operation does
  /// not wait for the callback then.
  public convenience init(
    on executor: (any TaskExecutor)? = nil,
    callback begin: @escaping @Sendable (Completion<Output>) -> Void,
    onCancel: @escaping @Sendable () -> Void = {}
  ) {
    self.init(on: executor) {
      let state = CallbackState<Output>()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          guard state.wait(continuation) else { return }
          begin(Completion(state))
          if state.begun() { onCancel() }
        }
      } onCancel: {
        if state.cancel() { onCancel() }
      }
    }
  }
}

/// The completion handler of a callback API. The first call counts.
public final class Completion<Output: Sendable>: Sendable {
  private let state: CallbackState<Output>

  init(_ state: CallbackState<Output>) { self.state = state }

  /// A completion that can no longer be called is a failure, not a hang.
  deinit { state.end(.failure(CompletionLost())) }

  /// Ends the work. False if it had ended, or was cancelled, before.
  @discardableResult
  public func callAsFunction(_ result: Result<Output, any Error>) -> Bool { state.end(result) }

  /// Ends the work with a value or an error, the arguments of many callbacks; if both are nil, with
  /// `CompletionLost`.
  @discardableResult
  public func callAsFunction(_ value: Output?, _ error: (any Error)?) -> Bool {
    if let error { return state.end(.failure(error)) }
    return state.end(value.map { .success($0) } ?? .failure(CompletionLost()))
  }
}

/// A callback API passed neither a value nor an error, or released its completion handler without calling it.
public struct CompletionLost: Error, CustomStringConvertible {
  public var description: String { "the work ended without a value or an error" }
}

/// The continuation that waits for a callback, and whether the work has begun.
final class CallbackState<Output: Sendable>: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Output, any Error>?
    var isOver = false
    var hasBegun = false
    var isCancelled = false
  }

  private let state = Locked(State())

  /// Keeps `continuation` until the end; if it has ended already, resumes it and returns false.
  func wait(_ continuation: CheckedContinuation<Output, any Error>) -> Bool {
    let isOver = state.withLock { state in
      if !state.isOver { state.waiter = continuation }
      return state.isOver
    }
    if isOver { continuation.resume(throwing: CancellationError()) }
    return !isOver
  }

  /// The work has begun. True if it was cancelled meanwhile: the caller must stop it.
  func begun() -> Bool {
    state.withLock { state in
      state.hasBegun = true
      return state.isCancelled
    }
  }

  /// Ends the wait. True if the work has begun, so that the caller must stop it.
  func cancel() -> Bool {
    let (waiter, mustStop) = state.withLock { state in
      guard !state.isOver else {
        return (nil, false) as (CheckedContinuation<Output, any Error>?, Bool)
      }
      state.isOver = true
      state.isCancelled = true
      return (state.waiter.take(), state.hasBegun)
    }
    waiter?.resume(throwing: CancellationError())
    return mustStop
  }

  /// Ends the wait with a result. False if it had ended.
  @discardableResult
  func end(_ result: Result<Output, any Error>) -> Bool {
    let waiter = state.withLock { state in
      state.isOver = true
      return state.waiter.take()
    }
    waiter?.resume(with: result)
    return waiter != nil
  }
}
