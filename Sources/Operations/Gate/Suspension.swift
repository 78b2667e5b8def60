import Foundation
import Locking

/// Holds a queue or a group back for as long as anybody asks for it.
///
/// Who wants it held takes a token; work begins again when the last token is resumed. What runs
/// already goes on, and what waits keeps its order.
public final class Suspension: Sendable {
  private let count = Locked(0)
  private let apply: @Sendable (_ isSuspended: Bool) -> Void

  /// Holds `queue` back. All who suspend the queue must use this object.
  public convenience init(of queue: OperationQueue) {
    self.init { queue.isSuspended = $0 }
  }

  /// Calls `apply` at each change between held and free, one change at a time.
  init(_ apply: @escaping @Sendable (Bool) -> Void) {
    self.apply = apply
  }

  /// Whether any token is out.
  public var isSuspended: Bool { count.withLock { $0 > 0 } }

  /// Holds the work back until the token is resumed or released.
  public func suspend() -> SuspensionToken {
    change(by: 1)
    return SuspensionToken { self.change(by: -1) }
  }

  private func change(by step: Int) {
    // Applied under the lock, or two changes could overtake each other. What is applied takes only
    // locks that are never held when this is called: a door's, a queue's.
    count.withLock { count in
      let wasSuspended = count > 0
      count += step
      if wasSuspended != (count > 0) { apply(count > 0) }
    }
  }
}
