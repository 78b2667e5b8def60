import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Suspension")
struct SuspensionTests {
  @Test("a queue is held until the last token is resumed, and keeps its order")
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

  @Test("a token that is released resumes, once")
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

  @Test("a token resumed twice is refused")
  func twice() async {
    await #expect(processExitsWith: .failure) {
      let token = Suspension(of: OperationQueue()).suspend()
      token.resume()
      token.resume()
    }
  }
}
