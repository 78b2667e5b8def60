import Locking

/// A number of slots that tasks take and give back: first come, first served, and no thread blocks.
final class Slots: Sendable {
  private let state: Locked<SlotsState<CheckedContinuation<Void, any Error>>>

  /// `count` slots, of which there is at least one.
  init(_ count: Int) {
    state = Locked(SlotsState(free: count))
  }

  /// Takes a slot, waiting for it in turn. Throws `CancellationError`, and then holds none.
  func take() async throws {
    try Task.checkCancellation()
    guard let ticket = state.withLock({ $0.take() }) else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        switch state.withLock({ $0.enter(ticket, continuation) }) {
        case .wait: break
        case .goOn: continuation.resume()
        case .gone: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      state.withLock { $0.leave(ticket) }?.resume(throwing: CancellationError())
    }
  }

  /// Gives a slot back: it goes to who has waited longest.
  func release() {
    state.withLock { $0.release() }?.resume()
  }

  /// Takes a slot that there may not be, without waiting: the next releases pay the debt.
  ///
  /// For who gave a slot up, was cancelled while waiting for it, and must still end as its holder.
  func overdraw() {
    state.withLock { $0.overdraw() }
  }
}
