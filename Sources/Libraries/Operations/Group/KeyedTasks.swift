import Foundation
import Locking

/// The tasks of an ``AsyncQueue`` by their objects and keys, and the callers that share each.
final class KeyedTasks: Sendable {
  struct Key: Hashable {
    let name: String
    let object: ObjectIdentifier?
    let output: ObjectIdentifier

    init(_ name: String, of object: AnyObject?, _ output: Any.Type) {
      self.name = name
      self.object = object.map(ObjectIdentifier.init)
      self.output = ObjectIdentifier(output)
    }
  }

  private struct State {
    var ofObjects: [ObjectIdentifier: [ObjectIdentifier: TaskOperation]] = [:]
    /// The tasks that wait.
    var waiting: [Key: TaskOperation] = [:]
    /// The callers of each task; without a number if it is anybody's.
    var callers: [ObjectIdentifier: Int] = [:]

    mutating func join(_ task: TaskOperation, isShared: Bool) {
      let id = ObjectIdentifier(task)
      callers[id] = isShared ? nil : callers[id].map { $0 + 1 }
    }
  }

  private let state = Locked(State())

  /// Adds a new task, or joins the one with its key that waits.
  /// - Returns: That one, to be returned or, if `task` is new, to be cancelled.
  func add(
    _ task: TaskOperation, _ key: Key?, of object: AnyObject?, _ repetition: AsyncQueue.Repetition,
    isShared: Bool
  ) -> (former: TaskOperation?, isNew: Bool) {
    state.withLock { state in
      var former: TaskOperation?
      if let key {
        former = state.waiting[key].flatMap { $0.isEnding ? nil : $0 }
        if let former, repetition == .first {
          state.join(former, isShared: isShared)
          return (former, false)
        }
        state.waiting[key] = task
      }
      if let object {
        state.ofObjects[ObjectIdentifier(object), default: [:]][ObjectIdentifier(task)] = task
      }
      if !isShared { state.callers[ObjectIdentifier(task)] = 1 }
      return (former, true)
    }
  }

  /// A task begins: the next with its key is another.
  func begin(_ task: TaskOperation, _ key: Key) {
    state.withLock { if $0.waiting[key] === task { $0.waiting[key] = nil } }
  }

  /// A caller does not wait any more. True if it was the last, and the task is nobody else's.
  func leave(_ task: TaskOperation) -> Bool {
    let id = ObjectIdentifier(task)
    return state.withLock { state in
      guard let left = state.callers[id].map({ $0 - 1 }) else { return false }
      state.callers[id] = left
      return left == 0
    }
  }

  /// A task is over.
  func remove(_ task: ObjectIdentifier, _ key: Key?, of object: ObjectIdentifier?) {
    state.withLock { state in
      state.callers[task] = nil
      // It may have ended without a start.
      if let key, state.waiting[key].map(ObjectIdentifier.init) == task { state.waiting[key] = nil }
      guard let object else { return }
      state.ofObjects[object]?[task] = nil
      if state.ofObjects[object]?.isEmpty == true { state.ofObjects[object] = nil }
    }
  }

  func tasks(of object: AnyObject) -> [TaskOperation] {
    state.withLock { ($0.ofObjects[ObjectIdentifier(object)] ?? [:]).map(\.value) }
  }
}

/// A task of an ``AsyncQueue``.
///
/// `@unchecked Sendable` restates `Operation`'s: own state is constant, but for `work`, which only the operation's own
/// task uses.
final class KeyedOperation<Output: Sendable>: AsyncOperation<Output>, @unchecked Sendable {
  private let keyed: KeyedTasks
  private let key: KeyedTasks.Key?
  private var work: (@isolated(any) @Sendable () async throws -> Output)?

  init(
    of keyed: KeyedTasks, _ key: KeyedTasks.Key?,
    _ work: @escaping @isolated(any) @Sendable () async throws -> Output
  ) {
    (self.keyed, self.key, self.work) = (keyed, key, work)
    super.init()
  }

  override func perform() async throws -> Output {
    if let key { keyed.begin(self, key) }
    guard let work else { throw CancellationError() }
    return try await work()
  }

  override func releaseWork() { work = nil }
}
