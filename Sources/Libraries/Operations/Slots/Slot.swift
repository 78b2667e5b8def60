import Foundation
import Locking

/// The children of a group, as their slots know them.
protocol SlotOwner: AnyObject, Sendable {
  /// Whether there is one slot, whose order is guaranteed.
  var isSerial: Bool { get }
  /// Runs `body` with the lock of the slots held.
  func withLock<Result>(_ body: () -> Result) -> Result
  /// Releases a slot.
  func releaseSlot()
  /// Takes a slot in line.
  /// - Throws: `CancellationError`; no slot is held then.
  nonisolated(nonsending) func takeSlot() async throws
}

/// The place of an operation that waits in a group.
protocol LinePlace: AnyObject, Sendable {
  /// The operation was cancelled, or settled from outside, and has removed this place: it only has to end.
  func dismiss()
  /// Lets the operation run in the caller's slot, if that is one of the group's. Returns whether it does.
  func claim() -> Bool
}

/// The slot of a group in which a child runs, for the operations that its body runs in the same group.
///
/// Such an operation, a guest, runs in that slot, one at a time, while the body waits for it. The
/// slots form a chain: `outer` is the one in which the child's group runs, or in which a guest was called.
///
/// Tasks inherit it, and may outlive the child: it retains neither the child nor its group.
///
/// `@unchecked Sendable`: what changes is guarded by the lock of the group's children.
final class Slot: @unchecked Sendable {
  /// The innermost slot that the task works in.
  @TaskLocal static var current: Slot?

  /// Runs `body` as work that is in no slot.
  static func outside(_ body: () -> Void) {
    current == nil ? body() : $current.withValue(nil, operation: body)
  }

  let children: any SlotOwner
  /// The child.
  let owner: ObjectIdentifier
  let outer: Slot?
  /// The slot in which the child is a guest; nil if it has one of its own.
  let host: Slot?
  /// The groups and trees that run in it: the child itself, an attempt of it, or one that its body runs. Others of their
  /// operations may work while one waits.
  private var groups = 0
  /// False while a retry, or a guest behind a dependency, waits, which has released it.
  private var isHeld = true
  /// Whether a guest runs in it.
  private var isUsed = false
  private var hasEnded = false
  private var line = Line<CancellableWait>()

  init(_ children: any SlotOwner, of child: TaskOperation, outer: Slot?, host: Slot? = nil) {
    self.children = children
    self.outer = outer
    self.host = host
    owner = ObjectIdentifier(child)
  }

  /// The slot of the group that is released while the only work in it waits; nil if other work may run in it.
  private var root: Slot? {
    guard let host else { return self }
    return outer === host ? host.root : nil
  }

  /// Whether the child has ended: then tasks that outlive it run nothing in it.
  private var isOver: Bool { children.withLock { hasEnded } }

  /// The child ends. Called with the lock held.
  /// - Returns: Whether it has a slot of the group, for the caller to release; if not, it is a guest, or released it, or
  ///   a guest of a task that outlives the child releases it.
  func end() -> Bool {
    hasEnded = true
    return host == nil && isHeld && !isUsed
  }

  /// Waits until no other guest runs in the slot. False if the child has ended.
  /// - Throws: `CancellationError`.
  nonisolated(nonsending) func enter() async throws -> Bool {
    try Task.checkCancellation()
    let wait = CancellableWait()
    let answer = children.withLock { () -> Bool? in
      if hasEnded { return false }
      if !isUsed {
        isUsed = true
        return true
      }
      line.append(wait)
      return nil
    }
    if let answer { return answer }
    do {
      try await wait.value()
    } catch {
      children.withLock { line.noteLeft() }
      throw error
    }
    return true
  }

  /// A guest has ended: another may run.
  func leave() {
    var next: CancellableWait?
    repeat {
      let isLast = children.withLock {
        next = line.popFirst()
        isUsed = next != nil
        return next == nil && hasEnded && isHeld
      }
      if isLast, host == nil { children.releaseSlot() }
      // One that was cancelled at this moment does not run.
    } while next?.end() == false
  }

  /// Releases the group's slot while `pause` runs, if no other work may run in it, and takes one again in line.
  ///
  /// After an error, also of a cancelled wait, it is not held any more: nothing may begin then.
  nonisolated(nonsending) func release(_ pause: () async throws -> Void) async throws {
    guard let root, give(root) else { return try await pause() }
    root.children.releaseSlot()
    try await pause()
    try await root.regain()
  }

  /// Takes a slot of the group in line, if it was released.
  nonisolated(nonsending) func regain() async throws {
    guard let root, root.children.withLock({ !root.isHeld && !root.hasEnded }) else {
      return
    }
    try await root.children.takeSlot()
    let isKept = root.children.withLock {
      let isKept = !root.isHeld && !root.hasEnded
      if isKept { root.isHeld = true }
      return isKept
    }
    if !isKept { root.children.releaseSlot() }
  }

  /// Releases the group's slot if no other work may run in it.
  private func give(_ root: Slot) -> Bool {
    children.withLock {
      guard !isUsed, !hasEnded, !hasGroups, root.isHeld, !root.hasEnded else { return false }
      root.isHeld = false
      return true
    }
  }

  /// Whether children of a group may work in it, or in the one around it. Called with the lock held.
  private var hasGroups: Bool { groups > 0 || host?.hasGroups ?? false }

  /// A group or a tree begins in it, or has ended.
  func count(groups count: Int) { children.withLock { groups += count } }

  /// The number of slots of `children` that the task works in.
  func depth(in children: any SlotOwner) -> Int {
    (self.children === children && !isOver ? 1 : 0) + (outer?.depth(in: children) ?? 0)
  }

  /// The way of a guest of `children` from this slot; nil if none of them is around.
  func path(to children: any SlotOwner) -> SlotPath? {
    var (slots, next) = ([Slot](), self as Slot?)
    while let slot = next {
      guard !slot.isOver else { return nil }
      slots.append(slot)
      if slot.children === children { return SlotPath(slots: slots, host: slot) }
      next = slot.outer
      guard let host = slot.host else { continue }
      // A guest holds those between its caller and its host.
      while let held = next {
        if held.children === children { return SlotPath(slots: slots, host: held) }
        next = held.outer
        if held === host { break }
      }
    }
    return nil
  }
}

/// The slots that a guest must have for itself, from the caller's outwards, and the one in which it runs.
///
/// All guests take them in this order, and a guest holds those between its caller and its host: so none waits for one
/// that waits for it.
struct SlotPath: Sendable {
  let slots: [Slot]
  let host: Slot

  /// Waits for the slots. False, with none, if a child around has ended.
  /// - Throws: `CancellationError`, with none.
  nonisolated(nonsending) func enter() async throws -> Bool {
    var entered = 0
    do {
      for slot in slots {
        guard try await slot.enter() else {
          leave(entered)
          return false
        }
        entered += 1
      }
      try await host.regain()
      return true
    } catch {
      leave(entered)
      throw error
    }
  }

  /// Leaves the slots.
  func leave() { leave(slots.count) }

  private func leave(_ count: Int) {
    for slot in slots.prefix(count).reversed() { slot.leave() }
  }

  /// Waits for the dependencies of a guest, which has none of the slots; releases the group's slot meanwhile, if
  /// nothing else runs in it.
  nonisolated(nonsending) func wait(for operation: Operation) async throws {
    guard slots.count == 1 else { return try await operation.dependenciesFinished() }
    try await host.release { try await operation.dependenciesFinished() }
  }
}
