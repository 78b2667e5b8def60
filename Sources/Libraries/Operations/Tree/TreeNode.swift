import Locking

/// One stage of a tree: the work for each input, its width, and the nodes that its outputs feed.
///
/// A node is configured once, by chained calls, before a `TreeOperation` runs it. Its width applies to the
/// node, in all trees that it runs in: work that shares a resource can share a node.
///
/// For each input the node
/// 1. takes one of its `width` slots, first come, first served;
/// 2. runs the work, retried by its policy; while it waits for the next attempt it holds no slot, unless the
///    policy `keepsSlot`;
/// 3. reads the expansion for each child, one item at a time, and passes on each item with a slot of the
///    child: taken before an asynchronous sequence is read, and before the next item of any sequence is read;
/// 4. releases its slot and waits for the subtree;
/// 5. calls `onSubtreeFinished`: after all descendants, once for each input that succeeded.
///
/// Work that takes long may lend its slot too (`lendsAfter`).
///
/// The number of inputs that are open (in any of these steps) is bounded too: an input keeps its place until
/// it is done, and parents wait for a place before they continue reading. So memory is bounded by the nodes,
/// not by the input, also when everything waits for a retry.
public final class TreeNode<Input: Sendable, Output: Sendable>: Sendable {
  /// The node's name in messages and events.
  public let name: String

  let retry: RetryPolicy?
  /// Nil if work keeps its slot.
  let loan: SlotLoan?
  let work: @Sendable (Input, _ attempt: Int) async throws -> Output
  let slots: Slots
  /// One for each open input; see the type.
  let places: Slots
  private let plan = Locked(TreePlan<Input, Output>())

  /// A node that runs `work` for `width` inputs at once (at least 1), with `retry` for each input.
  ///
  /// With a policy an input fails with `RetryExhausted`, without one with the work's own error. `open` limits
  /// the number of inputs that are running, waiting for a retry or waiting for their subtree: nil means 16
  /// times the width, at least 64; it is never less than the width.
  ///
  /// Work that takes longer than `lendsAfter` lends its slot to other inputs until it ends, so that many slow
  /// inputs delay no fast one; nil means never. `clock` measures the time.
  public init(
    _ name: String, width: Int, open: Int? = nil, retry: RetryPolicy? = nil,
    lendsAfter: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(),
    work: @escaping @Sendable (Input, _ attempt: Int) async throws -> Output
  ) {
    let width = max(1, width)
    self.name = name
    self.retry = retry
    self.work = work
    let slots = Slots(width)
    self.slots = slots
    loan = lendsAfter.map { SlotLoan(of: slots, after: $0, clock: clock) }
    let (sixteenfold, isTooMuch) = width.multipliedReportingOverflow(by: 16)
    places = Slots(max(width, open ?? max(64, isTooMuch ? .max : sixteenfold)))
  }

  /// A node whose work does not receive the attempt's number.
  public convenience init(
    _ name: String, width: Int, open: Int? = nil, retry: RetryPolicy? = nil,
    lendsAfter: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(),
    work: @escaping @Sendable (Input) async throws -> Output
  ) {
    self.init(
      name, width: width, open: open, retry: retry, lendsAfter: lendsAfter, clock: clock
    ) { input, _ in try await work(input) }
  }

  /// Each output feeds `child` with the items that `expanding` makes of it, read one at a time.
  ///
  /// If `expanding`, or its sequence, throws, the input has failed (`decideOnFailure`); the items already
  /// read are completed. The child's slot is taken before the sequence is read, so that it fetches no more
  /// items than can be processed. Several children are fed at the same time.
  /// Adding a child twice, and a cycle, are programmer errors; use `recursing(expanding:)` for a node that
  /// feeds itself.
  @discardableResult
  public func feeding<Items: AsyncSequence & Sendable, ChildOutput: Sendable>(
    _ child: TreeNode<Items.Element, ChildOutput>,
    expanding: @escaping @Sendable (Output) async throws -> Items
  ) -> Self where Items.Element: Sendable {
    connect(child) { output, walk, start in
      try await child.accept(try await expanding(output), walk, start)
    }
  }

