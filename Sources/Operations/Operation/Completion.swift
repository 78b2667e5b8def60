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
