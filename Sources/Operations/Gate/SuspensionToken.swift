import Locking

/// One outstanding request to suspend. Releasing the token withdraws the request too.
public final class SuspensionToken: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = Locked(end)
  }

  deinit { end.withLock { $0.take() }?() }

  /// Withdraws the request. Calling it twice is a programmer error.
  public func resume() {
    guard let end = end.withLock({ $0.take() }) else {
      preconditionFailure("a suspension token was resumed twice")
    }
    end()
  }
}
