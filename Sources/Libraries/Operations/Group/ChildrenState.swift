import Foundation

/// The children of a group as a value: those that wait in the line, the free slots, and the counts of those that ended.
struct ChildrenState {
  /// Tasks to be opened, or resumed.
  struct Orders {
    /// Children that have a slot now.
    var started: [GroupChild] = []
    /// Children that only have to end.
    var ending: [GroupChild] = []
    /// Children that have the slot of a body that waits for them.
    var opened: [@Sendable () -> Void] = []
    /// Whether a free slot was taken for a task that reads the inputs.
    var isReader = false
    /// The tasks of children that have a slot now.
    var resumed: [CancellableWait] = []

    var opensNone: Bool { started.isEmpty && ending.isEmpty && opened.isEmpty && !isReader }
  }

  /// What a task with a slot does next.
  enum Next {
    case run(GroupChild)
    /// Read an input: it has the turn.
    case read(InputReader)
    /// Wait for the turn to read an input.
    case wait(InputReader)
    /// End: the slot was released.
    case end
  }

  private enum Member {
    case child(GroupChild)
    /// No child; the next free index.
    case free(next: Int?)
  }

  private(set) var tally = GroupTally()
  private(set) var added = 0
  private var members: [Member] = []
  private var firstFree: Int?
  private var memberCount = 0
  /// The children that cannot store that they are children.
  private var plain: Set<ObjectIdentifier> = []
  var plainCount: Int { plain.count }

  private var free: Int
  private var line = Line<SlotRequest>()
  private(set) var isSuspended = false
  private var suspension: Suspension?
  /// Closed while the group is suspended, for children that have the slot of a body that waits for them; nil if it never
  /// was.
  private(set) var door: Door?
  /// Children added before the start.
  private var early: [GroupChild] = []
  /// Whether the group has started.
  private(set) var isOpen = false
  private(set) var isClosed = false
  private(set) var isStopped = false
  /// Whether it takes no more children from outside.
  var refuses = false
  private var whenIdle: [(waiter: CancellableWait, besides: Int)] = []
  /// What the opener of tasks has to do, and its continuation while it waits.
  private var orders = Orders()
  private var opener: UnsafeContinuation<Void, Never>?
  var inputs: InputReader?
  /// The slot in which the group's body runs.
  var slot: Slot?
  /// What the group's own operation is inside.
  var surroundings: Surroundings?

  init(width: Int) { free = max(1, width) }

  // MARK: Members

  /// Adds a child.
  mutating func add(_ child: GroupChild) throws(ChildRefused) {
    if isClosed || refuses { throw .groupIsFinished }
    if let task = child.task {
      // Only a child of some group needs a search.
      let (isOver, wasChild) = task.state.withLock { state in
        defer { state.isChild = true }
        return (state.machine.phase == .finished, state.isChild)
      }
      if isOver { throw .childIsFinished }
      if wasChild, children.contains(where: { $0.task === task }) { throw .isDuplicate }
    } else if !plain.insert(ObjectIdentifier(child.operation)).inserted {
      throw .isDuplicate
    }
    added += 1
    memberCount += 1
    guard let index = firstFree, case .free(let next) = members[index] else {
      child.index = members.count
      return members.append(.child(child))
    }
    child.index = index
    members[index] = .child(child)
    firstFree = next
  }

  /// The children that have not ended.
  var children: [GroupChild] {
    members.compactMap { member in
      guard case .child(let child) = member else { return nil }
      return child
    }
  }

  /// A child ended. The caller still retains it. Returns the waiters for the last child.
  mutating func end(_ child: GroupChild, _ ending: OperationEnding) -> [CancellableWait] {
    if child.task == nil { plain.remove(ObjectIdentifier(child.operation)) }
    members[child.index] = .free(next: firstFree)
    firstFree = child.index
    memberCount -= 1
    if memberCount == 0, members.count > 64 { (members, firstFree) = ([], nil) }
    tally.add(ending)
    return takeIdle()
  }

  /// From now on every child is cancelled; the first call returns the current ones.
  mutating func stop() -> [GroupChild] {
    defer { isStopped = true }
    return isStopped ? [] : children
  }

  // MARK: Waiting for the last child

  private func isIdle(besides count: Int) -> Bool { memberCount <= count && inputs == nil }

  /// Keeps `waiter` until no child is left, besides `count`; returns it if that is so already.
  mutating func whenIdle(besides count: Int, _ waiter: CancellableWait) -> CancellableWait? {
    if isIdle(besides: count) { return waiter }
    if whenIdle.count > 32 { whenIdle.removeAll { !$0.waiter.isWaiting } }
    whenIdle.append((waiter, count))
    return nil
  }

  /// Refuses children from now on, if none is left; returns the opener of tasks, to end it.
  mutating func close() -> (isClosed: Bool, opener: UnsafeContinuation<Void, Never>?) {
    isClosed = isIdle(besides: 0)
    return (isClosed, isClosed ? opener.take() : nil)
  }

  mutating func takeIdle() -> [CancellableWait] {
    guard !whenIdle.isEmpty else { return [] }
    let all = whenIdle
    whenIdle = all.filter { !isIdle(besides: $0.besides) }
    return all.filter { isIdle(besides: $0.besides) }.map(\.waiter)
  }

