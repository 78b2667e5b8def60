/// Waits, in a body, until its task is raised to `priority`. False if that takes so long that it never will be.
func isRaised(to priority: TaskPriority) async -> Bool {
  await holds(within: .seconds(20)) { Task.currentPriority >= priority }
}
