import Foundation
import Operations
import OperationsTesting
import Testing
import Threads

private func decode(_ file: String) -> Int { file.count }

private actor Ledger {
  private let thread = SerialThread(name: "ledger")
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func add(_ line: String) -> Int { line.count }
}

@Suite("The guide's page on threads and executors")
struct GuideThreads {
  @Test("The guide's examples of a pool, a group on it and a callback queue run")
  func executors() async throws {
    let pool = ThreadPool(name: "decoder", width: 2, niceness: 10)
    let size = await pool.run { decode("lisbon.jpg") }
    let operation = AsyncOperation(on: pool) { decode("lisbon.jpg") }
    let group = GroupOperation.over(["a.jpg", "b.jpg"], width: 2, on: pool) { file in
      AsyncOperation { decode(file) }
    }
    #expect(try await operation.run() == size)
    #expect(try await group.run() == [.value(5), .value(5)])
    await pool.shutdown()

    let callbacks = OperationQueue()
    let observed = AsyncOperation { 1 }
    observed.observe(on: QueueExecutor(callbacks)) { event in
      if case .finished = event { print("done") }
    }
    #expect(try await observed.run() == 1)
    #expect(await Ledger().add("one") == 3)
  }
}
