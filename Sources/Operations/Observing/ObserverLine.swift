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

  /// Puts an event in line; behind `finished` comes none. True where the caller must `deliver()`: a
  /// delivery that is under way takes it along.
  func post(_ event: OperationEvent, whenRead: (@Sendable () -> Void)? = nil) -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      if case .finished = event { state.isOver = true }
      state.letters.append(Letter(event: event, whenRead: whenRead))
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
  }

  /// Delivers on the executor, or here where there is none.
  func deliver() {
    guard let executor else { return deliverHere() }
    Task(executorPreference: executor) { self.deliverHere() }
  }

  /// Delivers, and waits until the observer has returned.
  func deliver(_ event: OperationEvent) async {
    await withCheckedContinuation { continuation in
      if post(event, whenRead: { continuation.resume() }) { deliver() }
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
