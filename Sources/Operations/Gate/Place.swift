import Locking

/// The slot that a child of a group has, for its body and, where it is a group, for its children.
///
/// While all that works inside waits for a retry, the slot is lent to the group's other children, and so
/// is the slot around it; a slot of a group of width 1 is not, as its order is a promise. While a body
/// waits for a child that it runs in the group whose slot it has, that slot is lent to the child.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`, which all places of one outermost
/// group share.
final class Place: @unchecked Sendable {
  /// Why something stops working for a while.
  enum Reason { case wait, pause }

  private enum Standing {
    /// It has its slot, and so have those around it.
    case held
    /// Nothing works inside.
    case resting
    /// Something works again, and waits for what was lent.
    case returning
    case over
  }

  /// What is to be done without the lock.
  private struct Effects {
    var released: [Slots] = []
    /// Those for whom a door was opened.
    var freed: [CheckedContinuation<Void, any Error>] = []

    func apply() {
      for slots in released { slots.release() }
      for continuation in freed { continuation.resume() }
    }
  }

  private let slots: Slots
  private let outer: Place?
  /// Of a byte: ThreadSanitizer takes access to an empty value for access to what lies behind it.
  private let lock: Locked<Bool>
  private let door = Door(isOpen: true)
  private var standing = Standing.held
  private var workers = 1
  /// How many of those inside that do not work wait for a retry.
  private var pausing = 0
  /// How many children the body waits for, in whichever group, and how many in this one.
  private var bodyWaits = 0
  private var guests = 0
  private var isLent = false
  private var hasToldPause = false

  /// The place of a child that has one of `slots`, in a group that is at `outer`.
  init(_ slots: Slots, in outer: Place?) {
    self.slots = slots
    self.outer = outer
    lock = outer?.lock ?? Locked(false)
  }

  /// Whether this, or a place around it, is one of `slots`.
  func isInside(_ slots: Slots) -> Bool { place(of: slots) != nil }

  /// Work inside begins; it must `arrive()` before it does anything.
  func enter() { change { enter(.wait, &$0) } }

  /// Work inside ends.
  func leave() { change { leave(.wait, &$0) } }

  /// Waits for the slots that were lent. Not where the task is cancelled: then nothing is to begin.
  nonisolated(nonsending) func arrive() async { try? await door.pass() }

  /// The body begins to wait for a child: where it runs it itself, for one in `slots`.
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

  /// The child has ended; one in `slots` has not yet given its slot back.
  func endWait(in slots: Slots? = nil) {
    change { effects in
      bodyWaits -= 1
      slots.flatMap { place(of: $0) }?.guests -= 1
      if bodyWaits == 0 { enter(.wait, &effects) }
    }
  }

  /// The body waits for a retry, as long as `body` says, and then for the slots.
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

  /// The child is over: gives its slot back.
  func end() {
    change { effects in
      if standing == .held { return giveBack(&effects) }
      // Who returns gives the slot back when it gets it. Those inside wait for it no more: it never
      // opens the door again.
      standing = .over
      effects.freed += door.opened()
    }
  }

  /// Runs `body` with the lock, and its effects without it.
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
    hasToldPause = pausing > 0
    lend(&effects)
    outer?.leave(hasToldPause ? .pause : .wait, &effects)
  }

  private func lend(_ effects: inout Effects) {
    guard standing == .resting, !isLent, guests > 0 || hasToldPause && !slots.isSerial else {
      return
    }
    isLent = true
    effects.released.append(slots)
  }

  /// True where it has what it needs.
  @discardableResult
  private func enter(_ reason: Reason, _ effects: inout Effects) -> Bool {
    guard standing != .over else { return true }
    workers += 1
    if reason == .pause { pausing -= 1 }
    guard standing == .resting else { return standing == .held }
    let isOuterHeld = outer?.enter(hasToldPause ? .pause : .wait, &effects) ?? true
    // A body goes on before those that wait: it has begun.
    let reservation = isLent ? slots.reserve(isUrgent: !hasToldPause) : nil
    isLent = false
    if reservation?.isGranted ?? true, isOuterHeld {
      standing = .held
      effects.freed += door.opened()
      return true
    }
    standing = .returning
    Task { await self.getBack(reservation) }
    return false
  }

  private func getBack(_ reservation: Slots.Reservation?) async {
    if let reservation { try? await slots.hold(reservation) }
    await outer?.arrive()
    change { effects in
      guard standing == .returning else { return giveBack(&effects) }
      standing = .held
      rest(&effects)
      if standing == .held { effects.freed += door.opened() }
    }
  }

  private func giveBack(_ effects: inout Effects) {
    standing = .over
    effects.released.append(slots)
    outer?.leave(.wait, &effects)
  }
}
