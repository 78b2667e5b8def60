import Locking
import Operations

/// The checks while a program runs, and the records for those at its end.
final class Scene: Sendable {
  struct State: Sendable {
    var records: [Int: Record] = [:]
    var rings: [Int: Occupancy] = [:]
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
    let spot = layout[id]
    change { state in
      let record = state.begin(id)
      state.check(record.begins == 1, "#\(id) began \(record.begins) times")
      let isRight = Task.isCancelled || !record.isCancelled
      state.check(isRight, "#\(id) was cancelled, and began in a task that is not")
      state.checkKeys(of: spot)
      if let group = spot.group { state.begin(spot, in: group, layout.rings[group]) }
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
    let spot = layout[id]
    change { state in
      state.checkKeys(of: spot)
      for seat in spot.seats {
        state.begin(seat.child, in: seat.group)
        state.rings[seat.group, default: Occupancy()].working[seat.child, default: 0] += 1
        state.checkWidth(of: seat.group, layout.rings[seat.group]?.width ?? .max)
      }
    }
  }

  func leave(_ id: Int) {
    let spot = layout[id]
    change { state in
      state.checkKeys(of: spot)
      for seat in spot.seats {
        state.rings[seat.group]?.working[seat.child, default: 0] -= 1
      }
    }
  }

  /// Work of `id` begins, or ends, to wait for a child of `group` that it runs.
  func host(_ id: Int, in group: Int, _ step: Int) {
    guard let child = layout.seat(of: id, in: group) else { return }
    change { $0.rings[group, default: Occupancy()].hosting[child, default: 0] += step }
  }
}