  // MARK: The line

  /// Keeps an added child until the group starts. False if it has started.
  mutating func keep(_ child: GroupChild) -> Bool {
    if !isOpen { early.append(child) }
    return !isOpen
  }

  /// The group starts: returns children that were kept, to be launched before the next call. Nil if none is left: from
  /// then on none is kept. Those that are added meanwhile are, so that they do not overtake the others.
  mutating func takeEarly() -> [GroupChild]? {
    isOpen = early.isEmpty
    return isOpen ? nil : early.take()
  }

  /// A child waits for a slot from now on, unless it has left.
  mutating func lineUp(_ request: SlotRequest) {
    guard request.standing == .blocked else { return }
    request.standing = .inLine
    line.append(request)
  }

  /// Whether a served child may begin. If not, it waits again: in front of the line or, if it `isBlocked` by a new
  /// dependency, for that; and its slot is released.
  mutating func mayBegin(_ child: GroupChild, isBlocked: Bool) -> Bool {
    guard !isStopped, isSuspended || isBlocked else { return true }
    free += 1
    child.standing = isBlocked ? .blocked : .inLine
    if !isBlocked { line.putBack(child) }
    return false
  }

  /// A request leaves the line, or does not enter it. False if it was served or left before.
  mutating func leave(_ request: SlotRequest) -> Bool {
    guard request.standing == .inLine || request.standing == .blocked else { return false }
    if request.standing == .inLine { line.noteLeft() }
    request.standing = .left
    return true
  }

  /// The suspension for all who suspend the group.
  mutating func suspension(or new: Suspension, _ door: Door) -> Suspension {
    if let suspension { return suspension }
    (suspension, self.door) = (new, door)
    return new
  }

  /// Returns the door to be closed, unless the group was stopped.
  mutating func suspend() -> Door? {
    guard !isStopped else { return nil }
    isSuspended = true
    return door
  }

  mutating func resume() { isSuspended = false }

  mutating func release() { free += 1 }

  /// Gives the free slots to those that are first in the line, and one to the inputs. Nil if nothing is to be done.
  mutating func serve() -> Orders? {
    guard isOpen, !isSuspended, free > 0 else { return nil }
    var orders: Orders?
    while free > 0, let request = line.popFirst() {
      free -= 1
      request.standing = .served
      if let child = request as? GroupChild, !child.isCalled {
        orders = orders ?? Orders()
        orders?.started.append(child)
      } else if let turn = request.turn {
        orders = orders ?? Orders()
        orders?.resumed.append(turn)
      }
    }
    if free > 0, let inputs, inputs.readers == 0 {
      free -= 1
      inputs.readers += 1
      orders = orders ?? Orders()
      orders?.isReader = true
    }
    return orders
  }

  /// What the task that has a slot does next, for which it must call this.
  mutating func next() -> (Next, Orders?) {
    if !isSuspended, let request = line.first() {
      if let child = request as? GroupChild, !child.isCalled {
        _ = line.popFirst()
        child.standing = .served
        return (.run(child), nil)
      }
    } else if let inputs, !isSuspended {
      inputs.readers += 1
      return (inputs.takeTurn() ? .read(inputs) : .wait(inputs), nil)
    }
    free += 1
    return (.end, serve())
  }

  /// A child that was made of an input may begin in the slot of its maker, unless the group is suspended: then it waits
  /// again, and the slot is released. Passes the turn to read on.
  mutating func begin(_ child: GroupChild, from inputs: InputReader)
    -> (mayBegin: Bool, waiting: UnsafeContinuation<Void, Never>?, isReader: Bool)
  {
    child.standing = .served
    inputs.readers -= 1
    let waiting = inputs.giveTurn()
    guard mayBegin(child, isBlocked: false) else { return (false, waiting, false) }
    // Another task reads on, if a slot is free.
    let isReader = free > 0 && inputs.readers == 0 && self.inputs === inputs && line.first() == nil
    if isReader {
      free -= 1
      inputs.readers += 1
    }
    return (true, waiting, isReader)
  }

  /// A task that was ordered to read, or waited for its turn, goes on.
  mutating func goOnReading() -> (Next, Orders?) {
    inputs?.readers -= 1
    return next()
  }

  // MARK: The opener of tasks

  /// Keeps orders for the opener; returns its continuation if it waits.
  mutating func keep(_ new: Orders) -> UnsafeContinuation<Void, Never>? {
    orders.started += new.started
    orders.ending += new.ending
    orders.opened += new.opened
    orders.isReader = orders.isReader || new.isReader
    return opener.take()
  }

  /// The orders kept for the opener. Nil if there are none and none will follow.
  mutating func takeOrders() -> Orders? {
    if orders.opensNone, isClosed { return nil }
    defer { orders = Orders() }
    return orders
  }

  /// Keeps the continuation of the waiting opener. False if it need not wait.
  mutating func keep(_ opener: UnsafeContinuation<Void, Never>) -> Bool {
    guard orders.opensNone, !isClosed else { return false }
    self.opener = opener
    return true
  }
}
