import Foundation
import Locking

/// The queue of one observer's events: delivered in order, one at a time, without a lock.
final class ObserverLine: Sendable {
  private struct QueuedEvent {
    let event: OperationEvent
    let whenRead: (@Sendable () -> Void)?
  }

  private struct State {
    var queue: [QueuedEvent] = []
    /// Deliveries that have been ordered, and have not begun.
    var waiting: [ObjectIdentifier] = []
    var isRunning = false
    /// Whether the last event is queued or delivered.
    var isOver = false

    /// Adds an event. Of much progress that has not been read, only the last is kept.
    mutating func add(_ event: QueuedEvent) {
      if queue.count >= 64, case .progressed = event.event, case .progressed = queue.last?.event {
        queue.removeLast()
      }
      queue.append(event)
    }

    /// The events to deliver next; none ends the delivery.
    mutating func next() -> [QueuedEvent] {
      isRunning = !queue.isEmpty
      return queue.take()
    }
  }

  private let state = Locked(State())
  private let executor: (any TaskExecutor)?
  private let body: @Sendable (OperationEvent) -> Void

  init(on executor: (any TaskExecutor)?, _ body: @escaping @Sendable (OperationEvent) -> Void) {
    self.executor = executor
    self.body = body
  }

  /// Queues an event; refuses events after `finished`. Returns whether the caller must `deliver(inside:)`.
  func post(_ event: OperationEvent) -> Bool { post(event, whenRead: nil) ?? false }

  /// Nil if the event is refused.
  private func post(_ event: OperationEvent, whenRead: (@Sendable () -> Void)?) -> Bool? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      if case .finished = event { state.isOver = true }
      state.add(QueuedEvent(event: event, whenRead: whenRead))
      return !state.isRunning
    }
  }

  /// Delivers an event, and calls `whenRead` once the observer has returned, or if it will never receive the
  /// event.
  func deliver(
    _ event: OperationEvent, inside home: QueueSlot?, whenRead: @escaping @Sendable () -> Void
  ) {
    guard let mustDeliver = post(event, whenRead: whenRead) else { return whenRead() }
    if mustDeliver { deliver(inside: home) }
  }

  /// Delivers what is queued, on the executor, or on the calling thread if there is none, for an operation inside
  /// `home`.
  ///
  /// An order that waits elsewhere does not count: it may wait in a queue for the operation's end.
  func deliver(inside home: QueueSlot?) {
    let executor = executor?.inside(home)
    let key = executor.map { ObjectIdentifier($0) }
    let isOrdered = state.withLock { state in
      guard !state.queue.isEmpty, !state.isRunning, !state.waiting.contains(where: { $0 == key })
      else {
        return true
      }
      if let key { state.waiting.append(key) } else { state.isRunning = true }
      return false
    }
    guard !isOrdered else { return }
    guard let executor else { return deliverAll() }
    Task(executorPreference: executor) {
      let mayBegin = self.state.withLock { state in
        state.waiting.removeAll { $0 == key }
        guard !state.isRunning else { return false }
        state.isRunning = true
        return true
      }
      if mayBegin { self.deliverAll() }
    }
  }

  private func deliverAll() {
    while true {
      let queue = state.withLock { $0.next() }
      guard !queue.isEmpty else { return }
      for next in queue {
        body(next.event)
        next.whenRead?()
      }
    }
  }
}
