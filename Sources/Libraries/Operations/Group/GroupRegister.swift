import Foundation

/// The children of a group and the numbers of their outcomes, as a value.
struct GroupRegister {
  typealias Waiter = CheckedContinuation<Void, Never>

  /// A child that has not ended, at its index in the register.
  private enum Member {
    case child(GroupChild)
    /// No child; the next free index.
    case free(next: Int?)
  }

  /// The keys held while the body runs.
  var keys: Exclusion.Held = []
  private(set) var tally = GroupTally()
  private(set) var added = 0
  /// Children added before the start.
  private var early: [GroupChild] = []
  private var members: [Member] = []
  private var firstFree: Int?
  private var memberCount = 0
  /// The children that cannot store that they are children.
  private var plain: Set<ObjectIdentifier> = []
  var plainCount: Int { plain.count }
  /// The number of tasks that will request more children.
  private var readers = 0
  private(set) var isOpen = false
  private var isClosed = false
  private(set) var isStopped = false
  private var whenIdle: [Waiter] = []
  /// Children that need a task, and the continuation of the dispatcher while it waits for them.
  private var dispatched: [GroupChild] = []
  private var dispatcher: UnsafeContinuation<Void, Never>?

  /// Adds a child, and returns its index.
  mutating func add(_ child: GroupChild) throws(ChildRefused) -> Int {
    if isClosed { throw .groupIsFinished }
    if let task = child.task {
      // Only a child of some group needs a search.
      let (isOver, wasChild) = task.state.withLock { state in
        defer { state.isChild = true }
        return (state.machine.phase == .finished, state.isChild)
      }
      if isOver { throw .childIsFinished }
      if wasChild, children.contains(where: { $0.child.task === task }) { throw .isDuplicate }
    } else if !plain.insert(ObjectIdentifier(child.operation)).inserted {
      throw .isDuplicate
    }
    return place(.child(child))
  }

  private mutating func place(_ member: Member) -> Int {
    added += 1
    memberCount += 1
    guard let index = firstFree, case .free(let next) = members[index] else {
      members.append(member)
      return members.count - 1
    }
    members[index] = member
    firstFree = next
    return index
  }

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

  /// Stores the work for a plain child. True if it must be cancelled at once.
  func note(_ work: PlainWork, of child: GroupChild) -> Bool {
    child.plain = work
    return isStopped
  }

  /// From now on every child is cancelled; the first call returns the current ones.
  mutating func stop() -> [(child: GroupChild, plain: PlainWork?)] {
    defer { isStopped = true }
    return isStopped ? [] : children
  }

  /// The children that have not ended.
  var children: [(child: GroupChild, plain: PlainWork?)] {
    members.compactMap { member in
      guard case .child(let child) = member else { return nil }
      return (child, child.plain)
    }
  }

  /// A child ended. Returns the waiters for the last child. The caller still retains the child.
  mutating func end(_ child: GroupChild, _ ending: OperationEnding) -> [Waiter] {
    if child.task == nil { plain.remove(ObjectIdentifier(child.operation)) }
    members[child.index] = .free(next: firstFree)
    firstFree = child.index
    memberCount -= 1
    if memberCount == 0, members.count > 64 { (members, firstFree) = ([], nil) }
    tally.add(ending)
    return isIdle ? whenIdle.take() : []
  }

  /// Keeps a child for the dispatcher; returns its continuation if it waits.
  mutating func dispatch(_ child: GroupChild) -> UnsafeContinuation<Void, Never>? {
    dispatched.append(child)
    return dispatcher.take()
  }

  /// The children kept for the dispatcher. Nil if there are none and none will follow.
  mutating func takeDispatched() -> [GroupChild]? {
    dispatched.isEmpty && isClosed ? nil : dispatched.take()
  }

  /// Keeps the continuation of the waiting dispatcher. False if it need not wait.
  mutating func keep(_ dispatcher: UnsafeContinuation<Void, Never>) -> Bool {
    guard dispatched.isEmpty, !isClosed else { return false }
    self.dispatcher = dispatcher
    return true
  }

  /// A task will request more children: until it has ended, the last child is unknown.
  mutating func beginReading() { readers += 1 }

  /// Such a task ended. Returns the waiters for the last child.
  mutating func endReading() -> [Waiter] {
    readers -= 1
    return isIdle ? whenIdle.take() : []
  }

  /// Whether no child is left. If there is one, `waiter` is kept until the last has ended.
  mutating func isIdle(or waiter: Waiter) -> Bool {
    if !isIdle { whenIdle.append(waiter) }
    return isIdle
  }

  /// Refuses children from now on, if none is left; returns the dispatcher, to end it.
  mutating func close() -> (isClosed: Bool, dispatcher: UnsafeContinuation<Void, Never>?) {
    isClosed = isIdle
    return (isClosed, isClosed ? dispatcher.take() : nil)
  }

  var isIdle: Bool { memberCount == 0 && readers == 0 }
}
