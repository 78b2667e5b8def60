import Locking

/// One stage of a tree: the work done on each input, how many at once, and what its outputs feed.
///
/// A node is described once, by chained calls, before a `TreeOperation` runs it. Its width holds
/// for the node, in whichever trees it runs: nodes that share a resource can be one node.
///
/// For each input the node
/// 1. takes one of its `width` slots, first come, first served;
/// 2. runs the work, as its retry policy says; while it waits for the next attempt it holds no slot,
///    unless the policy `keepsSlot`;
/// 3. reads the expansion for each child, one item at a time, and hands each over with a slot of the
///    child: taken before an asynchronous sequence is asked, and before the next of any is read;
/// 4. gives its slot back and waits for the subtree;
/// 5. calls `onSubtreeFinished`: after all descendants, once per input that succeeded.
///
/// The number of inputs that are open (in any of these steps) is bounded too: an input that is not
/// done keeps its place, and parents wait for a place before they read on. So memory is bounded by
/// the nodes, not by the input, also when everything waits for a retry.
public final class TreeNode<Input: Sendable, Output: Sendable>: Sendable {
  /// What the node is called in messages and events.
  public let name: String

  let retry: RetryPolicy?
  let work: @Sendable (Input, _ attempt: Int) async throws -> Output
  let slots: Slots
  /// One for each input that is open: see the type.
  let places: Slots
  private let plan = Locked(TreePlan<Input, Output>())

  /// A node that runs `work` for `width` inputs at once (at least 1), with `retry` for each input.
  ///
  /// With a policy an input fails with `RetryExhausted`, without one with the work's own error. `open` bounds how many inputs may be at work, waiting for a retry or for their subtree:
  /// nil means 16 times the width, at least 64; it is never less than the width.
  public init(
    _ name: String, width: Int, open: Int? = nil, retry: RetryPolicy? = nil,
    work: @escaping @Sendable (Input, _ attempt: Int) async throws -> Output
  ) {
    let width = max(1, width)
    self.name = name
    self.retry = retry
    self.work = work
    slots = Slots(width)
    let (sixteenfold, isTooMuch) = width.multipliedReportingOverflow(by: 16)
    places = Slots(max(width, open ?? max(64, isTooMuch ? .max : sixteenfold)))
  }

  /// A node whose work need not know which attempt it is.
  public convenience init(
    _ name: String, width: Int, open: Int? = nil, retry: RetryPolicy? = nil,
    work: @escaping @Sendable (Input) async throws -> Output
  ) {
    self.init(name, width: width, open: open, retry: retry) { input, _ in try await work(input) }
  }

  /// Each output feeds `child` with the items that `expanding` makes of it, read one at a time.
  ///
  /// Where `expanding`, or its sequence, throws, the input has failed (`decideOnFailure`); items read
  /// until then run to their ends. The child's slot is taken before the sequence is asked, so that
  /// it fetches no more than can be worked on. Several children are fed one after the other, in the
  /// order of these calls. A child that the node feeds already, and a cycle, are a programmer's error; what
  /// feeds itself is `recursing(expanding:)`.
  @discardableResult
  public func feeding<Items: AsyncSequence & Sendable, ChildOutput: Sendable>(
    _ child: TreeNode<Items.Element, ChildOutput>,
    expanding: @escaping @Sendable (Output) async throws -> Items
  ) -> Self where Items.Element: Sendable {
    connect(child) { output, walk, hand in
      try await child.accept(try await expanding(output), walk, hand)
    }
  }

  /// Each output feeds `child` with the items that `expanding` makes of it, read one at a time.
  ///
  /// As with an asynchronous sequence, but for one thing: the slot is taken for an item that was
  /// read, so that the parent is free as soon as its last item is handed over. The sequence is read
  /// where tasks run: its `next()` must not block.
  @discardableResult
  public func feeding<Items: Sequence & Sendable, ChildOutput: Sendable>(
    _ child: TreeNode<Items.Element, ChildOutput>,
    expanding: @escaping @Sendable (Output) async throws -> Items
  ) -> Self where Items.Element: Sendable {
    connect(child) { output, walk, hand in
      try await child.accept(try await expanding(output), walk, hand)
    }
  }

  /// Each output is one input of `child`.
  @discardableResult
  public func feeding<ChildOutput: Sendable>(_ child: TreeNode<Output, ChildOutput>) -> Self {
    feeding(child) { CollectionOfOne($0) }
  }

  /// Calls `body` when an attempt failed and another will be made, before the wait.
  @discardableResult
  public func onRetry(_ body: @escaping @Sendable (Input, RetryNotice) -> Void) -> Self {
    replace(\.onRetry, body)
  }

  /// Decides what becomes of the tree when an input failed for good: its work after all attempts, or an expansion.
  ///
  /// The error is the work's own, or a `RetryExhausted` where the node has a retry policy. Not asked when
  /// the tree was cancelled or stopped. The default is `continue`, and a tree whose root's input failed
  /// fails with that error when it ends; where the root decides, its answer holds.
  @discardableResult
  public func decideOnFailure(
    _ body: @escaping @Sendable (Input, any Error) async -> TreeDirective
  ) -> Self {
    replace(\.decideOnFailure, body)
  }

  /// Calls `body` when an input and all its descendants are done, with the counts of the descendants.
  ///
  /// Once for each input that succeeded: its work, and the reading of its expansions (where one
  /// failed, the subtree is not whole). Not told when the tree was cancelled or stopped. When it
  /// throws, the tree stops with that error.
  @discardableResult
  public func onSubtreeFinished(
    _ body: @escaping @Sendable (Input, SubtreeSummary) async throws -> Void
  ) -> Self {
    replace(\.onSubtreeFinished, body)
  }

  /// What was described so far.
  var description: TreePlan<Input, Output> { plan.withLock { $0 } }

  private func replace<Body>(
    _ path: WritableKeyPath<TreePlan<Input, Output>, Body?>, _ body: Body
  ) -> Self {
    // What was there is released with `former`, without the lock.
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
