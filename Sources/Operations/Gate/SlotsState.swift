/// Who holds and who waits for slots, as a pure value: events go in, who goes on comes out.
///
/// Tickets are consecutive, so a ticket's place in line is its distance from the first: entering, leaving and
/// serving take constant time, however many wait. Urgent tickets are served first.
struct SlotsState<Waiter> {
  private enum Place {
    /// Has a ticket, and is about to say how it is called.
    case reserved
    case waiting(Waiter)
    /// Left, or was served.
    case empty
  }

  /// What who enters with a ticket is to do.
  enum Entry {
    case wait
    case goOn
    /// It left the line before it entered.
    case gone
  }

  private var free: Int
  /// Who has the tickets from `first` on; those before `head` have been passed.
  private var line: [Place] = []
  private var first: UInt64 = 0
  private var head: UInt64 = 0
  private var next: UInt64 { first + UInt64(line.count) }
  private var urgent: ArraySlice<UInt64> = []
  /// Who was served before it said how it is called.
  private var granted: Set<UInt64> = []

  /// `free` slots, of which there is at least one.
  init(free: Int) { self.free = max(1, free) }

  /// Takes a free slot and gives nil, or gives a ticket for the line; `isUrgent`, for its front.
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

  /// Takes a free slot; false where there is none.
  mutating func takeIfFree() -> Bool {
    guard free > 0 else { return false }
    free -= 1
    return true
  }

  /// Stands in line with `ticket`.
  mutating func enter(_ ticket: UInt64, _ waiter: Waiter) -> Entry {
    if granted.remove(ticket) != nil { return .goOn }
    guard case .reserved = self[ticket] else { return .gone }
    self[ticket] = .waiting(waiter)
    return .wait
  }

  /// Leaves the line; gives the waiter, where there was one. Who was granted a slot keeps it.
  mutating func leave(_ ticket: UInt64) -> Waiter? {
    defer { self[ticket] = .empty }
    guard case .waiting(let waiter) = self[ticket] else { return nil }
    return waiter
  }

  /// Gives a slot back; gives who now holds it and is to be woken, where there is one.
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

  /// Whether a slot that is given back may have a taker, or pays a debt.
  var isAwaited: Bool { free < 0 || head < next || !urgent.isEmpty }

  /// Takes a slot that there may not be, and leaves the debt to the next releases.
  mutating func overdraw() { free -= 1 }

  private mutating func nextTicket() -> UInt64? {
    if let ticket = urgent.popFirst() { return ticket }
    guard head < next else { return nil }
    // Each is moved once at most: there are as many before the head as behind it.
    if head - first > 32, head - first > line.count / 2 {
      line.removeFirst(Int(head - first))
      first = head
    }
    defer { head += 1 }
    return head
  }

  /// Who has a ticket; nobody, where it was passed long ago.
  private subscript(ticket: UInt64) -> Place {
    get { ticket < first ? .empty : line[Int(ticket - first)] }
    set { if ticket >= first { line[Int(ticket - first)] = newValue } }
  }
}
