import Foundation
import Locking
import OperationsTesting
import Testing
import Threads

@testable import Operations

@Suite("Suspension")
struct SuspensionTests {
  @Test("A queue is suspended until the last token is resumed, and keeps its order")
  func counted() async throws {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let suspension = Suspension(of: queue)
    let recorder = EventRecorder<Int>()
    let first = suspension.suspend()
    let second = suspension.suspend()
    queue.add((0..<5).map { number in AsyncOperation { recorder.record(number) } })
    second.resume()
    #expect(queue.isSuspended && suspension.isSuspended)
    #expect(recorder.events.isEmpty)
    first.resume()
    await recorder.waitForEvents(5)
    #expect(recorder.events == Array(0..<5))
  }

  @Test("A suspension token that is released resumes once")
  func released() {
    let suspension = Suspension(of: OperationQueue())
    var token: SuspensionToken? = suspension.suspend()
    #expect(suspension.isSuspended)
    token?.resume()
    #expect(!suspension.isSuspended)
    token = nil
    #expect(!suspension.isSuspended)
    _ = suspension.suspend()
    #expect(!suspension.isSuspended)
  }

  @Test("Work that is suspended again while it is resumed stays suspended until the new token ends")
  func suspendedWhileResumed() {
    let (isClosed, own) = (Locked(false), Locked<Suspension?>(nil))
    let again = Locked<SuspensionToken?>(nil)
    let resume: @Sendable () -> Void = {
      let token = again.withLock { $0 == nil } ? own.withLock { $0?.suspend() } : nil
      isClosed.withLock { $0 = false }
      if let token { again.withLock { $0 = token } }
    }
    let suspension = Suspension(close: { isClosed.withLock { $0 = true } }, open: resume)
    own.withLock { $0 = suspension }
    suspension.suspend().resume()
    #expect(isClosed.withLock(\.self) && suspension.isSuspended)
    again.withLock(\.self)?.resume()
    #expect(!isClosed.withLock(\.self) && !suspension.isSuspended)
    own.withLock { $0 = nil }
  }

  @Test("Resuming a suspension token twice is refused")
  func twice() async {
    await #expect(processExitsWith: .failure) {
      let token = Suspension(of: OperationQueue()).suspend()
      token.resume()
      token.resume()
    }
  }

  @Test("Tasks at a Door that opens and closes at once keep waiting in their order")
  func closedAgain() async throws {
    let thread = ThreadPool(name: "one", width: 1)
    let door = Door()
    let recorder = EventRecorder<Int>()
    // On one thread, so that no task resumes between two calls without an await.
    try await withTaskExecutorPreference(thread) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<10 {
          group.addTask {
            try await door.pass()
            recorder.record(number)
          }
        }
        for _ in 0..<3 { await Task.yield() }
        door.open()
        door.close()
        for _ in 0..<3 { await Task.yield() }
        #expect(recorder.events.isEmpty)
        door.open()
        try await group.waitForAll()
      }
    }
    #expect(recorder.events == Array(0..<10))
    await thread.shutdown()
  }

  @Test("A group that is suspended while it makes a child does not start the child")
  func suspendedWhileMaking() async throws {
    let group = Locked<GroupOperation<GroupTally>?>(nil)
    let token = Locked<SuspensionToken?>(nil)
    let ran = ConcurrencyGauge()
    let inputs = AsyncStream { continuation in
      continuation.yield(1)
      continuation.finish()
    }
    let makeChild: @Sendable (Int) -> AsyncOperation<Void> = { _ in
      let suspension = group.withLock { $0 }?.suspend()
      token.withLock { $0 = suspension }
      return AsyncOperation { ran.enter() }
    }
    for suspended in [
      GroupOperation.forEach([1], width: 1, makeChild),
      GroupOperation.forEach(inputs, width: 1, makeChild),
    ] {
      group.withLock { $0 = suspended }
      let before = ran.total
      suspended.start()
      while token.withLock({ $0 == nil }) { await Task.yield() }
      for _ in 0..<300 { await Task.yield() }
      #expect(ran.total == before)
      token.withLock { $0.take() }?.resume()
      #expect(try await suspended.value == GroupTally(succeeded: 1))
    }
  }

  @Test("Work that an executor begins at once, when a group is resumed, may suspend it again")
  func executorThatRunsAtOnce() async throws {
    await #expect(processExitsWith: .success) {
      let again = Locked<SuspensionToken?>(nil)
      let group = GroupOperation<Void>(on: HereExecutor(), width: 1)
      let token = group.suspend()
      try group.add(
        AsyncOperation { [unowned group] in again.withLock { $0 = group.suspend() } })
      group.start()
      for _ in 0..<100 { await Task.yield() }
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 60)
        exit(1)
      }
      token.resume()
      exit(await ends(group) ? 0 : 1)
    }
  }
}
