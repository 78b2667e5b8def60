import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Callback APIs")
struct CallbackTests {
  @Test("A completion handler ends the operation, from any thread, once")
  func completes() async throws {
    let operation = AsyncOperation<Int>(callback: { completion in
      Thread {
        #expect(completion(.success(1)))
        #expect(!completion(.success(2)))
        #expect(!completion(nil, Broken()))
      }.start()
    })
    #expect(try await operation.run() == 1)
  }

  @Test("A callback with a value or an error ends the operation, and one with neither is an error")
  func valueOrError() async {
    await #expect(throws: Broken(number: 1)) {
      try await AsyncOperation<Int>(callback: { $0(nil, Broken(number: 1)) }).run()
    }
    await #expect(throws: CompletionLost.self) {
      try await AsyncOperation<Int>(callback: { $0(nil, nil) }).run()
    }
    #expect(try! await AsyncOperation<Int>(callback: { $0(4, nil) }).run() == 4)
  }

  @Test("A completion handler that is released without a call fails the operation")
  func lost() async {
    await #expect(throws: CompletionLost.self) {
      try await AsyncOperation<Int>(callback: { _ in }).run()
    }
  }

  @Test("A cancellation stops the work of a callback operation without waiting for the callback")
  func cancelled() async throws {
    let recorder = EventRecorder<String>()
    let kept = EventRecorder<Completion<Int>>()
    let operation = AsyncOperation<Int>(
      callback: { kept.record($0) }, onCancel: { recorder.record("stopped") })
    operation.start()
    await kept.waitForEvents(1)
    operation.cancel()
    #expect(await operation.outcome.isCancelled)
    await recorder.waitForEvents(1)
    #expect(recorder.events == ["stopped"])
    let completion = try #require(kept.events.first)
    #expect(!completion(.success(1)))
  }

  @Test("The work of a callback operation that is cancelled before its start never begins")
  func neverBegins() async {
    let operation = AsyncOperation<Int>(
      callback: { _ in Issue.record("the work began") },
      onCancel: { Issue.record("what never began was stopped") })
    operation.cancel()
    operation.start()
    #expect(await operation.outcome.isCancelled)
  }

  @Test("Work begins and observers are called on the queues that are given")
  func trampolines() async throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    let executor = QueueExecutor(queue)
    let recorder = EventRecorder<String>()
    let operation = AsyncOperation<Int>(on: executor, callback: { $0(.success(1)) })
    operation.observe(on: executor) { event in
      if case .finished = event { recorder.record("finished") }
    }
    operation.start()
    #expect(operation.isExecuting && operation.settledOutcome == nil)
    queue.isSuspended = false
    #expect(try await operation.value == 1)
    await recorder.waitForEvents(1)
  }
}
