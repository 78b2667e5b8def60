import Foundation
import Locking
import Synchronization

/// The children of a group: they wait in a line, `width` have slots, and each has its end counted.
///
/// It retains no group, because tasks may outlive it that know its slots.
final class Children: SlotOwner {
  let isSerial: Bool
  let policy: GroupPolicy
  let state: Locked<ChildrenState>
  /// Set once, before the group is shared.
  private nonisolated(unsafe) unowned var owner: TaskOperation?
  let opener = TaskOpener()
  /// The groups whose child this group is. Guarded by `nesting`.
  private nonisolated(unsafe) var parents: [Children] = []
  /// Held while a group becomes a child of another, or ends as one.
  private static let nesting = Locked(0)
  /// Whether children may only end. Read without the lock, before each child.
  let isStopped = Atomic(false)
  /// The outcomes of all added children in the order of their addition, if the policy collects them.
  private let outcomes: Locked<[Outcome<any Sendable>]>?

  init(width: Int, policy: GroupPolicy) {
    isSerial = width <= 1
    self.policy = policy
    state = Locked(ChildrenState(width: width))
    outcomes = policy == .collect ? Locked([]) : nil
  }

  /// Their group, before it is shared.
  func belong(to group: TaskOperation) { owner = group }

  /// The group's operation, which ends after all children. Not used after that.
  var group: TaskOperation {
    guard let owner else { preconditionFailure("children without a group") }
    return owner
  }

  // MARK: The group's life

  /// The group's body begins: launches the children that were added before.
  func open() {
    let surroundings = Surroundings.ifAny(executor: group.childExecutor, home: group.home)
    let slot = Slot.current
    slot?.count(groups: 1)
    state.withLock { ($0.surroundings, $0.slot) = (surroundings, slot) }
    opener.open { await self.openTasks() }
    while let early = state.withLock({ $0.takeEarly() }) {
      for child in early { launch(child) }
    }
    obey(state.withLock { $0.serve() })
  }

  /// The body has ended, or never began: refuses children once none is left. Those of a group whose body never began are
  /// cancelled.
  nonisolated(nonsending) func close() async {
    if !state.withLock({ $0.isOpen }) {
      stop()
      open()
    }
    while true {
      await idle()
      let (isClosed, continuation) = state.withLock { $0.close() }
      guard isClosed else { continue }
      continuation?.resume()
      opener.begin()
      let (slot, surroundings) = state.withLock { ($0.slot.take(), $0.surroundings.take()) }
      slot?.count(groups: -1)
      withExtendedLifetime(surroundings) {}
      return
    }
  }

  /// Waits until no child is left.
  nonisolated(nonsending) func idle() async {
    let wait = CancellableWait()
    state.withLock { $0.whenIdle(besides: 0, wait) }?.end()
    await wait.ended()
  }

  /// Waits until no child is left, besides those that the caller works in. A slot that the caller has is released
  /// meanwhile, because others may need it.
  nonisolated(nonsending) func idleOrCancelled() async throws {
    let wait = CancellableWait()
    let slot = Slot.current
    let depth = slot?.depth(in: self) ?? 0
    state.withLock { $0.whenIdle(besides: depth, wait) }?.end()
    if let slot, slot.children === self {
      try await slot.release { try await wait.value() }
    } else {
      try await wait.value()
    }
  }

  /// Takes no more children.
  func refuse() { state.withLock { $0.refuses = true } }

