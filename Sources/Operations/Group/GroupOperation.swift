import Foundation
import Locking

/// An operation made of others: it never finishes before all its children.
///
/// Children come from `add(_:)`, at any time and from any thread until the group has finished, or
/// from the body, where sequences, decisions, results and delays are plain `await`:
/// ```swift
/// let feed = GroupOperation<Int> { group in
///   let page = try await group.run(FetchPage(1))
///   for photo in page.photos { try group.add(Download(photo)) }
///   return page.photos.count
/// }
/// ```
/// Children may be any `Operation`. At most `width` run at once, in slots of the group's own: a group
/// in a queue or in another group never waits for a slot that it holds itself. Those with unfinished
/// dependencies hold none. Among those that are ready the first added comes first. A body that runs a
/// child (`run(_:)`) in the group in whose slot it is itself lends the child its slot.
///
/// Children that are added run with the task-local values of the group, as if its start had opened their
/// tasks; one that a body runs (`run(_:)`), with those of the caller.
///
/// The outcome is the body's. When an added child fails, `GroupPolicy` decides; the outcome of a child
/// that the body runs (`run(_:)`) is the body's affair. A group that is cancelled cancels its children,
/// and one without children succeeds. The body, and the children that name no executor, begin on the
/// group's (`on:`), where it has one.
///
/// `@unchecked Sendable` restates `Operation`'s: own state is constant or in a `Locked`.
open class GroupOperation<Output: Sendable>: AsyncOperation<Output>, @unchecked Sendable {
  /// What becomes of the group when an added child fails.
  public let policy: GroupPolicy
  let register = Locked(GroupRegister())
  let slots: Slots
  let door = Door(isOpen: true)
  /// The keys that are held around the body.
  let held = Locked<Exclusion.Held>([])
  private let suspension: Suspension
  private let groupBody = Locked<(@Sendable (GroupOperation<Output>) async throws -> Output)?>(nil)

  /// A group whose body gets the group. `width` children run at once, at least 1.
  public convenience init(
    on executor: (any TaskExecutor)? = nil, width: Int = .max, policy: GroupPolicy = .stop,
    _ body: @escaping @Sendable (GroupOperation<Output>) async throws -> Output
  ) {
    self.init(on: executor, width: width, policy: policy)
    groupBody.withLock { $0 = body }
  }

  /// For subclasses, which override `perform()`. `width` children run at once, at least 1.
  ///
  /// A `GroupOperation<Void>` made so, without a subclass, has no work beside its children.
  public init(
    on executor: (any TaskExecutor)? = nil, width: Int = .max, policy: GroupPolicy = .stop
  ) {
    self.policy = policy
    slots = Slots(width)
    suspension = Suspension { [door] isSuspended in
      if isSuspended { door.close() } else { door.open() }
    }
    super.init(on: executor)
  }

  /// The work beside the children. Its end is not the group's: the children are waited for.
  open override func perform() async throws -> Output {
    guard let body = groupBody.withLock({ $0.take() }) else { return Self.nothing() }
    return try await body(self)
  }

  /// How the children ended so far.
  public var tally: GroupTally { register.withLock { $0.tally } }

  /// Adds a child, from any thread. It runs when the group has started and a slot is free.
  ///
  /// In a group that was cancelled or stopped it is cancelled at once. The child must be in no queue.
  ///
  /// Throws `ChildRefused`, and nothing happens, when the group has finished, has the child already, or is
  /// the child, and when the child has finished.
  public func add(_ child: Operation) throws(ChildRefused) {
    guard take(GroupChild(operation: child)) else { throw ChildRefused() }
  }

  /// Runs a child and gives its value; what it throws is for the body to decide on.
  ///
  /// Throws `ChildRefused` where `add(_:)` would.
  public func run<Value>(_ child: AsyncOperation<Value>) async throws -> Value {
    let place = TaskOperation.current?.place()
    let member = GroupChild(operation: child, isJudged: false)
    member.caller = place
    guard take(member) else { throw ChildRefused() }
    let outcome = await withTaskCancellationHandler {
      await child.end()
    } onCancel: {
      child.cancel()
    }
    await place?.arrive()
    return try outcome.get()
  }

  /// Holds children back that have not started, until the token is resumed.
  public func suspend() -> SuspensionToken { suspension.suspend() }

  /// Cancels all children that have not ended, and not the group: its body runs on, and children that
  /// come later run.
  public func cancelChildren() {
    for (operation, task) in register.withLock({ $0.children }) {
      operation.cancel()
      task?.cancel()
    }
  }

  /// Cancels the group and all children that have not ended.
  public override func cancel() {
    super.cancel()
    if isCancelled { stopChildren() }
  }

  /// Decides the outcome from outside, and cancels the body and the children.
  @discardableResult
  public override func settle(_ outcome: Outcome<Output>) -> Bool {
    guard super.settle(outcome) else { return false }
    stopChildren()
    return true
  }

  override func end(as ending: OperationEnding) -> Bool {
    let isFirst = super.end(as: ending)
    // Who comes second finds the children stopped too, when it returns: no other body begins then.
    if isFirst || isDisturbed { stopChildren() }
    return isFirst
  }

  nonisolated(nonsending) override func body() async throws -> Output {
    held.withLock { $0 = Exclusion.held }
    launchEarlyChildren()
    do {
      let output = try await perform()
      await idle()
      return output
    } catch {
      if policy == .stop { stopChildren() }
      await idle()
      throw error
    }
  }

  override func dispatch(_ child: GroupChild) {
    register.withLock { $0.dispatch(child) }?.resume()
  }

  override func lineUp(_ waiting: WaitingChild) {
    if waiting.operation.isBlocked { return waiting.waitForDependencies() }
    waiting.standInLine()
  }

  override var hasChildren: Bool { true }

  override func releaseWork() {
    super.releaseWork()
    // Released here, and not under the lock.
    _ = groupBody.withLock { $0.take() }
  }

  nonisolated(nonsending) override func drain() async {
    dismissEarlyChildren()
    while true {
      await idle()
      let (isClosed, dispatcher) = register.withLock { $0.close() }
      dispatcher?.resume()
      if isClosed { return }
    }
  }
}
