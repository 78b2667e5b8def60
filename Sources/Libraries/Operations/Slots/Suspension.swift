import Foundation
import Locking

/// Suspends a queue or a group while at least one token is outstanding.
///
/// Each caller that needs it suspended takes a token; work resumes when the last token is resumed. Running
/// work continues, and waiting work keeps its order.
public final class Suspension: Sendable {
  private let count = Locked(0)
  /// Held while the work is suspended or resumed: a token that is taken meanwhile on another thread waits, and one that
  /// the resumed work takes does not.
  private let transition = NSRecursiveLock()
  private let close: @Sendable () -> Void
  private let open: @Sendable () -> Void

  /// Suspends `queue`. All callers that suspend the queue must use this object.
  public convenience init(of queue: OperationQueue) {
    // Resuming starts operations, and so asks them whether they are ready.
    self.init(close: { queue.isSuspended = true }, open: { queue.isSuspended = false })
  }

  /// Calls `close` and `open` one at a time, but for what `open` itself calls.
  init(close: @escaping @Sendable () -> Void, open: @escaping @Sendable () -> Void) {
    self.close = close
    self.open = open
  }

  /// Whether any token is outstanding.
  public var isSuspended: Bool { count.withLock { $0 > 0 } }

  /// Suspends the work until the token is resumed or released.
  public func suspend() -> SuspensionToken {
    change(by: 1)
    return SuspensionToken { self.change(by: -1) }
  }

  private func change(by step: Int) {
    transition.lock()
    defer { transition.unlock() }
    let (before, after) = count.withLock { count in
      defer { count += step }
      return (count, count + step)
    }
    if before == 0 { close() }
    guard after == 0 else { return }
    open()
    // The resumed work has taken a token.
    if isSuspended { close() }
  }
}

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
