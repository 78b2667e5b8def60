import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

/// Plain children that become ready, or stop being ready, at any moment.
///
/// Foundation ends the process if it is told to start an operation that is not ready: such tests have a process of
/// their own.
@Suite("Readiness of plain children", .timeLimit(.minutes(15)))
struct PlainChildReadinessTests {
  /// Adds a dependency to itself during the nth call of `isReady`, whose value was right before.
  private final class DependentWhenAsked: Operation, @unchecked Sendable {
    private let remaining: Locked<Int>
    private let dependency: Operation
    private let ran: ConcurrencyGauge

    init(_ question: Int, on dependency: Operation, _ ran: ConcurrencyGauge) {
      remaining = Locked(question)
      self.dependency = dependency
      self.ran = ran
    }

    override var isReady: Bool {
      let isReady = super.isReady
      let isDependentNow = remaining.withLock { remaining in
        remaining -= 1
        return remaining == 0
      }
      if isDependentNow { addDependency(dependency) }
      return isReady
    }

    override func main() { ran.enter() }
  }

  @Test(
    "A plain child may get a dependency after it was found ready, however many there are",
    arguments: [10, 300])
  func readinessFlips(count: Int) async {
    await #expect(processExitsWith: .success) { [count] in
      for question in 1...6 {
        let (ran, dependency) = (ConcurrencyGauge(), AsyncOperation {})
        let group = GroupOperation<Void>(width: 2) { group in
          for _ in 0..<count { try group.add(DependentWhenAsked(question, on: dependency, ran)) }
          for _ in 0..<2_000 { await Task.yield() }
          try await dependency.run()
        }
        group.start()
        guard await ends(group, within: .seconds(20)) else { exit(1) }
        guard ran.total == count, group.tally == GroupTally(succeeded: count) else { exit(2) }
      }
    }
  }

  @Test("Threads may add dependencies to plain children that wait and start")
  func lateDependencies() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<75 {
        let ran = ConcurrencyGauge()
        let children = (0..<300).map { _ in BlockOperation { ran.enter() } }
        let group = GroupOperation<Void>(width: 2) { group in
          for child in children { try group.add(child) }
        }
        group.start()
        for _ in 0..<2 { Thread.detachNewThread { addDependencies(to: children) } }
        guard await ends(group, within: .seconds(60)), ran.total == 300 else { exit(1) }
      }
    }
  }

  /// Is executing until it is told to end.
  private final class Endless: Operation, @unchecked Sendable {
    private let state = Locked((isExecuting: false, isFinished: false))

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state.withLock { $0.isExecuting } }
    override var isFinished: Bool { state.withLock { $0.isFinished } }

    override func start() { state.withLock { $0.isExecuting = true } }

    func end() {
      state.withLock { $0 = (false, true) }
      didChangeValue(forKey: "isFinished")
    }
  }

  @Test("A plain operation that was started by hand and still runs is refused as a child")
  func startedByHand() async {
    let (running, group) = (Endless(), GroupOperation<Void>(width: 1))
    running.start()
    #expect(throws: ChildRefused.self) { try group.add(running) }
    running.end()
    #expect(throws: ChildRefused.childIsFinished) { try group.add(running) }
    let end = DispatchSemaphore(value: 0)
    let blocking = BlockOperation { end.wait() }
    Thread.detachNewThread { blocking.start() }
    #expect(await holds { blocking.isExecuting })
    #expect(throws: ChildRefused.self) { try group.add(blocking) }
    end.signal()
    #expect(await holds { blocking.isFinished })
  }
}

/// Adds a dependency, which ends at once, to those of `children` that may be the next to start.
private func addDependencies(to children: [Operation]) {
  var first = 0
  while first < children.count {
    if children[first].isFinished {
      first += 1
      continue
    }
    for child in children[first...].prefix(4) {
      let dependency = BlockOperation {}
      child.addDependency(dependency)
      dependency.start()
    }
  }
}
