import Dispatch
import Locking

/// Runs tasks on the threads of `Dispatch`, or keeps their jobs while it is closed.
final class HeldExecutor: TaskExecutor {
  private let state = Locked((isClosed: false, jobs: [UnownedJob]()))

  /// The number of jobs that wait.
  var held: Int { state.withLock { $0.jobs.count } }

  /// Keeps jobs from now on.
  func close() { state.withLock { $0.isClosed = true } }

  /// Runs the jobs that it kept, and later ones.
  func open() {
    let jobs = state.withLock { state in
      defer { state = (false, []) }
      return state.jobs
    }
    for job in jobs { run(job) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isKept = state.withLock { state in
      if state.isClosed { state.jobs.append(job) }
      return state.isClosed
    }
    if !isKept { run(job) }
  }

  private func run(_ job: UnownedJob) {
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
