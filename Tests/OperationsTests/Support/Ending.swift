import Foundation

/// Waits until `operation` has finished. False if that takes so long that it hangs.
func ends(_ operation: Operation) async -> Bool { await holds { operation.isFinished } }

/// Waits until `condition` holds. False if that takes so long that it never will.
func holds(_ condition: () -> Bool) async -> Bool {
  let limit = ContinuousClock.now + .seconds(300)
  while !condition() {
    guard ContinuousClock.now < limit else { return false }
    await Task.yield()
  }
  return true
}