  /// Each output feeds `child` with the items that `expanding` makes of it, read one at a time.
  ///
  /// Like the variant for an asynchronous sequence, except that the slot is taken after an item is read, so
  /// that the parent is free as soon as its last item is passed on. The sequence is read on the tasks'
  /// threads: its `next()` must not block.
  @discardableResult
  public func feeding<Items: Sequence & Sendable, ChildOutput: Sendable>(
    _ child: TreeNode<Items.Element, ChildOutput>,
    expanding: @escaping @Sendable (Output) async throws -> Items
  ) -> Self where Items.Element: Sendable {
    connect(child) { output, walk, start in
      try await child.accept(try await expanding(output), walk, start)
    }
  }

  /// Each output is one input of `child`.
  @discardableResult
  public func feeding<ChildOutput: Sendable>(_ child: TreeNode<Output, ChildOutput>) -> Self {
    feeding(child) { CollectionOfOne($0) }
  }

  /// Calls `body` when an attempt failed and another follows, before the delay.
  @discardableResult
  public func onRetry(_ body: @escaping @Sendable (Input, RetryNotice) -> Void) -> Self {
    replace(\.onRetry, body)
  }

  /// Decides how the tree continues after an input's final failure: its work after all attempts, or an
  /// expansion.
  ///
  /// The error is the work's own, or a `RetryExhausted` if the node has a retry policy. Not called if the
  /// tree was cancelled or stopped. The default is `continue`, and a tree whose root's input failed fails
  /// with that error when it ends; a decision of the root overrides this.
  @discardableResult
  public func decideOnFailure(
    _ body: @escaping @Sendable (Input, any Error) async -> TreeDirective
  ) -> Self {
    replace(\.decideOnFailure, body)
  }

  /// Calls `body` when an input and all its descendants are done, with the counts of the descendants.
  ///
  /// Once for each input that succeeded, which includes reading its expansions (after a failed expansion the
  /// subtree is incomplete). Not called if the tree was cancelled or stopped. If it throws, the tree stops
  /// with that error.
  @discardableResult
  public func onSubtreeFinished(
    _ body: @escaping @Sendable (Input, SubtreeSummary) async throws -> Void
  ) -> Self {
    replace(\.onSubtreeFinished, body)
  }

  /// The current configuration.
  var description: TreePlan<Input, Output> { plan.withLock { $0 } }

  private func replace<Body>(
    _ path: WritableKeyPath<TreePlan<Input, Output>, Body?>, _ body: Body
  ) -> Self {
    // Replaced closures are released with `former`, outside the lock.
    let former = plan.withLock { plan in
      defer { plan[keyPath: path] = body }
      return plan[keyPath: path]
    }
    return withExtendedLifetime(former) { self }
  }

  private func connect<Item, ChildOutput>(
    _ child: TreeNode<Item, ChildOutput>, _ expand: @escaping TreeEdge<Output>.Expand
  ) -> Self {
    precondition(!child.reaches(self), "the tree has a cycle: \(child.name) leads back to \(name)")
    let isNew = plan.withLock { plan in
      guard !plan.edges.contains(where: { $0.child === child }) else { return false }
      plan.edges.append(TreeEdge(expand: expand, child: child, reaches: { child.reaches($0) }))
      return true
    }
    precondition(isNew, "\(name) feeds \(child.name) already")
    return self
  }

  func connectItself(_ expand: @escaping TreeEdge<Output>.Expand) -> Self {
    let isNew = plan.withLock { plan in
      guard plan.recursion == nil else { return false }
      plan.recursion = expand
      return true
    }
    precondition(isNew, "\(name) feeds itself already")
    return self
  }

  private func reaches(_ node: AnyObject) -> Bool {
    self === node || description.edges.contains { $0.reaches(node) }
  }
}
