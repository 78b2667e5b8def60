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
