import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Dependencies of a GroupOperation's children")
struct GroupDependencyTests {
  @Test("Plain operations can be children, with dependencies in both directions")
  func plainChildren() async throws {
    let recorder = EventRecorder<String>()
    let group = GroupOperation(width: 3) { group in
      let first = BlockOperation { recorder.record("plain") }
      let second = AsyncOperation { recorder.record("async") }
      let third = BlockOperation { recorder.record("last") }
      second.addDependency(first)
      third.addDependency(second)
      for child in [third, second, first] as [Operation] { try group.add(child) }
    }
    try await group.run()
    #expect(recorder.events == ["plain", "async", "last"])
  }

  @Test("Children wait for dependencies outside the group without holding a slot")
  func outsideDependency() async throws {
    let outside = AsyncOperation {}
    let dependent = AsyncOperation { 1 }
    dependent.addDependency(outside)
    let free = AsyncOperation { 2 }
    let group = GroupOperation.parallel([dependent, free], width: 1)
    group.start()
    #expect(try await free.value == 2)
    #expect(!dependent.isExecuting && !dependent.isFinished)
    outside.start()
    #expect(try await group.value.map(\.value) == [1, 2])
  }

  @Test("A dependency that is added when another is about to finish is waited for")
  func lateDependency() async throws {
    let recorder = EventRecorder<String>()
    let gate = Gate()
    let first = AsyncOperation { recorder.record("first") }
    let late = AsyncOperation {
      try await gate.pass()
      recorder.record("late")
    }
    let last = AsyncOperation { recorder.record("last") }
    last.addDependency(first)
    let group = GroupOperation.parallel([last, first])
    first.observe { event in
      guard case .willFinish = event else { return }
      last.addDependency(late)
      try? group.add(late)
    }
    group.start()
    _ = await first.outcome
    for _ in 0..<100 { await Task.yield() }
    gate.open()
    _ = try await group.value
    #expect(recorder.events == ["first", "late", "last"])
  }

  @Test("A dependency that is added while a child waits for its slot is waited for")
  func dependencyInLine() async throws {
    let recorder = EventRecorder<String>()
    let first = AsyncOperation { recorder.record("first") }
    let last = AsyncOperation { recorder.record("last") }
    let late = AsyncOperation { recorder.record("late") }
    let group = GroupOperation.parallel([first, last], width: 1)
    first.observe { event in
      guard case .willFinish = event else { return }
      try? group.add(late)
      last.addDependency(late)
    }
    _ = try await group.run()
    #expect(recorder.events == ["first", "late", "last"])
  }
}
