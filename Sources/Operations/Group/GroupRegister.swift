import Foundation

/// The children of a group and the numbers of their outcomes, as a value.
struct GroupRegister {
  typealias Waiter = CheckedContinuation<Void, Never>

  /// A child that has not ended, at its index in the register.
  private enum Member {
    case own(TaskOperation)
    /// A plain operation, and the task that runs it.
    case plain(Operation, Task<Void, Never>?)
    /// No child; the next free index.
    case free(next: Int?)

    var operation: Operation? {
      switch self {
      case .own(let operation): operation
      case .plain(let operation, _): operation
      case .free: nil
      }
    }
  }

  private(set) var tally = GroupTally()
  private(set) var added = 0
  /// Children added before the start.
  private var early: [GroupChild] = []
  private var members: [Member] = []
  private var firstFree: Int?
  private var memberCount = 0
  /// The indices of children that cannot store that they are children.
  private var plain: [ObjectIdentifier: Int] = [:]
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
      if wasChild, members.contains(where: { $0.operation === task }) { throw .isDuplicate }
      return place(.own(task))
    }
    let id = ObjectIdentifier(child.operation)
    if plain[id] != nil { throw .isDuplicate }
    let index = place(.plain(child.operation, nil))
    plain[id] = index
    return index
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

  /// The group starts: returns the children that were kept.
  mutating func open() -> [GroupChild] {
    isOpen = true
    return early.take()
  }

  /// Stores a plain child's task. True if the task must be cancelled at once.
  mutating func note(_ task: Task<Void, Never>, of child: Operation) -> Bool {
    if let index = plain[ObjectIdentifier(child)] { members[index] = .plain(child, task) }
    return isStopped
  }

  /// From now on every child is cancelled; the first call returns the current ones.
  mutating func stop() -> [(Operation, Task<Void, Never>?)] {
    defer { isStopped = true }
    return isStopped ? [] : children
  }

  /// The children that have not ended.
  var children: [(Operation, Task<Void, Never>?)] {
    members.compactMap { member in
      switch member {
      case .own(let operation): (operation, nil)
      case .plain(let operation, let task): (operation, task)
      case .free: nil
      }
    }
  }

  /// The child at an index ended. Returns the waiters for the last child. The caller still retains the child.
  mutating func end(_ child: GroupChild, at index: Int, _ ending: OperationEnding) -> [Waiter] {
    if child.task == nil { plain[ObjectIdentifier(child.operation)] = nil }
    members[index] = .free(next: firstFree)
    firstFree = index
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
