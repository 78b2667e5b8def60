import Foundation
import Locking
import Synchronization

extension TaskOperation {
  /// Calls `observer` with each event from now on: in order, never two at once, never under a lock.
  ///
  /// It is called on `executor` (a `ThreadPool`, a `QueueExecutor`) or, if there is none, on the thread of
  /// the event. It is released when the operation has finished.
  public func observe(
    on executor: (any TaskExecutor)? = nil,
    _ observer: @escaping @Sendable (OperationEvent) -> Void
  ) {
    _ = add(on: executor, unlessTold: false, observer)
  }

  /// Adds an observer. False if the operation is over or, with `unlessTold`, if its observers have been told of its end.
  func add(
    on executor: (any TaskExecutor)?, unlessTold: Bool,
    _ observer: @escaping @Sendable (OperationEvent) -> Void
  ) -> Bool {
    let line = ObserverLine(on: executor, observer)
    wasObserved.store(true, ordering: .sequentiallyConsistent)
    return state.withLock { state in
      guard !state.isOver, !unlessTold || !state.isToldEnd else { return false }
      state.extend().observers.append(line)
      if state.machine.phase > .pending, state.start == nil {
        state.start = DispatchTime.now().uptimeNanoseconds
      }
      return true
    }
  }

  /// The events from now on; the last is `finished`. None if the operation is over.
  public var events: AsyncStream<OperationEvent> {
    AsyncStream { continuation in
      let isAdded = add(on: nil, unlessTold: false) { event in
        continuation.yield(event)
        if case .finished = event { continuation.finish() }
      }
      if !isAdded { continuation.finish() }
    }
  }

  /// Reports the progress to the observers. For the body to call.
  public func report(completed: Int, of total: Int? = nil) {
    emit(.progressed(completed: completed, total: total))
  }

  /// Notifies the observers, without waiting for them. Nothing is sent after the end.
  func emit(_ event: @autoclosure () -> OperationEvent) {
    deliver(post(event()))
  }

  /// Notifies the observers, and calls `body` once all have returned; at once if there are none.
  func emit(_ event: @autoclosure () -> OperationEvent, then body: @escaping @Sendable () -> Void) {
    let lines = observers
    guard !lines.isEmpty else { return body() }
    let event = event()
    let (unread, home) = (Locked(lines.count), home)
    for line in lines {
      line.deliver(event, inside: home) {
        let isLast = unread.withLock { unread in
          unread -= 1
          return unread == 0
        }
        if isLast { body() }
      }
    }
  }

  /// Notifies the observers, and waits until they have returned.
  nonisolated(nonsending) func tell(_ event: @autoclosure () -> OperationEvent) async {
    guard isObserved else { return }
    let event = event()
    await withUnsafeContinuation { continuation in
      emit(event) { continuation.resume() }
    }
  }

  /// Queues an event for the observers, and returns the queues that the caller must deliver. Calls no user
  /// code: used under a lock, it keeps the order of events from several threads.
  func post(_ event: @autoclosure () -> OperationEvent) -> [ObserverLine] {
    let lines = observers
    guard !lines.isEmpty else { return [] }
    let event = event()
    return lines.filter { $0.post(event) }
  }

  /// Delivers what `post` queued. The caller holds no lock.
  func deliver(_ lines: [ObserverLine]) {
    guard !lines.isEmpty else { return }
    let home = home
    for line in lines { line.deliver(inside: home) }
  }

  /// The operation has started inside `home`: events that wait in that queue would wait for its end.
  func relayObservers(inside home: QueueSlot?) {
    guard home != nil else { return }
    for line in observers { line.deliver(inside: home) }
  }

  /// Whether there is an observer.
  var isObserved: Bool { !observers.isEmpty }

  private var observers: [ObserverLine] {
    guard wasObserved.load(ordering: .acquiring) else { return [] }
    return state.withLock { $0.observers }
  }
}

extension AsyncOperation {
  /// Calls `body` with the outcome once it is decided, before the operation finishes and its dependents begin:
  /// children and dependencies may still be added. Called at once if the operation has finished.
  ///
  /// It is called on `executor` or, if there is none, on the thread that ends the operation, which waits for it.
  public func onOutcome(
    on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable (Outcome<Output>) -> Void
  ) {
    let isAdded = add(on: executor, unlessTold: true) { [weak self] event in
      if case .willFinish = event, let outcome = self?.settledOutcome { body(outcome) }
    }
    guard !isAdded, let outcome = settledOutcome else { return }
    if let executor = executor?.inside(home) {
      Task(executorPreference: executor) { body(outcome) }
    } else {
      body(outcome)
    }
  }
}

/// An event of an operation, as its observers receive it.
public enum OperationEvent: Sendable {
  /// It was added to a group.
  case enqueued
  /// It started, and its body will run. Not sent if it ended before.
  case started
  /// It made another operation: a group's child, a retry's attempt, a tree's unit of work.
  case produced(Operation)
  /// Progress: the completed amount and, if known, the total.
  case progressed(completed: Int, total: Int?)
  /// An attempt failed; another follows.
  case retrying(RetryNotice)
  /// Its outcome is decided (`settledOutcome`) and it finishes when all observers have returned.
  /// Children and dependencies may still be added.
  case willFinish
  /// It has finished, with the time since its start. Sent once, however it ended.
  case finished(after: Duration)
}
