import Locking

/// One voice for holding something back. Releasing the token resumes it too.
public final class SuspensionToken: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = Locked(end)
  }

  deinit { end.withLock { $0.take() }?() }

  /// Takes the voice back. A second time is a programmer's error.
  public func resume() {
    guard let end = end.withLock({ $0.take() }) else {
      preconditionFailure("a suspension token was resumed twice")
    }
    end()
  }
}
