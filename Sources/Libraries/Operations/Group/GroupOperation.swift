import Foundation
import Locking

/// An operation composed of others: it never finishes before all its children.
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
/// Children may be any `Operation`. At most `width` run at once, in the group's own slots: a group in a queue
/// or in another group never waits for a slot that it holds itself. Children with unfinished dependencies
/// hold no slot. Ready children start in the order in which they were added. A child that a body runs
/// (`run(_:)`) in the group whose slot it holds runs in that slot, one such child after the other.
///
/// Added children run with the task-local values of the group, as if its start had opened their tasks; a
/// child that a body runs (`run(_:)`), with those of the caller.
///
/// The outcome is the body's. If an added child fails, `GroupPolicy` decides; the outcome of a child that the
/// body runs (`run(_:)`) is returned to the body only. A cancelled group cancels its children, and a group
/// without children succeeds. The body, and children without an executor, begin on the group's executor
/// (`on:`), if it has one.
///
/// `@unchecked Sendable` restates `Operation`'s: own state is constant or in a `Locked`, but for `groupBody`, which only
/// the operation's own task uses.
open class GroupOperation<Output: Sendable>: AsyncOperation<Output>, ParentOperation,
  @unchecked Sendable
{
  /// What the group does if an added child fails.
  public let policy: GroupPolicy
  let children: Children
  private var groupBody: (@Sendable (GroupOperation<Output>) async throws -> Output)?

  /// A group whose body receives the group. `width` children run at once, at least 1.
  public convenience init(
    on executor: (any TaskExecutor)? = nil, width: Int = .max, policy: GroupPolicy = .stop,
    _ body: @escaping @Sendable (GroupOperation<Output>) async throws -> Output
  ) {
    self.init(on: executor, width: width, policy: policy)
    groupBody = body
  }

  /// For subclasses, which override `perform()`. `width` children run at once, at least 1.
  ///
  /// A `GroupOperation<Void>` made this way, without a subclass, has no work besides its children.
  public init(
    on executor: (any TaskExecutor)? = nil, width: Int = .max, policy: GroupPolicy = .stop
  ) {
    self.policy = policy
    children = Children(width: width, policy: policy)
    super.init(on: executor)
    children.belong(to: self)
  }

  /// The work besides the children. The group ends when the children have ended too.
  open override func perform() async throws -> Output {
    guard let body = groupBody else { return Self.nothing() }
    return try await body(self)
  }

  /// The numbers of children that have ended, by outcome.
  public var tally: GroupTally { children.state.withLock { $0.tally } }

  /// Adds a child, from any thread. It runs when the group has started and a slot is free.
  ///
  /// In a group that was cancelled or stopped it is cancelled at once. The child must not be in a queue.
  ///
  /// - Throws: `ChildRefused`, with no effect.
  public func add(_ child: Operation) throws(ChildRefused) { try children.add(GroupChild(child)) }

  /// Runs a child and returns its value; the body handles its error.
  ///
  /// - Throws: The child's error, or `ChildRefused` as `add(_:)` does.
  public func run<Value>(_ child: AsyncOperation<Value>) async throws -> Value {
    try await children.run(child)
    return try child.result()
  }

  /// Suspends children that have not started, until the token is resumed.
  public func suspend() -> SuspensionToken { children.suspend() }

  /// Cancels all children that have not ended, but not the group: its body continues, and later children run.
  public func cancelChildren() { children.cancel() }

  /// Cancels the group and all children that have not ended.
  public override func cancel() {
    super.cancel()
    if isCancelled { children.stop() }
  }

  /// Decides the outcome from outside, and cancels the body and the children.
  @discardableResult
  public override func settle(_ outcome: Outcome<Output>) -> Bool {
    guard super.settle(outcome) else { return false }
    children.stop()
    return true
  }

  override func end(as ending: OperationEnding) -> Bool {
    let isFirst = super.end(as: ending)
    // Also at a later call: the first may not have begun to stop the children yet.
    if isFirst || isDisturbed { children.stop() }
    return isFirst
  }

  nonisolated(nonsending) override func body() async throws -> Output {
    children.open()
    do {
      let output = try await perform()
      await children.idle()
      try children.check()
      return output
    } catch {
      if policy == .stop { children.stop() }
      await children.idle()
      throw error
    }
  }

  override var hasChildren: Bool { true }
  override var innerLines: [String] { children.lines }

  override func releaseWork() {
    super.releaseWork()
    groupBody = nil
  }

  nonisolated(nonsending) override func drain() async { await children.close() }
}
