import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("GroupOperation")
struct GroupOperationTests {
  @Test("An empty group succeeds")
  func empty() async throws {
    #expect(try await GroupOperation { _ in 3 }.run() == 3)
    #expect(try await GroupOperation.parallel([AsyncOperation<Int>]()).run().isEmpty)
  }

  @Test("A group finishes after all its children, including those added while it ran")
  func finishesLast() async throws {
    let gate = Gate()
    let child = AsyncOperation { try await gate.pass() }
    let late = AsyncOperation {}
    let group = GroupOperation<Int> { group in
      try group.add(child)
      return 1
    }
    group.start()
    while !child.isExecuting { await Task.yield() }
    #expect(!group.isFinished)
    try group.add(late)
    gate.open()
    #expect(try await group.value == 1)
    #expect(child.isFinished && late.isFinished)
    #expect(throws: ChildRefused.groupIsFinished) { try group.add(AsyncOperation {}) }
  }

  @Test(
    "An observer may add children when a group is about to finish, and the group waits for them")
  func addedAtTheEnd() async throws {
    let recorder = EventRecorder<String>()
    let group = GroupOperation { _ in 1 }
    group.observe { [unowned group] event in
      switch event {
      case .willFinish: try? group.add(AsyncOperation { recorder.record("child") })
      case .finished: recorder.record("finished")
      default: break
      }
    }
    #expect(try await group.run() == 1)
    #expect(recorder.events == ["child", "finished"])
  }

  @Test("A group refuses itself and a child it already has, and waits for one that is running")
  func oddChildren() async throws {
    let gate = Gate()
    let child = AsyncOperation { try await gate.pass() }
    child.start()
    let group = GroupOperation<Int> { group in
      #expect(throws: ChildRefused.isGroupItself) { try group.add(group) }
      try group.add(child)
      #expect(throws: ChildRefused.isDuplicate) { try group.add(child) }
      await #expect(throws: ChildRefused.self) { try await group.run(group) }
      gate.open()
      return 1
    }
    #expect(try await group.run() == 1)
    #expect(child.isFinished)
  }

  @Test("A sequential group runs one child at a time, in order")
  func sequence() async throws {
    let recorder = EventRecorder<Int>()
    let gauge = ConcurrencyGauge()
    let children = (0..<100).map { number in
      AsyncOperation {
        await gauge.measure { await Task.yield() }
        recorder.record(number)
      }
    }
    _ = try await GroupOperation.sequence(children).run()
    #expect(recorder.events == Array(0..<100))
    #expect(gauge.peak == 1)
  }

  @Test("A group's body passes results on and handles errors with plain await")
  func body() async throws {
    let group = GroupOperation<Int> { group in
      let first = try await group.run(AsyncOperation { 20 })
      let second =
        (try? await group.run(AsyncOperation<Int> { throw Broken() }))
        ?? 1
      return first + second
    }
    #expect(try await group.run() == 21)
  }

  @Test("A child that has finished, in this group or elsewhere, is refused and not counted")
  func finishedChild() async throws {
    let elsewhere = AsyncOperation { 1 }
    _ = try await elsewhere.run()
    let child = AsyncOperation { 1 }
    let group = GroupOperation<Void> { group in
      _ = try await group.run(child)
      #expect(throws: ChildRefused.childIsFinished) { try group.add(child) }
      #expect(throws: ChildRefused.childIsFinished) { try group.add(elsewhere) }
      await #expect(throws: ChildRefused.self) { try await group.run(child) }
    }
    try await group.run()
    #expect(group.tally == GroupTally(succeeded: 1))
  }

  @Test("Groups of width 1 nest to any depth: none waits for a slot that it holds")
  func nestedSerial() async throws {
    @Sendable func nest(_ depth: Int) -> AsyncOperation<Int> {
      guard depth > 0 else { return AsyncOperation { 0 } }
      return GroupOperation(width: 1) { try await $0.run(nest(depth - 1)) + 1 }
    }
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let operation = nest(50)
    queue.addOperation(operation)
    #expect(try await operation.value == 50)
  }

  @Test("A suspended group starts no child until the last token is resumed, and keeps its order")
  func suspended() async throws {
    let recorder = EventRecorder<Int>()
    let group = GroupOperation.sequence(
      (0..<10).map { number in AsyncOperation { recorder.record(number) } })
    let first = group.suspend()
    let second = group.suspend()
    group.start()
    first.resume()
    for _ in 0..<50 { await Task.yield() }
    #expect(recorder.events.isEmpty)
    second.resume()
    _ = try await group.value
    #expect(recorder.events == Array(0..<10))
  }

  @Test("A group reports its children and its progress")
  func progress() async throws {
    let recorder = EventRecorder<String>()
    let group = GroupOperation.sequence([AsyncOperation {}, AsyncOperation {}])
    group.observe { event in
      switch event {
      case .produced: recorder.record("produced")
      case .progressed(let completed, let total): recorder.record("\(completed)/\(total ?? 0)")
      default: break
      }
    }
    try group.add(AsyncOperation {})
    _ = try await group.run()
    #expect(recorder.events == ["produced", "1/3", "2/3", "3/3"])
  }
}
