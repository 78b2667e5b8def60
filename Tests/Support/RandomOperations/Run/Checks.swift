import Locking
import Operations

/// The checks while a program runs, and the records for those at its end.
final class Checks: Sendable {
  struct State: Sendable {
    var records: [Int: Record] = [:]
    var occupancies: [Int: Occupancy] = [:]
    /// The operation that was the last to begin to hold a key, and all that have begun to hold keys.
    var holders: [String: Int] = [:]
    var held: Set<Int> = []
    var tokens = 0
    /// How many inputs of each tree's node are worked on.
    var inputs: [NodeID: Int] = [:]
    var trees: [Int: TreeRecord] = [:]
    var faults: [String] = []

    mutating func check(_ isRight: Bool, _ fault: @autoclosure () -> String) {
      if !isRight, faults.count < 20 { faults.append(fault()) }
    }
  }

  struct NodeID: Hashable, Sendable {
    let tree: Int
    let node: Int
  }

  let layout: Layout
  private let state = Locked(State())

  init(_ layout: Layout) { self.layout = layout }

  func change<Output>(_ body: (inout State) -> Output) -> Output { state.withLock { body(&$0) } }

  func check(_ isRight: Bool, _ fault: @autoclosure () -> String) {
    if !isRight { change { $0.check(false, fault()) } }
  }

  var faults: [String] { change { $0.faults } }

  /// Changes the record of an operation.
  func note(_ id: Int, _ body: (inout Record) -> Void) {
    change { body(&$0.records[id, default: Record()]) }
  }

  /// The body of `id` begins.
  func begin(_ id: Int) {
    let location = layout[id]
    change { state in
      let record = state.begin(id)
      state.check(record.begins == 1, "#\(id) began \(record.begins) times")
      let isRight = Task.isCancelled || !record.isCancelled
      state.check(isRight, "#\(id) was cancelled, and began in a task that is not")
      state.checkKeys(of: location)
      if let group = location.group { state.begin(location, in: group, layout.groups[group]) }
    }
  }

  /// The body of `id` is done, and still holds its keys.
  func end(_ id: Int) { change { $0.checkKeys(of: layout[id]) } }

  /// Counts work of `id` while `body` runs, unless it is cancelled: cancelled work may have lost its slots.
  nonisolated(nonsending) func work(_ id: Int, _ body: () async -> Void) async {
    guard !Task.isCancelled else { return await body() }
    enter(id)
    await body()
    leave(id)
  }

  func enter(_ id: Int) {
    let location = layout[id]
    change { state in
      state.checkKeys(of: location)
      for slot in location.slots {
        state.begin(slot.child, in: slot.group)
        state.occupancies[slot.group, default: Occupancy()].working[slot.child, default: 0] += 1
        state.checkWidth(of: slot.group, layout.groups[slot.group]?.width ?? .max)
      }
    }
  }

  func leave(_ id: Int) {
    let location = layout[id]
    change { state in
      state.checkKeys(of: location)
      for slot in location.slots {
        state.occupancies[slot.group]?.working[slot.child, default: 0] -= 1
      }
    }
  }

  /// Work of `id` begins, or ends, to wait for a child of `group` that it runs.
  func host(_ id: Int, in group: Int, _ step: Int) {
    guard let child = layout.slot(of: id, in: group) else { return }
    change { state in
      // It may do no work of its own before: then the first work in its slot would count twice.
      state.begin(child, in: group)
      state.occupancies[group, default: Occupancy()].hosting[child, default: 0] += step
    }
  }
}
