import Foundation
import Locking

/// Suspends a queue or a group while at least one token is outstanding.
///
/// Each caller that needs it suspended takes a token; work resumes when the last token is resumed. Running
/// work continues, and waiting work keeps its order.
public final class Suspension: Sendable {
  private let count = Locked(0)
  private let close: @Sendable () -> Void
  private let open: @Sendable () -> (@Sendable () -> Void)

  /// Suspends `queue`. All callers that suspend the queue must use this object.
  public convenience init(of queue: OperationQueue) {
    self.init {
      queue.isSuspended = true
    } open: {
      // This starts operations, and so asks them whether they are ready.
      { queue.isSuspended = false }
    }
  }

  /// Calls `close` and `open` under a lock, one at a time, and what `open` returns without it. Only the latter
  /// may call the user's code.
  init(
    close: @escaping @Sendable () -> Void, open: @escaping @Sendable () -> (@Sendable () -> Void)
  ) {
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
    let resume = count.withLock { count in
      defer { count += step }
      if count == 0 { close() }
      return count + step == 0 ? open() : nil
    }
    guard let resume else { return }
    resume()
    // A token that was taken meanwhile.
    count.withLock { if $0 > 0 { close() } }
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
