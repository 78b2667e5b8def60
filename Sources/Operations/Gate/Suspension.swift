import Foundation
import Locking

/// Suspends a queue or a group while at least one token is outstanding.
///
/// Each caller that needs it suspended takes a token; work resumes when the last token is resumed. Running
/// work continues, and waiting work keeps its order.
public final class Suspension: Sendable {
  private let count = Locked(0)
  private let apply: @Sendable (_ isSuspended: Bool) -> Void

  /// Suspends `queue`. All callers that suspend the queue must use this object.
  public convenience init(of queue: OperationQueue) {
    self.init { queue.isSuspended = $0 }
  }

  /// Calls `apply` at each change of the state, one change at a time.
  init(_ apply: @escaping @Sendable (Bool) -> Void) {
    self.apply = apply
  }

  /// Whether any token is outstanding.
  public var isSuspended: Bool { count.withLock { $0 > 0 } }

  /// Suspends the work until the token is resumed or released.
  public func suspend() -> SuspensionToken {
    change(by: 1)
    return SuspensionToken { self.change(by: -1) }
  }

  private func change(by step: Int) {
    // Applied under the lock, because otherwise two changes could overtake each other. `apply` takes only
    // locks that are never held when this is called: a door's, a queue's.
    count.withLock { count in
      let wasSuspended = count > 0
      count += step
      if wasSuspended != (count > 0) { apply(count > 0) }
    }
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
