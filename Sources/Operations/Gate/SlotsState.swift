/// Who holds and who waits for slots, as a pure value: events go in, who goes on comes out.
///
/// Tickets are consecutive, so the head of the line is the lowest ticket that still waits: entering,
/// leaving and serving take constant time, however many wait. Urgent tickets are served first.
struct SlotsState<Waiter> {
  private enum Place {
    /// Has a ticket, and is about to say how it is called.
    case reserved
    case waiting(Waiter)
    /// Was served before it said how it is called.
    case granted
  }

  /// What who enters with a ticket is to do.
  enum Entry {
    case wait
    case goOn
    /// It left the line before it entered.
    case gone
  }

  private var free: Int
  private var line: [UInt64: Place] = [:]
  private var urgent: ArraySlice<UInt64> = []
  private var head: UInt64 = 0
  private var next: UInt64 = 0

  /// `free` slots, of which there is at least one.
  init(free: Int) { self.free = max(1, free) }

  /// Takes a free slot and gives nil, or gives a ticket for the line; `isUrgent`, for its front.
  mutating func take(isUrgent: Bool = false) -> UInt64? {
    if free > 0 {
      free -= 1
      return nil
    }
    line[next] = .reserved
    if isUrgent { urgent.append(next) }
    next += 1
    return next - 1
  }

  /// Takes a free slot; false where there is none.
  mutating func takeIfFree() -> Bool {
    guard free > 0 else { return false }
    free -= 1
    return true
  }

  /// Stands in line with `ticket`.
  mutating func enter(_ ticket: UInt64, _ waiter: Waiter) -> Entry {
    switch line[ticket] {
    case .granted:
      line[ticket] = nil
      return .goOn
    case .reserved:
      line[ticket] = .waiting(waiter)
      return .wait
    case .waiting, nil:
      return .gone
    }
  }

  /// Leaves the line; gives the waiter, where there was one. Who was granted a slot keeps it.
  mutating func leave(_ ticket: UInt64) -> Waiter? {
    guard let place = line.removeValue(forKey: ticket) else { return nil }
    switch place {
    case .waiting(let waiter): return waiter
    case .reserved: return nil
    case .granted:
      line[ticket] = .granted
      return nil
    }
  }

  /// Gives a slot back; gives who now holds it and is to be woken, where there is one.
  mutating func release() -> Waiter? {
    free += 1
    while free > 0, let ticket = nextTicket() {
      switch line[ticket] {
      case .waiting(let waiter):
        line[ticket] = nil
        free -= 1
        return waiter
      case .reserved:
        line[ticket] = .granted
        free -= 1
      case .granted, nil:
        continue
      }
    }
    return nil
  }

  /// Takes a slot that there may not be, and leaves the debt to the next releases.
  mutating func overdraw() { free -= 1 }

  private mutating func nextTicket() -> UInt64? {
    if let ticket = urgent.popFirst() { return ticket }
    guard head < next else { return nil }
    defer { head += 1 }
    return head
  }
}
