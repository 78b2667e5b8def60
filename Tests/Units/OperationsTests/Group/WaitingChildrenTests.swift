import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Children that wait for their turn", .timeLimit(.minutes(15)))
struct WaitingChildrenTests {
  @TaskLocal static var request = "none"

  @Test("Added children have the group's task-local values, whichever thread adds or releases them")
  func taskLocalsOfAdded() async throws {
    let seen = EventRecorder<String>()
    let body = Gate()
    let first = AsyncOperation {}
    let makeChild = { @Sendable in AsyncOperation { seen.record(Self.request) } }
    let group = GroupOperation<Void>(width: 1) { group in
      for _ in 0..<3 { try group.add(makeChild()) }
      let dependent = makeChild()
      dependent.addDependency(first)
      try group.add(dependent)
      try await body.pass()
    }
    try group.add(makeChild())
    Self.$request.withValue("group") { group.start() }
    try await Self.$request.withValue("other") {
      await seen.waitForEvents(4)
      try group.add(makeChild())
      first.start()
    }
    await seen.waitForEvents(6)
    body.open()
    try await group.value
    #expect(seen.events == Array(repeating: "group", count: 6))
  }

  @Test("A child that the body runs has the task-local values of its caller")
  func taskLocalsOfRun() async throws {
    let group = GroupOperation<String>(width: 1) { group in
      try await Self.$request.withValue("step") {
        try await group.run(AsyncOperation { Self.request })
      }
    }
    #expect(try await Self.$request.withValue("group") { try await group.run() } == "step")
  }

  @Test("A child that waits in two groups ends in both, and runs once")
  func twoGroups() async throws {
    let ran = ConcurrencyGauge()
    let first = AsyncOperation {}
    let child = AsyncOperation {
      ran.enter()
      ran.leave()
    }
    child.addDependency(first)
    let groups = (0..<2).map { _ in GroupOperation<Void>(width: 1) }
    for group in groups {
      try group.add(child)
      group.start()
    }
    first.start()
    for group in groups {
      try await group.value
      #expect(group.tally == GroupTally(succeeded: 1))
    }
    #expect(ran.total == 1)
  }

  @Test("Settling a waiting child with a failure from outside fails its group")
  func settled() async throws {
    let never = AsyncOperation {}
    let child = AsyncOperation { 1 }
    child.addDependency(never)
    let group = GroupOperation<Void>()
    try group.add(child)
    group.start()
    child.settle(.failure(Broken(number: 4)))
    await #expect(throws: Broken(number: 4)) { try await group.value }
  }

  @Test("A child that is cancelled is released before its dependencies end")
  func released() async throws {
    let never = AsyncOperation {}
    let group = GroupOperation<Void>()
    weak var child: AsyncOperation<Void>?
    try autoreleasing {
      let dependent = AsyncOperation {}
      dependent.addDependency(never)
      try group.add(dependent)
      child = dependent
    }
    group.start()
    group.cancelChildren()
    try await group.value
    // The task that conducts an operation releases it a moment after its end.
    for _ in 0..<1_000_000 where child != nil { await Task.yield() }
    #expect(child == nil)
    #expect(!never.isFinished)
  }

  @Test("Dependents that are cancelled, settled or released at the same moment each end once")
  func manyAtOnce() async throws {
    try await stress(tasks: 4, rounds: 150) { _, round in
      let first = AsyncOperation {}
      let children = (0..<8).map { _ in AsyncOperation {} }
      let group = GroupOperation<Void>(width: 2, policy: .continue)
      for child in children {
        child.addDependency(first)
        try group.add(child)
      }
      group.start()
      await withTaskGroup(of: Void.self) { tasks in
        tasks.addTask { first.start() }
        tasks.addTask { for child in children.prefix(3) { child.cancel() } }
        tasks.addTask { for child in children.suffix(3) { child.settle(.value(())) } }
        if round % 3 == 0 { tasks.addTask { group.cancelChildren() } }
      }
      try await group.value
      #expect(group.tally.total == 8)
      #expect(children.allSatisfy { $0.isFinished })
    }
  }

  private func autoreleasing(_ body: () throws -> Void) rethrows { try body() }
}
