/// Runs a task's steps where they are enqueued: within the call that opens or resumes the task.
final class HereExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
