extension AsyncOperation where Output == Void {
  /// An operation that only waits. Inside a body, `Task.sleep` is the same.
  public static func delay(
    _ duration: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) -> AsyncOperation<Void> {
    AsyncOperation { try await sleep(duration) }
  }
}
