extension AsyncOperation where Output == Void {
  /// An operation that only waits, by `clock`. Inside a body, use `Task.sleep` instead.
  public static func delay(
    _ duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> AsyncOperation<Void> {
    AsyncOperation { try await clock.sleep(for: duration) }
  }
}
