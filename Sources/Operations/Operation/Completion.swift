/// What a callback API calls when it is done. The first call counts.
public final class Completion<Output: Sendable>: Sendable {
  private let state: CallbackState<Output>

  init(_ state: CallbackState<Output>) { self.state = state }

  /// A completion that nobody can call any more is a failure, not a hang.
  deinit { state.end(.failure(CompletionLost())) }

  /// Ends the work. False when it had ended, or was cancelled, before.
  @discardableResult
  public func callAsFunction(_ result: Result<Output, any Error>) -> Bool { state.end(result) }

  /// Ends the work with a value or an error, as many callbacks give them; neither is `CompletionLost`.
  @discardableResult
  public func callAsFunction(_ value: Output?, _ error: (any Error)?) -> Bool {
    if let error { return state.end(.failure(error)) }
    return state.end(value.map { .success($0) } ?? .failure(CompletionLost()))
  }
}

/// A callback API gave neither a value nor an error, or let its completion handler go uncalled.
public struct CompletionLost: Error, CustomStringConvertible {
  public var description: String { "the work ended without a value or an error" }
}
