/// The holders of slots and the queue of waiters, as a pure value: events go in, the waiters to resume come
/// out.
///
/// Tickets are consecutive, so a ticket's position in the queue is its distance from the first: entering,
/// leaving and serving take constant time, however many wait. Urgent tickets are served first.
struct SlotsState<Waiter> {
  private enum Place {
    /// Has a ticket; its waiter follows.
    case reserved
    case waiting(Waiter)
    /// Left, or was served.
    case empty
  }

  /// The result of entering with a ticket.
  enum Entry {
    case wait
    case goOn
    /// It left the queue before it entered.
    case gone
  }

  private var free: Int
  /// The places of the tickets from `first` on; those before `head` have been passed.
  private var line: [Place] = []
  private var first: UInt64 = 0
  private var head: UInt64 = 0
  private var next: UInt64 { first + UInt64(line.count) }
  private var urgent: ArraySlice<UInt64> = []
  /// Tickets that were served before their waiter entered.
  private var granted: Set<UInt64> = []

  /// `free` slots, at least one.
  init(free: Int) { self.free = max(1, free) }

  /// Takes a free slot and returns nil, or returns a ticket for the queue; if `isUrgent`, for its front.
  mutating func take(isUrgent: Bool = false) -> UInt64? {
    if free > 0 {
      free -= 1
      return nil
    }
    if head == next {
      // All have been passed.
      line.removeAll(keepingCapacity: line.count <= 64)
      first = head
    }
    let ticket = next
    line.append(.reserved)
    if isUrgent { urgent.append(ticket) }
    return ticket
  }

  /// Takes a free slot; false if there is none.
  mutating func takeIfFree() -> Bool {
    guard free > 0 else { return false }
    free -= 1
    return true
  }

  /// Enters the queue with `ticket`.
  mutating func enter(_ ticket: UInt64, _ waiter: Waiter) -> Entry {
    if granted.remove(ticket) != nil { return .goOn }
    guard case .reserved = self[ticket] else { return .gone }
    self[ticket] = .waiting(waiter)
    return .wait
  }

  /// Leaves the queue; returns the waiter, if there was one. A granted slot is kept.
  mutating func leave(_ ticket: UInt64) -> Waiter? {
    defer { self[ticket] = .empty }
    guard case .waiting(let waiter) = self[ticket] else { return nil }
    return waiter
  }

  /// Releases a slot; returns its new holder to be resumed, if there is one.
  mutating func release() -> Waiter? {
    free += 1
    while free > 0, let ticket = nextTicket() {
      let place = self[ticket]
      self[ticket] = .empty
      switch place {
      case .waiting(let waiter):
        free -= 1
        return waiter
      case .reserved:
        granted.insert(ticket)
        free -= 1
      case .empty:
        continue
      }
    }
    return nil
  }

  /// Whether a released slot may have a taker, or pays a debt.
  var isAwaited: Bool { free < 0 || head < next || !urgent.isEmpty }

  /// Takes a slot even if none is free; the next releases pay the debt.
  mutating func overdraw() { free -= 1 }

  private mutating func nextTicket() -> UInt64? {
    if let ticket = urgent.popFirst() { return ticket }
    guard head < next else { return nil }
    // Each place is moved once at most: there are as many before the head as after it.
    if head - first > 32, head - first > line.count / 2 {
      line.removeFirst(Int(head - first))
      first = head
    }
    defer { head += 1 }
    return head
  }

  /// The place of a ticket; empty if it was passed long ago.
  private subscript(ticket: UInt64) -> Place {
    get { ticket < first ? .empty : line[Int(ticket - first)] }
    set { if ticket >= first { line[Int(ticket - first)] = newValue } }
  }
}
