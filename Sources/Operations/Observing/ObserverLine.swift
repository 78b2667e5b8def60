import Locking

/// One observer and the events on their way to it: delivered in order, one at a time, without a lock.
final class ObserverLine: Sendable {
  private struct Letter {
    let event: OperationEvent
    let whenRead: (@Sendable () -> Void)?
  }

  private struct State {
    var letters: [Letter] = []
    var isDelivering = false
    /// Whether the last event is on its way, or told.
    var isOver = false
  }

  private let state = Locked(State())
  private let executor: (any TaskExecutor)?
  private let body: @Sendable (OperationEvent) -> Void

  init(on executor: (any TaskExecutor)?, _ body: @escaping @Sendable (OperationEvent) -> Void) {
    self.executor = executor
    self.body = body
  }

  /// What becomes of an event.
  enum Posting {
    /// The caller must `deliver()`.
    case deliver
    /// A delivery that is under way takes it along.
    case queued
    /// It comes after `finished`.
    case refused
  }

  /// Puts an event in line; behind `finished` comes none.
  func post(_ event: OperationEvent, whenRead: (@Sendable () -> Void)? = nil) -> Posting {
    state.withLock { state in
      guard !state.isOver else { return .refused }
      if case .finished = event { state.isOver = true }
      state.letters.append(Letter(event: event, whenRead: whenRead))
      defer { state.isDelivering = true }
      return state.isDelivering ? .queued : .deliver
    }
  }

  /// Delivers on the executor, or here where there is none.
  func deliver() {
    guard let executor else { return deliverHere() }
    Task(executorPreference: executor) { self.deliverHere() }
  }

  /// Delivers an event, and calls `whenRead` once the observer has returned, or will never have it.
  func deliver(_ event: OperationEvent, whenRead: @escaping @Sendable () -> Void) {
    switch post(event, whenRead: whenRead) {
    case .deliver: deliver()
    case .queued: break
    case .refused: whenRead()
    }
  }

  private func deliverHere() {
    while true {
      let letters = state.withLock { state in
        state.isDelivering = !state.letters.isEmpty
        return state.letters.take()
      }
      guard !letters.isEmpty else { return }
      for letter in letters {
        body(letter.event)
        letter.whenRead?()
      }
    }
  }
}
