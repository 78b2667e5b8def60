import Foundation

/// Which children a group has and what became of them, as a value.
struct GroupRegister {
  typealias Waiter = CheckedContinuation<Void, Never>

  /// A child that has not ended, in its place in the register.
  private enum Member {
    case own(TaskOperation)
    /// A plain operation, and the task that conducts it.
    case plain(Operation, Task<Void, Never>?)
    /// None; the next place that is free.
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
  /// Children that came before the start.
  private var early: [GroupChild] = []
  private var members: [Member] = []
  private var firstFree: Int?
  private var memberCount = 0
  /// Where those are that cannot say themselves that they are children.
  private var plain: [ObjectIdentifier: Int] = [:]
  /// Tasks that will ask for more children.
  private var readers = 0
  private(set) var isOpen = false
  private var isClosed = false
  private(set) var isStopped = false
  private var whenIdle: [Waiter] = []
  /// Children that are to have a task, and who gives them one, while there are none.
  private var dispatched: [GroupChild] = []
  private var dispatcher: UnsafeContinuation<Void, Never>?

  /// Takes a child in, and gives its place. Nil where the group is over, or has or had it already.
  mutating func add(_ child: GroupChild) -> Int? {
    guard !isClosed else { return nil }
    if let task = child.task {
      // Only one that is a child of some group already has to be searched for.
      let (isOver, wasChild) = task.state.withLock { state in
        defer { state.isChild = true }
        return (state.machine.phase == .finished, state.isChild)
      }
      guard !isOver, !(wasChild && members.contains { $0.operation === task }) else { return nil }
      return place(.own(task))
    }
    let id = ObjectIdentifier(child.operation)
    guard plain[id] == nil else { return nil }
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

  /// Keeps an added child for the group's start. False where that has come.
  mutating func keep(_ child: GroupChild) -> Bool {
    if !isOpen { early.append(child) }
    return !isOpen
  }

  /// The group starts: gives the children that were kept for it.
  mutating func open() -> [GroupChild] {
    isOpen = true
    return early.take()
  }

  /// Remembers a plain child's task. True where the task must be cancelled at once.
  mutating func note(_ task: Task<Void, Never>, of child: Operation) -> Bool {
    if let index = plain[ObjectIdentifier(child)] { members[index] = .plain(child, task) }
    return isStopped
  }

  /// From now on every child is cancelled; the first time gives those that are there.
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

  /// The child at a place ended. Gives those who wait for the last. What was kept of it, the caller still
  /// holds.
  mutating func end(_ child: GroupChild, at index: Int, _ ending: OperationEnding) -> [Waiter] {
    if child.task == nil { plain[ObjectIdentifier(child.operation)] = nil }
    members[index] = .free(next: firstFree)
    firstFree = index
    memberCount -= 1
    if memberCount == 0, members.count > 64 { (members, firstFree) = ([], nil) }
    tally.add(ending)
    return isIdle ? whenIdle.take() : []
  }

  /// Keeps a child for the dispatcher; gives who wakes it, where it waits.
  mutating func dispatch(_ child: GroupChild) -> UnsafeContinuation<Void, Never>? {
    dispatched.append(child)
    return dispatcher.take()
  }

  /// The children that were kept for the dispatcher. Nil where there are none and none will come.
  mutating func takeDispatched() -> [GroupChild]? {
    dispatched.isEmpty && isClosed ? nil : dispatched.take()
  }

  /// Keeps the dispatcher that waits. False where it need not.
  mutating func keep(_ dispatcher: UnsafeContinuation<Void, Never>) -> Bool {
    guard dispatched.isEmpty, !isClosed else { return false }
    self.dispatcher = dispatcher
    return true
  }

  /// A task will ask for more children: until it has ended, the last child is not known.
  mutating func beginReading() { readers += 1 }

  /// Such a task ended. Gives those who wait for the last child.
  mutating func endReading() -> [Waiter] {
    readers -= 1
    return isIdle ? whenIdle.take() : []
  }

  /// Whether no child is left. Where one is, `waiter` is kept until then.
  mutating func isIdle(or waiter: Waiter) -> Bool {
    if !isIdle { whenIdle.append(waiter) }
    return isIdle
  }

  /// Refuses children from now on, where none is left; gives the dispatcher, to end.
  mutating func close() -> (isClosed: Bool, dispatcher: UnsafeContinuation<Void, Never>?) {
    isClosed = isIdle
    return (isClosed, isClosed ? dispatcher.take() : nil)
  }

  var isIdle: Bool { memberCount == 0 && readers == 0 }
}
