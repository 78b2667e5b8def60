import Foundation
import Locking

/// A long-lived queue of asynchronous work: `width` tasks run at once, one after the other by default, in the
/// order in which they were added. It idles without ending.
///
/// A task that waits, or runs, can be cancelled by itself, with all tasks of an object, or with all. A task with
/// a key is not added if one with that key waits:
/// ```swift
/// let queue = AsyncQueue()
/// queue.addTask(for: view, key: "layout") { await view.layOut() }
/// let size = try await queue.perform { try await measure("lisbon.jpg") }
/// queue.cancelTasks(for: view)
/// ```
/// A task that calls `perform` of its own queue lends its turn meanwhile. The queue may be released: its tasks are
/// completed. They have the task-local values of the queue's creation.
public final class AsyncQueue: Sendable {
  private struct Key: Hashable {
    let name: String
    let object: ObjectIdentifier?
    let output: ObjectIdentifier
  }

  private struct State {
    var tasks: [ObjectIdentifier: [ObjectIdentifier: TaskOperation]] = [:]
    var waiting: [Key: TaskOperation] = [:]
  }

  private let state = Locked(State())
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

  /// Adds a task and returns it. If a task of the object with the same `key` and type waits, that one is returned,
  /// and `body` is not used.
  @discardableResult
  public func addTask<Output: Sendable>(
    for object: AnyObject? = nil, key: String? = nil,
    _ body: @escaping @Sendable () async throws -> Output
  ) -> AsyncOperation<Output> {
    let (task, isNew) = task(for: object, key, body)
    // The group ends only after this object does, and the task is new.
    if isNew { try? group.add(task) }
    return task
  }

  /// Adds a task like `addTask`, and waits for its value. If the caller is cancelled, so is the task.
  public func perform<Output: Sendable>(
    for object: AnyObject? = nil, key: String? = nil,
    _ body: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    let (task, isNew) = task(for: object, key, body)
    return isNew ? try await group.run(task) : try await task.value
  }

  /// Adds an operation, which must not be in another queue.
  public func add(_ operation: Operation) throws(ChildRefused) { try group.add(operation) }

  /// Cancels the tasks of `object`. Call it at the latest in the object's `deinit`: later objects may have its
  /// address.
  public func cancelTasks(for object: AnyObject) {
    let tasks = state.withLock { $0.tasks[ObjectIdentifier(object)] ?? [:] }
    for task in tasks.values { task.cancel() }
  }

  /// Cancels all tasks.
  public func cancelAllTasks() { group.cancelChildren() }

  /// Suspends tasks that have not begun, until the token is resumed.
  public func suspend() -> SuspensionToken { group.suspend() }

  /// Waits until no task is left.
  public func idle() async { await group.idle() }

  private func task<Output: Sendable>(
    for object: AnyObject?, _ name: String?, _ body: @escaping @Sendable () async throws -> Output
  ) -> (task: AsyncOperation<Output>, isNew: Bool) {
    let object = object.map(ObjectIdentifier.init)
    let key = name.map { Key(name: $0, object: object, output: ObjectIdentifier(Output.self)) }
    let task = AsyncOperation { [state] in
      if let key { state.withLock { $0.waiting[key] = nil } }
      return try await body()
    }
    let id = ObjectIdentifier(task)
    let former = state.withLock { state -> AsyncOperation<Output>? in
      if let key {
        if let former = state.waiting[key] as? AsyncOperation<Output>, !former.isEnding {
          return former
        }
        state.waiting[key] = task
      }
      if let object { state.tasks[object, default: [:]][id] = task }
      return nil
    }
    if let former { return (former, false) }
    task.whenOver { [state] in
      state.withLock { state in
        // It may have ended without a start.
        if let key, state.waiting[key].map(ObjectIdentifier.init) == id { state.waiting[key] = nil }
        guard let object else { return }
        state.tasks[object]?[id] = nil
        if state.tasks[object]?.isEmpty == true { state.tasks[object] = nil }
      }
    }
    return (task, true)
  }
}
