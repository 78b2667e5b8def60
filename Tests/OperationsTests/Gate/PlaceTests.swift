import Locking
import Testing

@testable import Operations

@Suite("Place", .timeLimit(.minutes(1)))
struct PlaceTests {
  /// Runs a task's steps where they are enqueued: within the call that lets the task go on.
  private final class HereExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  @Test("a place is closed where its work stops while those who wait are let go")
  func stopsAtOnce() async {
    let outer = Place(Slots(1), in: nil)
    let inner = Place(Slots(1), in: outer)
    inner.leave()
    let first = Task(executorPreference: HereExecutor()) {
      await outer.arrive()
      inner.leave()
    }
    // Lets the task go on, which stops the work before this returns.
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
