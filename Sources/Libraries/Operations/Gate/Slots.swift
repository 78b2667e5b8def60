import Locking

/// A number of slots that tasks take and release: first come, first served, without blocking a thread.
final class Slots: Sendable {
  /// A position in the queue, or a slot. `hold(_:)` must be called with it once.
  struct Reservation: Sendable {
    fileprivate let ticket: UInt64?
    /// Whether the slot is already granted.
    var isGranted: Bool { ticket == nil }
  }

  private enum Waiter {
    case task(UnsafeContinuation<Void, any Error>)
    case child(GroupChild)

    func goOn() {
      switch self {
      case .task(let continuation): continuation.resume()
      case .child(let child): child.grant()
      }
    }
  }

  /// Whether there is only one slot, so that waiting tasks run one after the other.
  let isSerial: Bool
  private let state: Locked<SlotsState<Waiter>>

  /// `count` slots, at least one.
  init(_ count: Int) {
    isSerial = count <= 1
    state = Locked(SlotsState(free: count))
  }

  /// Takes a slot, waiting for it in turn.
  /// - Throws: `CancellationError`; no slot is held then.
  nonisolated(nonsending) func take() async throws {
    try Task.checkCancellation()
    try await hold(reserve())
  }

  /// Takes a slot, then requests an item. Holds no slot if there is none.
  nonisolated(nonsending) func take<Item>(for next: () async throws -> Item?) async throws -> Item?
  {
    try await take()
    do {
      if let item = try await next() { return item }
    } catch {
      release()
      throw error
    }
    release()
    return nil
  }

  /// Takes a free slot without waiting; false if there is none.
  func takeIfFree() -> Bool { state.withLock { $0.takeIfFree() } }

  /// Takes a position in the queue without waiting, so that the order is that of these calls. If `isUrgent`,
  /// before all positions that are not urgent.
  func reserve(isUrgent: Bool = false) -> Reservation {
    Reservation(ticket: state.withLock { $0.take(isUrgent: isUrgent) })
  }

  /// Waits for the reserved slot.
  /// - Throws: `CancellationError`; no slot is held then.
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

  /// Takes a slot for a child and returns nil, or queues the child and returns its ticket.
  func line(_ child: GroupChild) -> UInt64? {
    state.withLock { state in
      guard let ticket = state.take() else { return nil }
      _ = state.enter(ticket, .child(child))
      return ticket
    }
  }

  /// Removes a waiting child from the queue. False if it is not in the queue any more.
  @discardableResult
  func leave(_ ticket: UInt64) -> Bool { state.withLock { $0.leave(ticket) } != nil }

  /// Releases a slot to the task or child that has waited longest.
  func release() {
    state.withLock { $0.release() }?.goOn()
  }

  /// Releases a slot; returns the child that holds it now, if any, for the caller to run.
  func releaseToChild() -> GroupChild? {
    while true {
      switch state.withLock({ $0.release() }) {
      case .child(let waiting):
        if waiting.take() { return waiting }
      case let waiter:
        waiter?.goOn()
        return nil
      }
    }
  }

  /// Releases a slot if there is a waiter; otherwise returns false, and the caller keeps the slot.
  func releaseIfAwaited() -> Bool {
    let (isReleased, waiter) = state.withLock { state in
      state.isAwaited ? (true, state.release()) : (false, nil)
    }
    waiter?.goOn()
    return isReleased
  }

  /// Takes a slot without waiting, even if none is free: the next releases pay the debt.
  ///
  /// For a task that gave a slot up, was cancelled while waiting for it, and must still end as its holder.
  func overdraw() {
    state.withLock { $0.overdraw() }
  }

  /// Gives the slot up during `pause`. Holds it again at the end, also after an error.
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
