import Foundation
import Locking
import Synchronization

extension TaskOperation {
  /// Tells `observer` what happens from now on: in order, never two at once, never under a lock.
  ///
  /// It is called on `executor` (a `ThreadPool`, a `QueueExecutor`), or, where there is none, on
  /// whichever thread the event happened. It is released when the operation is over.
  public func observe(
    on executor: (any TaskExecutor)? = nil,
    _ observer: @escaping @Sendable (OperationEvent) -> Void
  ) {
    let line = ObserverLine(on: executor, observer)
    wasObserved.store(true, ordering: .sequentiallyConsistent)
    state.withLock { state in
      if !state.isOver { state.extend().observers.append(line) }
    }
  }

  /// What happens from now on, as a sequence that ends with the operation; each use is a new one.
  ///
  /// It holds what is not read yet, and the operation does not wait for its reader. At an operation that
  /// is over it is empty.
  public var events: AsyncStream<OperationEvent> {
    AsyncStream { continuation in
      observe { continuation.yield($0) }
      whenOver { continuation.finish() }
    }
  }

  /// Adds the operation to `queue`, and tells so. Foundation tells an operation nothing of it.
  public func enqueue(in queue: OperationQueue) {
    emit(.enqueued)
    queue.addOperation(self)
  }

  /// Tells the observers how far the work is. For the body to call.
  public func report(completed: Int, of total: Int? = nil) {
    emit(.progressed(completed: completed, total: total))
  }

  /// Tells the observers, without waiting for them. Nothing is told after the end.
  func emit(_ event: @autoclosure () -> OperationEvent) {
    for line in post(event()) { line.deliver() }
  }

  /// Tells the observers, and calls `body` once all have returned; at once where there are none.
  func emit(_ event: @autoclosure () -> OperationEvent, then body: @escaping @Sendable () -> Void) {
    let lines = observers
    guard !lines.isEmpty else { return body() }
    let event = event()
    let unread = Locked(lines.count)
    for line in lines {
      line.deliver(event) {
        let isLast = unread.withLock { unread in
          unread -= 1
          return unread == 0
        }
        if isLast { body() }
      }
    }
  }

  /// Tells the observers, and waits until they have returned.
  nonisolated(nonsending) func tell(_ event: @autoclosure () -> OperationEvent) async {
    guard isObserved else { return }
    let event = event()
    await withCheckedContinuation { continuation in
      emit(event) { continuation.resume() }
    }
  }

  /// Puts an event in line for the observers, and gives the lines that the caller must deliver. Calls
  /// nobody: under a lock it keeps the order of events that several threads tell.
  func post(_ event: @autoclosure () -> OperationEvent) -> [ObserverLine] {
    let lines = observers
    guard !lines.isEmpty else { return [] }
    let event = event()
    return lines.filter { $0.post(event) == .deliver }
  }

  /// Whether anybody is told.
  var isObserved: Bool { !observers.isEmpty }

  private var observers: [ObserverLine] {
    guard wasObserved.load(ordering: .acquiring) else { return [] }
    return state.withLock { $0.observers }
  }
}
