import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Observers")
struct ObserverTests {
  @Test("Observers receive enqueue, start, progress, will finish and finish, in order")
  func order() async throws {
    let recorder = EventRecorder<String>()
    let operation = AsyncOperation<Int> { 1 }
    let reporting = AsyncOperation<Int> {
      operation.report(completed: 5, of: 10)
      return try await operation.run()
    }
    operation.observe { recorder.record($0.label) }
    #expect(try await reporting.run() == 1)
    #expect(recorder.events == ["progressed", "started", "willFinish", "finished"])
    let child = AsyncOperation {}
    let second = EventRecorder<String>()
    child.observe { second.record($0.label) }
    let group = GroupOperation<Void>()
    try group.add(child)
    try await group.run()
    #expect(second.events == ["enqueued", "started", "willFinish", "finished"])
  }

  @Test("The outcome is available at will finish, when the operation has not finished yet")
  func willFinish() async throws {
    let recorder = EventRecorder<Bool>()
    let dependent = AsyncOperation {}
    let operation = AsyncOperation { 3 }
    operation.observe { [unowned operation] event in
      guard case .willFinish = event else { return }
      recorder.record(operation.settledOutcome?.value == 3)
      recorder.record(!operation.isFinished)
      dependent.addDependency(operation)
    }
    _ = try await operation.run()
    #expect(recorder.events == [true, true])
    #expect(dependent.isReady)
  }

  @Test("A typed observer receives each outcome with its type, before dependents begin")
  func typedOutcome() async throws {
    let recorder = EventRecorder<Outcome<Int>>()
    let number = AsyncOperation { 3 }
    let failing = AsyncOperation<Int> { throw Broken() }
    let cancelled = AsyncOperation { 1 }
    cancelled.cancel()
    for operation in [number, failing, cancelled] {
      operation.onOutcome { [unowned operation] outcome in
        #expect(!operation.isFinished)
        recorder.record(outcome)
      }
      _ = try? await operation.run()
    }
    #expect(recorder.events == [.value(3), .failure(Broken()), .cancelled])
  }

  @Test("The observer of an operation that was cancelled early receives one finish and no start")
  func cancelledEarly() async {
    let recorder = EventRecorder<String>()
    let operation = AsyncOperation {}
    operation.observe { recorder.record($0.label) }
    operation.cancel()
    operation.cancel()
    operation.start()
    _ = await operation.outcome
    #expect(recorder.events == ["willFinish", "finished"])
  }

  @Test("Events of one operation never overlap, whichever threads send them")
  func serial() async throws {
    let inside = ConcurrencyGauge()
    let gate = Gate()
    let operation = AsyncOperation { try await gate.pass() }
    operation.observe { event in
      guard case .progressed = event else { return }
      inside.enter()
      inside.leave()
    }
    operation.start()
    try await stress(tasks: 8, rounds: 500) { task, round in
      operation.report(completed: task, of: round)
    }
    gate.open()
    try await operation.value
    #expect(inside.peak == 1)
    // Progress that was not read yet may be replaced by later progress.
    #expect((1...4_000).contains(inside.total))
  }

  @Test("An observer may call its operation without a deadlock")
  func reentrant() async throws {
    let recorder = EventRecorder<Int>()
    let operation = AsyncOperation { 1 }
    operation.observe { [unowned operation] event in
      switch event {
      case .started: operation.report(completed: 1)
      case .progressed(let completed, _):
        recorder.record(completed)
        if completed < 5 { operation.report(completed: completed + 1) }
        operation.cancel()
      default: break
      }
    }
    await #expect(throws: CancellationError.self) { try await operation.run() }
    #expect(recorder.events == [1, 2, 3, 4, 5])
  }

