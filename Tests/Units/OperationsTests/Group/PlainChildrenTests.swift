import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

@Suite("Plain operations in a group", .timeLimit(.minutes(15)))
struct PlainChildrenTests {
  @Test("Groups of plain operations end, however many there are")
  func manyGroups() async throws {
    try await stress(tasks: 4, rounds: 125) { _, _ in
      let ran = ConcurrencyGauge()
      let group = GroupOperation<Void> { group in
        for _ in 0..<200 { try group.add(BlockOperation { ran.enter() }) }
      }
      try await group.run()
      #expect(ran.total == 200)
      #expect(group.tally.succeeded == 200)
    }
  }

  @Test("A child whose plain dependency ends in a queue meanwhile runs, however many there are")
  func plainDependencies() async throws {
    let queue = OperationQueue()
    try await stress(tasks: 4, rounds: 125) { _, _ in
      let group = GroupOperation<Void> { group in
        for _ in 0..<50 {
          let dependency = BlockOperation {}
          let child = AsyncOperation {}
          child.addDependency(dependency)
          queue.addOperation(dependency)
          try group.add(child)
        }
      }
      try await group.run()
      #expect(group.tally.succeeded == 50)
    }
  }

  @Test("A plain child that waits for a slot leaves the group when it is cancelled")
  func cancelledBehindSlot() async throws {
    let gate = Gate()
    let cancelled = BlockOperation { Issue.record("the cancelled child ran") }
    let group = GroupOperation<Void>(width: 1) { group in
      try group.add(AsyncOperation { try await gate.pass() })
      try group.add(cancelled)
    }
    let recorder = EventRecorder<GroupTally>()
    group.observe { [unowned group] in
      if case .progressed = $0 { recorder.record(group.tally) }
    }
    group.start()
    while !group.isExecuting || cancelled.dependencies.isEmpty { await Task.yield() }
    cancelled.cancel()
    await recorder.waitForEvents(1)
    #expect(group.tally == GroupTally(cancelled: 1))
    gate.open()
    try await group.value
  }

  @Test("A plain child that is cancelled while it is enqueued leaves the group at once")
  func cancelledWhileEnqueued() async throws {
    // One after the other: each end in the same queue makes it check all its operations.
    for question in 1...4 {
      let gate = Gate()
      let cancelled = CancelledWhenAsked(question)
      let group = GroupOperation<Void>(width: 1) { group in
        try group.add(AsyncOperation { try await gate.pass() })
        try group.add(cancelled)
        if !cancelled.isCancelled { cancelled.cancel() }
      }
      group.start()
      for _ in 0..<1_000_000 where !cancelled.isFinished { await Task.yield() }
      #expect(cancelled.isFinished)
      gate.open()
      try await group.value
      #expect(group.tally == GroupTally(succeeded: 1, cancelled: 1))
    }
  }

  @Test("A plain child that waits for a dependency leaves the group when it is cancelled")
  func cancelledBehindDependency() async throws {
    let never = AsyncOperation {}
    let cancelled = BlockOperation { Issue.record("the cancelled child ran") }
    cancelled.addDependency(never)
    let group = GroupOperation<Void> { group in
      try group.add(cancelled)
      cancelled.cancel()
    }
    try await group.run()
    #expect(group.tally == GroupTally(cancelled: 1))
    #expect(cancelled.isFinished)
  }

  @Test("The end of a dependency does not access a plain child that was cancelled and released")
  func releasedBeforeDependency() async throws {
    let dependency = AsyncOperation {}
    for _ in 0..<500 {
      let group = GroupOperation<Void> { group in
        let child = BlockOperation {}
        child.addDependency(dependency)
        try group.add(child)
        child.cancel()
      }
      try await group.run()
      #expect(group.tally.cancelled == 1)
    }
    try await dependency.run()
    #expect(dependency.isFinished)
  }

