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
  }

  private let state = Locked(State())
  private let executor: (any TaskExecutor)?
  private let body: @Sendable (OperationEvent) -> Void

  init(on executor: (any TaskExecutor)?, _ body: @escaping @Sendable (OperationEvent) -> Void) {
    self.executor = executor
    self.body = body
  }

  /// Delivers on the executor, or here where there is none; where a delivery is under way, it does.
  func post(_ event: OperationEvent, whenRead: (@Sendable () -> Void)? = nil) {
    let isFirst = state.withLock { state in
      state.letters.append(Letter(event: event, whenRead: whenRead))
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    guard isFirst else { return }
    guard let executor else { return deliver() }
    Task(executorPreference: executor) { self.deliver() }
  }

  /// Delivers, and waits until the observer has returned.
  func deliver(_ event: OperationEvent) async {
    await withCheckedContinuation { continuation in
      post(event) { continuation.resume() }
    }
  }

  private func deliver() {
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
