import Locking
import Testing

@testable import Operations

@Suite("Place", .timeLimit(.minutes(15)))
struct PlaceTests {
  /// Runs a task's steps where they are enqueued: within the call that resumes the task.
  private final class HereExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  @Test("A place is closed if its work stops while waiting tasks are resumed")
  func stopsAtOnce() async {
    let outer = Place(Slots(1), in: nil)
    let inner = Place(Slots(1), in: outer)
    inner.leave()
    let first = Task(executorPreference: HereExecutor()) {
      await outer.arrive()
      inner.leave()
    }
    // Resumes the task, which stops the work before this returns.
    inner.enter()
    await first.value
    let hasPassed = Locked(false)
    let second = Task {
      await inner.arrive()
      hasPassed.withLock { $0 = true }
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(!hasPassed.withLock { $0 })
    inner.enter()
    await second.value
  }
}
