import Locking

/// The slot of a group's child, for its body and, if it is a group, for its children.
///
/// While all work inside waits for a retry, the slot is lent to the group's other children, and so is the
/// enclosing slot; a slot of a group of width 1 is not lent, because its order is guaranteed. While a body
/// waits for a child that it runs in the group whose slot it holds, that slot is lent to the child.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`, which all places of one outermost
/// group share.
final class Place: @unchecked Sendable {
  /// Why work is paused.
  enum Reason { case wait, pause }

  private enum Standing {
    /// It holds its slot, and so do the enclosing places.
    case held
    /// Nothing is running inside.
    case resting
    /// Work is about to resume, and waits for the lent slot.
    case returning
    case over
  }

  /// Effects to apply outside the lock.
  private struct Effects {
    var released: [Slots] = []
    /// The continuations released by an opened door.
    var freed: [CheckedContinuation<Void, any Error>] = []

    func apply() {
      for slots in released { slots.release() }
      for continuation in freed { continuation.resume() }
    }
  }

  private let slots: Slots
  private let outer: Place?
  /// Not an empty value: ThreadSanitizer takes access to one for access to the memory behind it.
  private let lock: Locked<Bool>
  private let door = Door(isOpen: true)
  private var standing = Standing.held
  private var workers = 1
  /// The number of paused tasks inside that wait for a retry.
  private var pausing = 0
  /// The number of children the body waits for, in any group, and the number in this one.
  private var bodyWaits = 0
  private var guests = 0
  private var isLent = false
  /// Whether a returning place has its own slot, and only waits for the enclosing one.
  private var hasSlot = false
  private var hasReportedPause = false

  /// The place of a child that has one of `slots`, in a group at `outer`.
  init(_ slots: Slots, in outer: Place?) {
    self.slots = slots
    self.outer = outer
    lock = outer?.lock ?? Locked(false)
  }

  /// Whether this place, or an enclosing one, is one of `slots`.
  func isInside(_ slots: Slots) -> Bool { place(of: slots) != nil }

  /// Begins work inside; the caller must call `arrive()` before it does anything.
  func enter() { change { enter(.wait, &$0) } }

  /// Ends work inside.
  func leave() { change { leave(.wait, &$0) } }

  /// Waits for the slots that were lent. Returns early if the task is cancelled: nothing may begin then.
  nonisolated(nonsending) func arrive() async { try? await door.pass() }

  /// The body begins to wait for a child; with `slots` if it runs the child itself.
  func beginWait(in slots: Slots? = nil) {
    change { effects in
      bodyWaits += 1
      if let host = slots.flatMap({ place(of: $0) }) {
        host.guests += 1
        host.lend(&effects)
      }
      if bodyWaits == 1 { leave(.wait, &effects) }
    }
  }

  /// The child has ended; a child in `slots` has not released its slot yet.
  func endWait(in slots: Slots? = nil) {
    change { effects in
      bodyWaits -= 1
      slots.flatMap { place(of: $0) }?.guests -= 1
      if bodyWaits == 0 { enter(.wait, &effects) }
    }
  }

  /// The body waits for a retry while `body` runs, and then for the slots.
  nonisolated(nonsending) func pause(_ body: () async throws -> Void) async throws {
    change { leave(.pause, &$0) }
    do {
      try await body()
    } catch {
      change { enter(.pause, &$0) }
      throw error
    }
    change { enter(.pause, &$0) }
    await arrive()
  }

  /// The child has ended: releases its slot.
  ///
  /// It may be resting: a cancelled body continues as soon as the operation that it waits for is over, which may be
  /// before that one's `endWait(in:)`.
  func end() {
    change { effects in
      switch standing {
      case .held:
        effects.released.append(slots)
        outer?.leave(.wait, &effects)
      case .resting:
        // It has left the enclosing place, and a lent slot is another's.
        if !isLent { effects.released.append(slots) }
        if hasReportedPause { outer?.pausing -= 1 }
      case .returning:
        // A lent slot is released when it is received. The enclosing slot is not waited for: others in the
        // group may need this one.
        if hasSlot { effects.released.append(slots) }
        outer?.leave(.wait, &effects)
      case .over: break
      }
      standing = .over
      // Tasks inside no longer wait for the slot: the door is not opened again.
      effects.freed += door.opened()
    }
  }

  /// Runs `body` with the lock held, and its effects outside it.
  private func change(_ body: (inout Effects) -> Void) {
    var effects = Effects()
    lock.withLock { _ in body(&effects) }
    effects.apply()
  }

  private func place(of slots: Slots) -> Place? {
    self.slots === slots ? self : outer?.place(of: slots)
  }

  private func leave(_ reason: Reason, _ effects: inout Effects) {
    guard standing != .over else { return }
    workers -= 1
    if reason == .pause { pausing += 1 }
    rest(&effects)
  }

  private func rest(_ effects: inout Effects) {
    guard workers == 0, standing == .held else { return }
    standing = .resting
    door.close()
    hasReportedPause = pausing > 0
    lend(&effects)
    outer?.leave(hasReportedPause ? .pause : .wait, &effects)
  }

  private func lend(_ effects: inout Effects) {
    guard standing == .resting, !isLent, guests > 0 || hasReportedPause && !slots.isSerial else {
      return
    }
    isLent = true
    effects.released.append(slots)
  }

  /// True if it has its slots.
  @discardableResult
  private func enter(_ reason: Reason, _ effects: inout Effects) -> Bool {
    guard standing != .over else { return true }
    workers += 1
    if reason == .pause { pausing -= 1 }
    guard standing == .resting else { return standing == .held }
    let isOuterHeld = outer?.enter(hasReportedPause ? .pause : .wait, &effects) ?? true
    // A body continues before waiting children, because it has begun.
    let reservation = isLent ? slots.reserve(isUrgent: !hasReportedPause) : nil
    isLent = false
    if reservation?.isGranted ?? true, isOuterHeld {
      standing = .held
      effects.freed += door.opened()
      return true
    }
    standing = .returning
    hasSlot = reservation?.isGranted ?? true
    Task { await self.getBack(reservation) }
    return false
  }

  private func getBack(_ reservation: Slots.Reservation?) async {
    if let reservation, !reservation.isGranted {
      try? await slots.hold(reservation)
      change { effects in
        hasSlot = true
        if standing == .over { effects.released.append(slots) }
      }
    }
    await outer?.arrive()
    change { effects in
      guard standing == .returning else { return }
      standing = .held
      rest(&effects)
      if standing == .held { effects.freed += door.opened() }
    }
  }
}
