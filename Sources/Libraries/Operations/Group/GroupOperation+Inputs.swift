import Locking

extension GroupOperation {
  /// A group over a sequence: makes a child for each input when a slot is free, and keeps their outcomes in
  /// the inputs' order.
  ///
  /// Memory besides the outcomes is that of `width` children. `makeChild` is called in the inputs' order, one
  /// at a time; the sequence's `next()` must not block. With `retry` each child is a `RetryOperation`, which
  /// calls `makeChild` for each attempt.
  @inlinable
  public static func over<Inputs: Sequence & Sendable, Child>(
    _ inputs: Inputs, width: Int, policy: GroupPolicy = .stop, retry: RetryPolicy? = nil,
    on executor: (any TaskExecutor)? = nil,
    _ makeChild: @escaping @Sendable (Inputs.Element) -> AsyncOperation<Child>
  ) -> GroupOperation where Output == [Outcome<Child>], Inputs.Element: Sendable {
    over(reading: reader(of: inputs, retry, makeChild), width: width, policy: policy, on: executor)
  }

  /// A group over a sequence that counts outcomes without keeping them: memory for `width` children.
  @inlinable
  public static func forEach<Inputs: Sequence & Sendable, Child>(
    _ inputs: Inputs, width: Int, policy: GroupPolicy = .stop, retry: RetryPolicy? = nil,
    on executor: (any TaskExecutor)? = nil,
    _ makeChild: @escaping @Sendable (Inputs.Element) -> AsyncOperation<Child>
  ) -> GroupOperation where Output == GroupTally, Inputs.Element: Sendable {
    forEach(
      reading: reader(of: inputs, retry, makeChild), width: width, policy: policy, on: executor)
  }

  /// A group over an asynchronous sequence. It takes a slot before it requests the next element. An error of
  /// the sequence fails the group.
  public static func forEach<Inputs: AsyncSequence & Sendable, Child>(
    _ inputs: Inputs, width: Int, policy: GroupPolicy = .stop, retry: RetryPolicy? = nil,
    on executor: (any TaskExecutor)? = nil,
    _ makeChild: @escaping @Sendable (Inputs.Element) -> AsyncOperation<Child>
  ) -> GroupOperation where Output == GroupTally, Inputs.Element: Sendable {
    let makeChild = retried(by: retry, makeChild)
    return GroupOperation(on: executor, width: width, policy: policy) { group in
      var inputs = inputs.makeAsyncIterator()
      try await group.runAll(InputReader(.stream { try await inputs.next().map { makeChild($0) } }))
      return group.tally
    }
  }

  /// Wraps each child in a retry by `policy`, if there is one.
  @inlinable
  static func retried<Input: Sendable, Child>(
    by policy: RetryPolicy?, _ makeChild: @escaping @Sendable (Input) -> AsyncOperation<Child>
  ) -> @Sendable (Input) -> AsyncOperation<Child> {
    guard let policy else { return makeChild }
    return { input in RetryOperation(policy) { _ in makeChild(input) } }
  }
}

/// Compiled with its caller, which knows the sequence's type: iterating over an existential type takes a
/// tenth of the time of a small child.
extension GroupOperation {
  /// Returns, when the group starts, the function that returns a child for each input.
  @inlinable
  static func reader<Inputs: Sequence & Sendable, Child>(
    of inputs: Inputs, _ retry: RetryPolicy?,
    _ makeChild: @escaping @Sendable (Inputs.Element) -> AsyncOperation<Child>
  ) -> @Sendable () -> () -> AsyncOperation<Child>? where Inputs.Element: Sendable {
    let makeChild = retried(by: retry, makeChild)
    return {
      var inputs = inputs.makeIterator()
      return {
        guard let input = inputs.next() else { return nil }
        return makeChild(input)
      }
    }
  }

  @usableFromInline
  static func over<Child>(
    reading makeReader: @escaping @Sendable () -> () -> AsyncOperation<Child>?,
    width: Int, policy: GroupPolicy, on executor: (any TaskExecutor)?
  ) -> GroupOperation where Output == [Outcome<Child>] {
    GroupOperation(on: executor, width: width, policy: policy) { group in
      let outcomes = Locked<[Outcome<Child>]>([])
      let read = makeReader()
      let makeChild = {
        let child = read()
        if child != nil { outcomes.withLock { $0.append(.cancelled) } }
        return child
      }
      let inputs = InputReader(.sequence(makeChild)) { child, number in
        guard let outcome = (child as? AsyncOperation<Child>)?.settledOutcome else { return }
        outcomes.withLock { $0[number] = outcome }
      }
      try await group.runAll(inputs)
      return outcomes.withLock { $0 }
    }
  }

  @usableFromInline
  static func forEach(
    reading makeReader: @escaping @Sendable () -> () -> TaskOperation?,
    width: Int, policy: GroupPolicy, on executor: (any TaskExecutor)?
  ) -> GroupOperation where Output == GroupTally {
    GroupOperation(on: executor, width: width, policy: policy) { group in
      let read = makeReader()
      try await group.runAll(InputReader(.sequence(read)))
      return group.tally
    }
  }

  func runAll(_ inputs: InputReader) async throws {
    try await children.runAll(inputs)
    await children.idle()
  }
}
