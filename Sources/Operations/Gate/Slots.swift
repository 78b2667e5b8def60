import Locking

/// A number of slots that tasks take and give back: first come, first served, and no thread blocks.
final class Slots: Sendable {
  /// A place in the line, or a slot. `hold(_:)` must be called with it once.
  struct Reservation: Sendable {
    fileprivate let ticket: UInt64?
    /// Whether the slot is there already.
    var isGranted: Bool { ticket == nil }
  }

  /// Whether there is one slot: then whoever waits runs one after the other.
  let isSerial: Bool
  private let state: Locked<SlotsState<UnsafeContinuation<Void, any Error>>>

  /// `count` slots, of which there is at least one.
  init(_ count: Int) {
    isSerial = count <= 1
    state = Locked(SlotsState(free: count))
  }

  /// Takes a slot, waiting for it in turn. Throws `CancellationError`, and then holds none.
  nonisolated(nonsending) func take() async throws {
    try Task.checkCancellation()
    try await hold(reserve())
  }

  /// Takes a slot where one is free, without waiting; false where none is.
  func takeIfFree() -> Bool { state.withLock { $0.takeIfFree() } }

  /// Takes a place in the line without waiting, so that the order is that of these calls; `isUrgent`,
  /// before all that are not.
  func reserve(isUrgent: Bool = false) -> Reservation {
    Reservation(ticket: state.withLock { $0.take(isUrgent: isUrgent) })
  }

  /// Waits for the slot that was reserved. Throws `CancellationError`, and then holds none.
  nonisolated(nonsending) func hold(_ reservation: Reservation) async throws {
    guard let ticket = reservation.ticket else { return }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
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

  /// Gives the slot up for the time of `pause`. Holds it again at the end, however that is.
  nonisolated(nonsending) func giveUp(during pause: () async throws -> Void) async throws {
    release()
    do {
      try await pause()
      try await take()
    } catch {
      overdraw()
      throw error
    }
  }
}
