import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Conditions")
struct ConditionTests {
  @Test("A condition that throws fails the operation, and the body does not run")
  func unmet() async {
    let operation = AsyncOperation<Void> { Issue.record("the body ran") }
    operation.require {}
    operation.require { throw Broken(number: 3) }
    operation.require { Issue.record("a later condition was asked") }
    await #expect(throws: Broken(number: 3)) { try await operation.run() }
  }

  @Test("Conditions are evaluated only after the dependencies have finished")
  func afterDependencies() async throws {
    let recorder = EventRecorder<String>()
    let first = AsyncOperation { recorder.record("dependency") }
    let second = AsyncOperation { recorder.record("body") }
    second.require { recorder.record("condition") }
    second.addDependency(first)
    let queue = OperationQueue()
    queue.add([second, first])
    try await second.value
    #expect(recorder.events == ["dependency", "condition", "body"])
  }

  @Test(
    "A barrier does not run if a dependency failed, and neither does a barrier that requires it")
  func barrier() async throws {
    let failing = AsyncOperation<Int> { throw Broken(number: 1) }
    failing.name = "fetch"
    let barrier = AsyncOperation<Void> { Issue.record("the barrier ran") }
    let behind = AsyncOperation<Void> { Issue.record("what is behind ran") }
    let free = AsyncOperation { 1 }
    for (dependent, dependency) in [(barrier, failing as Operation), (behind, barrier)] {
      dependent.addDependency(dependency)
      dependent.requireSuccessOfDependencies()
    }
    free.addDependency(failing)
    let queue = OperationQueue()
    queue.add([failing, barrier, behind, free])
    let error = await barrier.outcome.failure as? DependencyFailed
    #expect(error?.dependency == "fetch")
    #expect(error?.cause as? Broken == Broken(number: 1))
    let last = await behind.outcome.failure as? DependencyFailed
    #expect(last?.cause is DependencyFailed)
    #expect(last?.rootCause as? Broken == Broken(number: 1))
    #expect(try await free.value == 1)
  }

  @Test("A barrier does not run if a dependency was cancelled, plain or asynchronous")
  func cancelledDependency() async {
    for dependency in [AsyncOperation {}, BlockOperation {}] as [Operation] {
      let barrier = AsyncOperation<Void> { Issue.record("the barrier ran") }
      barrier.addDependency(dependency)
      barrier.requireSuccessOfDependencies()
      dependency.cancel()
      let queue = OperationQueue()
      queue.add([dependency, barrier])
      let error = await barrier.outcome.failure as? DependencyFailed
      #expect(error != nil && error?.cause == nil && error?.rootCause == nil)
    }
  }

  @Test("A barrier whose dependencies all succeeded runs")
  func open() async throws {
    let barrier = AsyncOperation { 1 }
    let dependencies = [AsyncOperation {}, BlockOperation {}] as [Operation]
    for dependency in dependencies { barrier.addDependency(dependency) }
    barrier.requireSuccessOfDependencies()
    let queue = OperationQueue()
    queue.add(dependencies + [barrier])
    #expect(try await barrier.value == 1)
  }

  @Test("An operation that exceeds its time limit fails, and finishes when its body has returned")
  func timeOut() async {
    let clock = ManualClock()
    let operation = AsyncOperation { try await Gate().pass() }
    operation.timeOut(after: .seconds(3), clock: clock)
    operation.start()
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    #expect(await operation.outcome.failure as? TimedOut == TimedOut(limit: .seconds(3)))
  }

  @Test(
    "The shorter of two time limits applies, in whichever order they are set", arguments: [1, 5])
  func twoLimits(first: Int) async {
    let clock = ManualClock()
    let operation = AsyncOperation { try await Gate().pass() }
    for limit in [first, 6 - first] {
      operation.timeOut(after: .seconds(limit), clock: clock)
    }
    operation.start()
    await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    #expect(await operation.outcome.failure as? TimedOut == TimedOut(limit: .seconds(1)))
  }

  @Test("A time limit does not affect an operation that ends in time")
  func inTime() async throws {
    let clock = ManualClock()
    let operation = AsyncOperation { 1 }
    operation.timeOut(after: .seconds(3), clock: clock)
    #expect(try await operation.run() == 1)
    clock.advance(by: .seconds(3))
    #expect(operation.settledOutcome?.value == 1)
  }

  @Test("A delay operation lasts exactly its duration")
  func delay() async throws {
    let clock = ManualClock()
    let operation = AsyncOperation.delay(.seconds(2), clock: clock)
    operation.start()
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(operation.isExecuting && operation.settledOutcome == nil)
    clock.advance(by: .seconds(1))
    try await operation.value
  }
}
