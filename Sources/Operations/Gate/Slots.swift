import Locking

/// A number of slots that tasks take and give back: first come, first served, and no thread blocks.
final class Slots: Sendable {
  /// A place in the line, or a slot. `hold(_:)` must be called with it once.
  struct Reservation: Sendable {
    fileprivate let ticket: UInt64?
    /// Whether the slot is there already.
    var isGranted: Bool { ticket == nil }
  }

  private enum Waiter {
    case task(UnsafeContinuation<Void, any Error>)
    case child(WaitingChild)

    func goOn() {
      switch self {
      case .task(let continuation): continuation.resume()
      case .child(let child): child.grant()
      }
    }
  }

  /// Whether there is one slot: then whoever waits runs one after the other.
  let isSerial: Bool
  private let state: Locked<SlotsState<Waiter>>

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
        switch state.withLock({ $0.enter(ticket, .task(continuation)) }) {
        case .wait: break
        case .goOn: continuation.resume()
        case .gone: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      guard case .task(let continuation) = state.withLock({ $0.leave(ticket) }) else { return }
      continuation.resume(throwing: CancellationError())
    }
  }

  /// Takes a slot for a child and gives nil, or lets the child wait with a ticket.
  func line(_ child: WaitingChild) -> UInt64? {
    state.withLock { state in
      guard let ticket = state.take() else { return nil }
      _ = state.enter(ticket, .child(child))
      return ticket
    }
  }

  /// A child that waits does so no more.
  func leave(_ ticket: UInt64) { _ = state.withLock { $0.leave(ticket) } }

  /// Gives a slot back: it goes to who has waited longest.
  func release() {
    state.withLock { $0.release() }?.goOn()
  }

  /// Gives a slot back; gives the child that has it now, for the caller to run, where it goes to a child.
  func releaseToChild() -> GroupChild? {
    while true {
      switch state.withLock({ $0.release() }) {
      case .child(let waiting):
        if let child = waiting.take() { return child }
      case let waiter:
        waiter?.goOn()
        return nil
      }
    }
  }

  /// Gives a slot back where somebody waits for one; false, and the caller keeps it, where nobody does.
  func releaseIfAwaited() -> Bool {
    let (isReleased, waiter) = state.withLock { state in
      state.isAwaited ? (true, state.release()) : (false, nil)
    }
    waiter?.goOn()
    return isReleased
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
