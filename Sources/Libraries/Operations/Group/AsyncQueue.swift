import Foundation

/// A long-lived queue of asynchronous work: `width` tasks run at once, one after the other by default, in the
/// order in which they were added. It idles without ending.
///
/// A task that waits, or runs, can be cancelled by itself, with all tasks of an object, or with all. Of the tasks with
/// a key one waits at most:
/// ```swift
/// let queue = AsyncQueue()
/// queue.addTask(for: view, key: "layout") { await view.layOut() }
/// let size = try await queue.perform { try await measure("lisbon.jpg") }
/// queue.cancelTasks(for: view)
/// ```
/// A task that waits for another of its own queue runs that one in its own turn. The queue may be released: its tasks are
/// completed. They have the task-local values of the queue's creation.
public final class AsyncQueue: Sendable {
  /// Which of two tasks with the same key is kept, if the first still waits.
  public enum Repetition: Sendable {
    /// The first; the second is not added, and who adds it gets the first.
    case first
    /// The second; the first is cancelled.
    case latest
  }

  private let keyed = KeyedTasks()
  private let end: Door
  private let group: GroupOperation<Void>

  /// A queue that runs `width` tasks at once, which begin on `executor`, if given.
  public init(width: Int = 1, on executor: (any TaskExecutor)? = nil) {
    let end = Door()
    self.end = end
    group = GroupOperation(on: executor, width: width, policy: .continue) { _ in
      try await end.pass()
    }
    group.start()
  }

  deinit { end.open() }

  /// Adds a task and returns it. If a task of the object with the same `key` and type waits, `keeping` decides which
  /// of them is kept. In a queue that was finished it is cancelled.
  @discardableResult
  public func addTask<Output: Sendable>(
    for object: AnyObject? = nil, key: String? = nil, keeping repetition: Repetition = .first,
    priority: TaskPriority? = nil,
    _ body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) -> AsyncOperation<Output> {
    task(for: object, key, repetition, priority, isShared: true, body)
  }

  /// Adds a task like `addTask`, and waits for its value.
  ///
  /// A caller that is cancelled returns at once, but for a task of the queue, in whose turn this one runs. The task is
  /// cancelled with its last caller, unless `addTask` returned it.
  /// - Throws: The task's error; `CancellationError` if the caller or the task is cancelled.
  public func perform<Output: Sendable>(
    for object: AnyObject? = nil, key: String? = nil, keeping repetition: Repetition = .first,
    priority: TaskPriority? = nil,
    _ body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) async throws -> Output {
    let task = task(for: object, key, repetition, priority, isShared: false, body)
    let isInside = task.claim()
    task.raise(to: Task.currentPriority)
    do {
      try await task.overOrCancelled()
    } catch {
      if keyed.leave(task) { task.cancel() }
      // In the caller's turn, which no two use at once.
      if isInside { await task.over() }
      throw error
    }
    if isInside { try? await Slot.current?.regain() }
    return try task.result()
  }

  /// Adds an operation, which must not be in another queue.
  public func add(_ operation: Operation) throws(ChildRefused) { try group.add(operation) }

  /// Cancels the tasks of `object`. Call it at the latest in the object's `deinit`: later objects may have its
  /// address.
  public func cancelTasks(for object: AnyObject) {
    for task in keyed.tasks(of: object) { task.cancel() }
  }

  /// Cancels all tasks.
  public func cancelAllTasks() { group.cancelChildren() }

  /// Suspends tasks that have not begun, until the token is resumed.
  public func suspend() -> SuspensionToken { group.suspend() }

  /// Waits until no task is left, besides those that call it.
  /// - Throws: `CancellationError` if the caller is cancelled before.
  public func idle() async throws { try await group.children.idleOrCancelled() }

  /// Takes no more tasks, and waits until no task is left, besides those that call it.
  /// - Throws: `CancellationError` if the caller is cancelled before. The queue takes no more tasks then, either.
  public func finish() async throws {
    group.children.refuse()
    end.open()
    try await idle()
  }

  private func task<Output: Sendable>(
    for object: AnyObject?, _ name: String?, _ repetition: Repetition, _ priority: TaskPriority?,
    isShared: Bool, _ body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) -> AsyncOperation<Output> {
    let key = name.map { KeyedTasks.Key($0, of: object, Output.self) }
    let task = KeyedOperation(of: keyed, key, body)
    task.qualityOfService = QualityOfService(priority)
    let (former, isNew) = keyed.add(task, key, of: object, repetition, isShared: isShared)
    guard isNew else { return former as? AsyncOperation<Output> ?? task }
    former?.cancel()
    let object = object.map(ObjectIdentifier.init)
    task.whenOver { [keyed, id = ObjectIdentifier(task)] in keyed.remove(id, key, of: object) }
    do {
      try group.add(task)
    } catch {
      task.cancel()
      task.start()
    }
    return task
  }
}

extension QualityOfService {
  fileprivate init(_ priority: TaskPriority?) {
    switch priority {
    case .high?, .userInitiated?: self = .userInitiated
    case .utility?, .low?: self = .utility
    case .background?: self = .background
    default: self = .default
    }
  }
}
