import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

/// A token that is taken while the last one is resumed.
@Suite("Races of a suspension", .timeLimit(.minutes(15)))
struct SuspensionRaceTests {
  /// Calls closures around the moment at which it is resumed.
  ///
  /// `@unchecked Sendable` restates `OperationQueue`'s: own state is in a `Locked`.
  private final class WatchedQueue: OperationQueue, @unchecked Sendable {
    typealias Watcher = (before: @Sendable () -> Void, after: @Sendable () -> Void)
    let watcher = Locked<Watcher?>(nil)

    override var isSuspended: Bool {
      get { super.isSuspended }
      set {
        let watcher = newValue ? nil : watcher.withLock(\.self)
        watcher?.before()
        super.isSuspended = newValue
        watcher?.after()
      }
    }
  }

  @Test("A queue is never resumed while a token is out, also if it was taken during the resume")
  func takenDuringResume() async {
    let (queue, recorder) = (WatchedQueue(), EventRecorder<Bool>())
    let suspension = Suspension(of: queue)
    let taken = Locked<SuspensionToken?>(nil)
    let first = suspension.suspend()
    queue.watcher.withLock {
      $0 = (
        before: {
          Thread.detachNewThread {
            let token = suspension.suspend()
            taken.withLock { $0 = token }
          }
          // Until the other thread has the token, or has to wait for this one.
          for _ in 0..<100_000 where taken.withLock({ $0 == nil }) { sched_yield() }
        },
        after: { [unowned queue] in
          queue.watcher.withLock { $0 = nil }
          recorder.record(taken.withLock { $0 != nil })
        }
      )
    }
    Thread.detachNewThread { first.resume() }
    await recorder.waitForEvents(1)
    #expect(await holds { taken.withLock { $0 != nil } })
    #expect(recorder.events == [false])
    #expect(await holds { queue.isSuspended && suspension.isSuspended })
    taken.withLock { $0.take() }?.resume()
    #expect(!queue.isSuspended && !suspension.isSuspended)
  }
}