  /// Cancels all children, and later ones. A suspension no longer holds any back.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    let (children, inputs, task) = state.withLock { state in
      let children = state.stop()
      state.resume()
      let inputs = state.inputs
      return (children, inputs?.isTaken == false ? inputs : nil, inputs?.task)
    }
    task?.cancel()
    if let inputs { finish(inputs, .success(())) }
    for child in children { child.operation.cancel() }
    for child in children where child.task == nil { dismiss(child) }
    state.withLock { $0.door }?.open(forGood: true)
    obey(state.withLock { $0.serve() })
  }

  /// Cancels all children that have not ended.
  func cancel() {
    let children = state.withLock { $0.children }
    for child in children { child.operation.cancel() }
    for child in children where child.task == nil { dismiss(child) }
  }

  /// Keeps the children that have not begun, until the token is resumed.
  func suspend() -> SuspensionToken {
    let door = Door(isOpen: true)
    let new = Suspension { [weak self] in
      self?.state.withLock { $0.suspend() }?.close()
    } open: { [weak self] in
      self?.resume()
    }
    return state.withLock { $0.suspension(or: new, door) }.suspend()
  }

  private func resume() {
    let orders = state.withLock { state in
      state.resume()
      return state.serve()
    }
    state.withLock { $0.door }?.open()
    obey(orders)
  }

  /// Waits for the end of a suspension.
  /// - Throws: `CancellationError` if the task is cancelled before.
  nonisolated(nonsending) func passDoor() async throws {
    try await state.withLock { $0.door }?.pass()
  }

  // MARK: The life of a child

  /// Adds a child. In the same step, `then` decides what follows.
  func admit<Result>(
    _ child: GroupChild, to group: TaskOperation, then: (inout ChildrenState) -> Result
  ) throws(ChildRefused) -> Result {
    if child.operation === group { throw .isGroupItself }
    if child.task == nil, child.operation.isFinished { throw .childIsFinished }
    if child.task == nil, child.operation.isExecuting { throw .childIsRunning }
    child.children = self
    let nested = child.nested
    if let nested { try nested.join(self) }
    let (isStopped, result) = try state.withLock { state throws(ChildRefused) in
      do throws(ChildRefused) {
        try state.add(child)
      } catch {
        nested?.leave(self)
        throw error
      }
      return (state.isStopped, then(&state))
    }
    if child.isJudged {
      outcomes?.withLock { outcomes in
        child.number = outcomes.count
        outcomes.append(.cancelled)
      }
    }
    if isStopped { child.operation.cancel() }
    child.task?.emit(.enqueued)
    return result
  }

  /// Adds a child that waits for its turn.
  func add(_ child: GroupChild) throws(ChildRefused) {
    let group = group
    try admit(child, to: group) { _ in }
    guard group.isObserved else { return launchOrKeep(child) }
    // Launched once all observers have been notified.
    group.emit(.produced(child.operation)) { self.launchOrKeep(child) }
  }

  /// The group becomes a child of another, unless that is inside it.
  private func join(_ parent: Children) throws(ChildRefused) {
    let isCycle = Self.nesting.withLock { _ in
      let isCycle = parent.isInside(self)
      if !isCycle { parents.append(parent) }
      return isCycle
    }
    if isCycle { throw .groupIsInside }
  }

  private func leave(_ parent: Children) {
    Self.nesting.withLock { _ in
      if let index = parents.firstIndex(where: { $0 === parent }) { parents.remove(at: index) }
    }
  }

  /// Whether it is the other, or a child of one that is. Called with the lock held.
  private func isInside(_ other: Children) -> Bool {
    self === other || parents.contains { $0.isInside(other) }
  }

  func launchOrKeep(_ child: GroupChild) {
    if !state.withLock({ $0.keep(child) }) { launch(child) }
  }

  /// Lets a child wait for its dependencies, and then in the line.
  func launch(_ child: GroupChild) {
    if let task = child.task {
      let (isDisturbed, isElsewhere) = task.state.withLock { state in
        let isElsewhere = state.waiting != nil && state.waiting !== child
        if !isElsewhere, !state.machine.isDisturbed { state.waiting = child }
        return (state.machine.isDisturbed, isElsewhere)
      }
      if isDisturbed { return dismiss(child) }
      // Of two groups that wait with it, only one is told of its cancellation.
      if isElsewhere { task.whenOver { [weak child] in child?.dismiss() } }
    } else if let plain = child.plain,
      child.operation.isBlocked || state.withLock({ $0.plainCount <= 64 })
    {
      // Only its queue is told of its cancellation; but one that is enqueued takes ten times as long as a small one.
      plain.enqueue()
      plain.whenFinished { [weak child] in child?.dismiss() }
    }
    lineUp(child)
  }

  /// Lets a child wait in the line, once its dependencies have finished.
  private func lineUp(_ child: GroupChild) {
    if child.operation.isBlocked {
      return child.operation.whenDependenciesFinished { [weak self, weak child] in
        if let child { self?.lineUp(child) }
      }
    }
    obey(
      state.withLock { state in
        state.lineUp(child)
        return state.serve()
      })
  }

  /// A child was cancelled or settled from outside, and only has to end.
  func dismiss(_ child: GroupChild) {
    guard leave(child), !child.isCalled else { return }
    obey(ChildrenState.Orders(ending: [child]))
  }

  /// A request leaves the line. False if it was served or left before.
  private func leave(_ request: SlotRequest) -> Bool {
    let (hasLeft, turn) = state.withLock { ($0.leave(request), request.turn) }
    if hasLeft { turn?.end() }
    return hasLeft
  }

  /// The operation that fails with the child: the group, or nil.
  func judge(of child: GroupChild, in group: TaskOperation) -> TaskOperation? {
    child.isJudged && policy == .stop ? group : nil
  }

  /// A child ended: counts it, and tells the tasks that wait for the last child. In the same step, `then` decides what
  /// becomes of its slot.
  func end<Result>(
    _ child: GroupChild, as ending: OperationEnding, in group: TaskOperation,
    then: (inout ChildrenState) -> Result
  ) -> Result {
    child.nested?.leave(self)
    note(child)
    let (result, waiters, lines) = state.withLock { state in
      let waiters = state.end(child, ending)
      // Queued under the lock, because otherwise two threads could report their counts late or in the wrong
      // order.
      let lines = group.post(.progressed(completed: state.tally.total, total: state.added))
      return (then(&state), waiters, lines)
    }
    group.deliver(lines)
    for waiter in waiters { waiter.end() }
    return result
  }

  /// A child ended: releases its slot, if it has one.
  func end(_ child: GroupChild, in slot: Slot? = nil) {
    let ending = child.task?.ending ?? child.operation.plainEnding
    let orders = end(child, as: ending, in: group) { state -> ChildrenState.Orders? in
      if slot?.end() == true { state.release() }
      return state.serve()
    }
    obey(orders)
  }

  private func note(_ child: GroupChild) {
    if let (reader, number) = child.input, let task = child.task { reader.note?(task, number) }
    guard let outcomes, child.isJudged else { return }
    let outcome = child.task?.anyOutcome ?? (child.operation.isCancelled ? .cancelled : .value(()))
    outcomes.withLock { $0[child.number] = outcome }
  }

  /// Throws if the policy collects the outcomes, and an added child failed.
  func check() throws(ChildrenFailed) {
    guard let outcomes else { return }
    let all = outcomes.withLock { $0 }
    if all.contains(where: { $0.failure != nil }) { throw ChildrenFailed(outcomes: all) }
  }

  // MARK: Slots

  func withLock<Result>(_ body: () -> Result) -> Result { state.withLock { _ in body() } }

  func releaseSlot() {
    obey(
      state.withLock { state in
        state.release()
        return state.serve()
      })
  }

  nonisolated(nonsending) func takeSlot() async throws {
    let request = SlotRequest(isCalled: true)
    let orders = state.withLock { state in
      state.lineUp(request)
      return state.serve()
    }
    obey(orders)
    guard await turn(of: request) else { throw CancellationError() }
  }

  /// Waits until a request is served. False if it left, also because the task was cancelled.
  nonisolated(nonsending) func turn(of request: SlotRequest) async -> Bool {
    do {
      try await state.withLock { _ in request.turn }?.value()
    } catch {
      _ = leave(request)
    }
    return state.withLock { _ in request.standing == .served }
  }
}