  @Test("A tree reports each unit of work and each retry")
  func tree() async throws {
    let recorder = EventRecorder<String>()
    let leaf = TreeNode<Int, Int>("leaf", width: 1, retry: RetryPolicy(attempts: 2)) { _ in
      throw Broken()
    }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }.feeding(leaf)
    let tree = TreeOperation(root: root, input: 0)
    tree.observe { event in
      switch event {
      case .retrying(let notice): recorder.record("retry \(notice.attempt)")
      case .produced(let operation): recorder.record(operation.name ?? "")
      default: break
      }
    }
    #expect(try await tree.run() == SubtreeSummary(succeeded: 1, failed: 1))
    #expect(recorder.events == ["root", "leaf", "retry 1", "leaf"])
  }

  @Test("A unit of work of a tree may be cancelled alone, and has failed then")
  func cancelledUnit() async throws {
    let recorder = EventRecorder<Int>()
    let leaf = TreeNode<Int, Int>("leaf", width: 1) { input in
      try await Gate().pass()
      return input
    }
    .decideOnFailure { input, error in
      #expect(error is CancellationError)
      recorder.record(input)
      return .continue
    }
    let root = TreeNode<Int, Int>("root", width: 1) { $0 }.feeding(leaf) { _ in 1...3 }
    let tree = TreeOperation(root: root, input: 0)
    tree.observe { event in
      guard case .produced(let operation) = event, operation.name == "leaf" else { return }
      operation.cancel()
    }
    #expect(try await tree.run() == SubtreeSummary(succeeded: 1, failed: 3))
    #expect(recorder.events.sorted() == [1, 2, 3])
  }

  @Test("A group's progress never decreases, and is reported before its end")
  func progressInOrder() async throws {
    for _ in 0..<200 {
      let recorder = EventRecorder<String>()
      let group = GroupOperation.parallel((0..<20).map { _ in AsyncOperation {} }, width: 4)
      group.observe { event in
        switch event {
        case .progressed(let completed, _): recorder.record("\(completed)")
        case .willFinish, .finished: recorder.record(event.label)
        default: break
        }
      }
      _ = try await group.run()
      #expect(recorder.events == (1...20).map { "\($0)" } + ["willFinish", "finished"])
    }
  }

  @Test("A child that is added while its group starts does not run before it is reported")
  func producedFirst() async throws {
    let recorder = EventRecorder<String>()
    let child = AsyncOperation { recorder.record("ran") }
    let group = GroupOperation { _ in 1 }
    group.observe { if case .produced = $0 { recorder.record("produced") } }
    child.observe { event in
      guard case .enqueued = event else { return }
      group.start()
      // Time enough for the group to launch its children, on another thread.
      for _ in 0..<20 { sched_yield() }
    }
    try group.add(child)
    #expect(try await group.value == 1)
    #expect(recorder.events == ["produced", "ran"])
  }

  @Test("A child that is added while another thread runs an observer starts after it is reported")
  func producedBeforeStart() async throws {
    for _ in 0..<50 {
      let recorder = EventRecorder<String>()
      let (isBusy, isAdded) = (Gate(), DispatchSemaphore(value: 0))
      let child = AsyncOperation { recorder.record("ran") }
      let group = GroupOperation<Void> { group in
        // A separate thread, because the observer blocks it.
        Thread { group.report(completed: 0) }.start()
        try await isBusy.pass()
        try group.add(child)
        // Time enough to start, if nothing delays the child.
        for _ in 0..<100 { await Task.yield() }
        isAdded.signal()
      }
      group.observe { event in
        switch event {
        case .progressed(0, _):
          isBusy.open()
          isAdded.wait()
        case .produced: recorder.record("produced")
        default: break
        }
      }
      try await group.run()
      #expect(recorder.events == ["produced", "ran"])
    }
  }

  @Test("An observer that is added after the start gets the full duration")
  func durationOfLate() async throws {
    let recorder = EventRecorder<Duration>()
    let (started, gate) = (Gate(), Gate())
    let operation = AsyncOperation {
      started.open()
      try await gate.pass()
    }
    operation.start()
    try await started.pass()
    operation.observe { if case .finished(let duration) = $0 { recorder.record(duration) } }
    gate.open()
    try await operation.value
    #expect(recorder.events.count == 1)
    #expect(recorder.events.allSatisfy { $0 > .zero })
  }

  @Test("No event follows the end, whichever thread reports meanwhile")
  func finishedLast() async throws {
    for _ in 0..<200 {
      let recorder = EventRecorder<String>()
      let operation = AsyncOperation {}
      operation.observe { recorder.record($0.label) }
      async let reports: Void = { for number in 0..<300 { operation.report(completed: number) } }()
      try await operation.run()
      await reports
      #expect(recorder.events.last == "finished")
    }
  }
}

extension OperationEvent {
  /// The case's name.
  var label: String {
    switch self {
    case .enqueued: "enqueued"
    case .started: "started"
    case .produced: "produced"
    case .progressed: "progressed"
    case .retrying: "retrying"
    case .willFinish: "willFinish"
    case .finished: "finished"
    }
  }
}