  @Test("Asynchronous plain operations are waited for, and many that are cancelled end")
  func asynchronous() async throws {
    let group = GroupOperation<Void>(width: 2) { group in
      for _ in 0..<300 { try group.add(Asynchronous()) }
    }
    try await group.run()
    #expect(group.tally == GroupTally(succeeded: 300))
    let (begun, gate) = (Gate(), Gate())
    let cancelled = GroupOperation<Void>(width: 1) { group in
      try group.add(
        AsyncOperation {
          begun.open()
          try await gate.pass()
        })
      for _ in 0..<300 { try group.add(BlockOperation { Issue.record("a cancelled child ran") }) }
      try await gate.pass()
    }
    cancelled.start()
    try await begun.pass()
    cancelled.cancel()
    #expect(await ends(cancelled))
    #expect(cancelled.tally.cancelled == cancelled.tally.total)
  }

  @Test("Many plain children that wait for a slot end when they are cancelled; later ones run")
  func manyCancelled() async throws {
    let (held, begun) = (AsyncOperation {}, Gate())
    let (ran, recorder) = (ConcurrencyGauge(), EventRecorder<GroupTally>())
    let group = GroupOperation<Void>(width: 1, policy: .continue) { group in
      // Not ended by a cancellation.
      try group.add(
        AsyncOperation {
          begun.open()
          _ = await held.outcome
        })
      try await begun.pass()
      for _ in 0..<300 { try group.add(BlockOperation { Issue.record("a cancelled child ran") }) }
      group.cancelChildren()
      for _ in 0..<300 { try group.add(BlockOperation { ran.enter() }) }
    }
    group.observe { [unowned group] in
      if case .progressed = $0 { recorder.record(group.tally) }
    }
    group.start()
    await recorder.waitForEvents(300)
    #expect(group.tally == GroupTally(cancelled: 300))
    try await held.run()
    try await group.value
    #expect(group.tally == GroupTally(succeeded: 300, cancelled: 301))
    #expect(ran.total == 300)
  }

  @Test("Many plain children of a suspended group wait for its end, and for late dependencies")
  func manySuspended() async throws {
    let (last, ran) = (BlockOperation {}, Locked(0))
    let dependency = AsyncOperation { ran.withLock { #expect($0 == 300) } }
    let group = GroupOperation<Void>(width: 2) { group in
      let token = group.suspend()
      for _ in 0..<300 { try group.add(BlockOperation { ran.withLock { $0 += 1 } }) }
      try group.add(last)
      last.addDependency(dependency)
      #expect(ran.withLock { $0 } == 0)
      token.resume()
      while ran.withLock({ $0 }) < 300 { await Task.yield() }
      #expect(!last.isFinished)
      try await dependency.run()
    }
    try await group.run()
    #expect(last.isFinished)
    #expect(group.tally == GroupTally(succeeded: 301))
  }

  @Test("Two thousand plain children that wait for one slot run in the order of their arrival")
  func order() async throws {
    let recorder = EventRecorder<Int>()
    let group = GroupOperation<Void>(width: 1) { group in
      for number in 0..<2_000 { try group.add(BlockOperation { recorder.record(number) }) }
    }
    try await group.run()
    #expect(recorder.events == Array(0..<2_000))
  }
}

/// Ends on another thread, after `start()` has returned.
private final class Asynchronous: Operation, @unchecked Sendable {
  private let state = Locked((isExecuting: false, isFinished: false))

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0.isExecuting } }
  override var isFinished: Bool { state.withLock { $0.isFinished } }

  override func start() {
    state.withLock { $0.isExecuting = true }
    DispatchQueue.global().async {
      self.state.withLock { $0 = (false, true) }
      self.didChangeValue(forKey: "isFinished")
    }
  }
}

/// Is cancelled during the nth call of `isReady`: the value it returns was right before, as when
/// another thread cancels it.
private final class CancelledWhenAsked: Operation, @unchecked Sendable {
  private let remaining: Locked<Int>

  init(_ question: Int) { remaining = Locked(question) }

  override var isReady: Bool {
    let isReady = super.isReady
    let isCancelledNow = remaining.withLock { remaining in
      remaining -= 1
      return remaining == 0
    }
    if isCancelledNow { cancel() }
    return isReady
  }

  override func main() { Issue.record("the cancelled child ran") }
}
