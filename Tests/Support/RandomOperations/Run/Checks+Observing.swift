import Foundation
import Operations

extension Checks {
  /// An observer of `id` receives an event.
  func saw(_ event: OperationEvent, of id: Int, _ settled: Ending?) {
    note(id, with: settled) { state, record in
      state.check(!record.isObserverCalled, "#\(id): two events at once")
      record.isObserverCalled = true
      let name: Record.Event
      switch event {
      case .enqueued: name = .enqueued
      case .started: name = .started
      case .produced(let operation):
        name = .produced
        record.produced.insert(ObjectIdentifier(operation))
      case .progressed(let completed, let total):
        name = .progressed
        state.check(
          completed == record.completed + 1 && total ?? 0 >= max(record.total, completed),
          "#\(id): \(completed) of \(total ?? 0) after \(record.completed) of \(record.total)")
        (record.completed, record.total) = (completed, total ?? 0)
      case .retrying: name = .retrying
      case .willFinish:
        name = .willFinish
        state.check(settled != nil, "#\(id) will finish without an outcome")
      case .finished: name = .finished
      }
      record.events.append(name)
    }
    note(id) { $0.isObserverCalled = false }
  }

  /// Changes a record that must agree with the ending found before.
  func note(
    _ id: Int, with ending: Ending?, _ body: (inout State, inout Record) -> Void = { _, _ in }
  ) {
    change { state in
      var record = state.records[id] ?? Record()
      if let ending {
        let former = record.ending ?? ending
        state.check(former == ending, "#\(id): \(ending) after \(former)")
        record.ending = ending
      }
      body(&state, &record)
      state.records[id] = record
    }
  }

  /// The first work of `child` begins in a group that may be observed.
  func checkProduced(_ operation: Operation, _ child: Int, by parent: Int) {
    guard layout.locations[parent]?.part.tellsOfAllChildren == true else { return }
    let id = ObjectIdentifier(operation)
    change { state in
      let isKnown = state.records[parent]?.produced.contains(id) ?? false
      state.check(isKnown, "#\(child) began before the observer of #\(parent) received it")
    }
  }
}
