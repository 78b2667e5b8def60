import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

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

  @Test("An operation that is asked whether it is ready may use the suspension that asks it")
  func readiness() async throws {
    await #expect(processExitsWith: .success) {
      let queue = OperationQueue()
      let suspension = Suspension(of: queue)
      let token = suspension.suspend()
      let operation = Asking(suspension)
      queue.addOperation(operation)
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 60)
        exit(1)
      }
      token.resume()
      exit(await ends(operation) ? 0 : 1)
    }
  }
}

/// Asks a suspension whenever it is asked whether it is ready.
private final class Asking: Operation, @unchecked Sendable {
  private let suspension: Suspension

  init(_ suspension: Suspension) { self.suspension = suspension }

  override var isReady: Bool {
    _ = suspension.isSuspended
    return super.isReady
  }
}
