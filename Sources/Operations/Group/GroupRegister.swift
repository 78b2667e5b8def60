import Foundation

/// Which children a group has and what became of them, as a value.
struct GroupRegister {
  typealias Waiter = CheckedContinuation<Void, Never>

  /// A child that has not ended, and the task that conducts it.
  private struct Child {
    let operation: Operation
    var task: Task<Void, Never>?
  }

  private(set) var tally = GroupTally()
  private(set) var added = 0
  /// Children that came before the start.
  private var early: [GroupChild] = []
  private var live: [ObjectIdentifier: Child] = [:]
  /// Tasks that will ask for more children.
  private var readers = 0
  private(set) var isOpen = false
  private var isClosed = false
  private(set) var isStopped = false
  private var whenIdle: [Waiter] = []

  /// Takes a child in. False where the group is over, or has it already.
  mutating func add(_ child: GroupChild) -> Bool {
    let id = ObjectIdentifier(child.operation)
    guard !isClosed, live[id] == nil else { return false }
    added += 1
    live[id] = Child(operation: child.operation)
    return true
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

  /// Remembers a child's task. True where the task must be cancelled at once.
  mutating func note(_ task: Task<Void, Never>, of child: Operation) -> Bool {
    live[ObjectIdentifier(child)]?.task = task
    return isStopped
  }

  /// From now on every child is cancelled; gives those that are there.
  mutating func stop() -> [(Operation, Task<Void, Never>?)] {
    isStopped = true
    return children
  }

  /// The children that have not ended.
  var children: [(Operation, Task<Void, Never>?)] { live.values.map { ($0.operation, $0.task) } }

  /// A child ended. Gives what was kept of it, for the caller to release, and those who wait for the last.
  mutating func end(
    _ child: Operation, _ ending: OperationEnding
  ) -> (former: Task<Void, Never>?, waiters: [Waiter]) {
    let former = live.removeValue(forKey: ObjectIdentifier(child))
    tally.add(ending)
    return (former?.task, isIdle ? whenIdle.take() : [])
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

  /// Refuses children from now on, where none is left.
  mutating func close() -> Bool {
    isClosed = isIdle
    return isClosed
  }

  var isIdle: Bool { live.isEmpty && readers == 0 }
}
