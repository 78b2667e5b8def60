import Foundation
import Locking

/// The queue of one observer's events: delivered in order, one at a time, without a lock.
final class ObserverLine: Sendable {
  private struct QueuedEvent {
    let event: OperationEvent
    let whenRead: (@Sendable () -> Void)?
  }

  private enum Delivery { case none, waiting, running }

  private struct State {
    var queue: [QueuedEvent] = []
    var delivery = Delivery.none
    /// Whether the last event is queued or delivered.
    var isOver = false

    /// Begins a waiting delivery. False if there is none.
    mutating func begin() -> Bool {
      guard delivery == .waiting else { return false }
      delivery = .running
      return true
    }
  }

  private let state = Locked(State())
  private let executor: (any TaskExecutor)?
  private let body: @Sendable (OperationEvent) -> Void

  init(on executor: (any TaskExecutor)?, _ body: @escaping @Sendable (OperationEvent) -> Void) {
    self.executor = executor
    self.body = body
  }

  /// The result of queuing an event.
  enum Posting {
    /// The caller must `deliver()`.
    case deliver
    /// A delivery in progress includes it.
    case queued
    /// Refused, because it follows `finished`.
    case refused
  }

  /// Queues an event; refuses events after `finished`.
  func post(_ event: OperationEvent, whenRead: (@Sendable () -> Void)? = nil) -> Posting {
    state.withLock { state in
      guard !state.isOver else { return .refused }
      if case .finished = event { state.isOver = true }
      state.queue.append(QueuedEvent(event: event, whenRead: whenRead))
      guard state.delivery == .none else { return .queued }
      state.delivery = .waiting
      return .deliver
    }
  }

  /// Delivers on the executor, or on the calling thread if there is none, for an operation inside `home`.
  func deliver(inside home: OperationQueue?) {
    guard let executor = executor?.inside(home) else { return deliverHere() }
    Task(executorPreference: executor) { self.deliverHere() }
  }

  /// Delivers an event, and calls `whenRead` once the observer has returned, or if it will never receive the
  /// event.
  func deliver(
    _ event: OperationEvent, inside home: OperationQueue?, whenRead: @escaping @Sendable () -> Void
  ) {
    switch post(event, whenRead: whenRead) {
    case .deliver: deliver(inside: home)
    case .queued: break
    case .refused: whenRead()
    }
  }

  /// Delivers inside `home`, if a delivery that was begun waits there.
  func deliverAgain(inside home: OperationQueue) {
    guard (executor as? QueueExecutor)?.queue === home,
      state.withLock({ $0.delivery == .waiting })
    else { return }
    deliver(inside: home)
  }

  private func deliverHere() {
    guard state.withLock({ $0.begin() }) else { return }
    while true {
      let queue = state.withLock { state in
        if state.queue.isEmpty { state.delivery = .none }
        return state.queue.take()
      }
      guard !queue.isEmpty else { return }
      for next in queue {
        body(next.event)
        next.whenRead?()
      }
    }
  }
}
