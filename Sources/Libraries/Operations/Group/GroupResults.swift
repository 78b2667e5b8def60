/// The outcomes of the children of a group over inputs, as they end.
///
/// Iterating starts the group, once. It makes a child of the next input when a slot is free and at most twice its width
/// of outcomes wait to be read, so that memory is that of the width. When the iteration ends early, the group is
/// cancelled.
public struct GroupResults<Child: Sendable>: AsyncSequence, Sendable {
  private let inputs: @Sendable () -> () async throws -> AsyncOperation<Child>?
  private let makeGroup: @Sendable (@escaping Run) -> GroupOperation<GroupTally>
  private let width: Int
  fileprivate typealias Run = @Sendable (GroupOperation<GroupTally>) async throws -> GroupTally

  fileprivate init(
    width: Int, policy: GroupPolicy, on executor: (any TaskExecutor)?,
    _ inputs: @escaping @Sendable () -> () async throws -> AsyncOperation<Child>?
  ) {
    (self.inputs, self.width) = (inputs, width)
    makeGroup = { GroupOperation(on: executor, width: width, policy: policy, $0) }
  }

  /// Starts the group.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Outcome<Child>.self)
    let (most, isTooMuch) = width.multipliedReportingOverflow(by: 2)
    let unread = Slots(isTooMuch ? .max : most)
    let group = makeGroup { [inputs] group in
      let next = inputs()
      let reader = InputReader(
        .stream {
          try await unread.take()
          return try await next()
        }
      ) { child, _ in
        if let outcome = (child as? AsyncOperation<Child>)?.settledOutcome {
          continuation.yield(outcome)
        }
      }
      try await group.runAll(reader)
      return group.tally
    }
    continuation.onTermination = { _ in group.cancel() }
    group.whenOver { [unowned group] in continuation.finish(throwing: group.settledOutcome?.failure)
    }
    group.start()
    return Iterator(outcomes: stream.makeAsyncIterator(), unread: unread)
  }

  /// The outcomes in the order in which the children end.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var outcomes: AsyncThrowingStream<Outcome<Child>, any Error>.Iterator
    fileprivate let unread: Slots

    /// The outcome of the next child that ends; nil after the last.
    /// - Throws: The group's error: of the inputs, or of a child with the policy `stop`.
    public mutating func next() async throws -> Outcome<Child>? {
      guard let outcome = try await outcomes.next() else { return nil }
      unread.release()
      return outcome
    }
  }
}

extension GroupOperation where Output == GroupTally {
  /// The outcomes of the children of a group over a sequence, as they end:
  /// ```swift
  /// var arrived: [Int] = []
  /// for try await outcome in GroupOperation.results(of: photos, width: 8, { Download($0) }) {
  ///   if let size = outcome.value { arrived.append(size) }
  /// }
  /// ```
  /// `makeChild` is called in the inputs' order, one at a time; the sequence's `next()` must not block.
  public static func results<Inputs: Sequence & Sendable, Child>(
    of inputs: Inputs, width: Int, policy: GroupPolicy = .continue, retry: RetryPolicy? = nil,
    on executor: (any TaskExecutor)? = nil,
    _ makeChild: @escaping @Sendable (Inputs.Element) -> AsyncOperation<Child>
  ) -> GroupResults<Child> where Inputs.Element: Sendable {
    let reader = reader(of: inputs, retry, makeChild)
    return GroupResults(width: max(1, width), policy: policy, on: executor) { reader() }
  }

  /// The outcomes of the children of a group over an asynchronous sequence, as they end.
  public static func results<Inputs: AsyncSequence & Sendable, Child>(
    of inputs: Inputs, width: Int, policy: GroupPolicy = .continue, retry: RetryPolicy? = nil,
    on executor: (any TaskExecutor)? = nil,
    _ makeChild: @escaping @Sendable (Inputs.Element) -> AsyncOperation<Child>
  ) -> GroupResults<Child> where Inputs.Element: Sendable {
    let makeChild = retried(by: retry, makeChild)
    return GroupResults(width: max(1, width), policy: policy, on: executor) {
      var inputs = inputs.makeAsyncIterator()
      return { try await inputs.next().map { makeChild($0) } }
    }
  }
}
