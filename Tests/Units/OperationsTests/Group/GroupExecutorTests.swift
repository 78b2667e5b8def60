import Locking
import Operations
import OperationsTesting
import Testing
import Threads

/// What a group asks for, it asks on its executor.
@Suite("The executor of a group", .timeLimit(.minutes(15)))
struct GroupExecutorTests {
  /// Numbers up to 50; records the thread of each request.
  private struct Inputs: Sequence, IteratorProtocol {
    let recorder: EventRecorder<UInt>
    var number = 0

    mutating func next() -> Int? {
      recorder.record(threadIdentity())
      number += 1
      return number <= 50 ? number : nil
    }
  }

  @Test(
    "Inputs are requested and children are made on the group's executor, not only the first",
    arguments: 1...3)
  func threads(width: Int) async throws {
    let pool = ThreadPool(name: "one", width: 1)
    let thread = await pool.run { threadIdentity() }
    let (requests, makes, bodies) = (
      EventRecorder<UInt>(), EventRecorder<UInt>(), EventRecorder<UInt>()
    )
    let makeChild: @Sendable (Int) -> AsyncOperation<Void> = { _ in
      makes.record(threadIdentity())
      return AsyncOperation {
        bodies.record(threadIdentity())
        await Task.yield()
      }
    }
    let inputs = Inputs(recorder: requests)
    let groups: [TaskOperation] = [
      GroupOperation.forEach(inputs, width: width, on: pool, makeChild),
      GroupOperation.over(inputs, width: width, on: pool, makeChild),
      GroupOperation.over(inputs, width: width, retry: .never, on: pool, makeChild),
    ]
    for group in groups {
      group.start()
      #expect(await ends(group))
    }
    #expect(makes.events.count == 150 && bodies.events.count == 150)
    #expect(requests.events.filter { $0 != thread }.isEmpty)
    #expect(makes.events.filter { $0 != thread }.isEmpty)
    #expect(bodies.events.filter { $0 != thread }.isEmpty)
    await pool.shutdown()
  }
}
