import Locking

/// The queue of one observer's events: delivered in order, one at a time, without a lock.
final class ObserverLine: Sendable {
  private struct QueuedEvent {
    let event: OperationEvent
    let whenRead: (@Sendable () -> Void)?
  }

  private struct State {
    var queue: [QueuedEvent] = []
    var isDelivering = false
    /// Whether the last event is queued or delivered.
    var isOver = false
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
      defer { state.isDelivering = true }
      return state.isDelivering ? .queued : .deliver
    }
  }

  /// Delivers on the executor, or on the calling thread if there is none.
  func deliver() {
    guard let executor else { return deliverHere() }
    Task(executorPreference: executor) { self.deliverHere() }
  }

  /// Delivers an event, and calls `whenRead` once the observer has returned, or if it will never receive the
  /// event.
  func deliver(_ event: OperationEvent, whenRead: @escaping @Sendable () -> Void) {
    switch post(event, whenRead: whenRead) {
    case .deliver: deliver()
    case .queued: break
    case .refused: whenRead()
    }
  }

  private func deliverHere() {
    while true {
      let queue = state.withLock { state in
        state.isDelivering = !state.queue.isEmpty
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
