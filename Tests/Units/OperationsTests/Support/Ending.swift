import Foundation
import Testing

/// Waits until `operation` has finished. False if that takes so long that it hangs.
func ends(_ operation: Operation, within limit: Duration = .seconds(300)) async -> Bool {
  await holds(within: limit) { operation.isFinished }
}

/// Waits until `condition` holds. False if that takes so long that it never will.
func holds(within limit: Duration = .seconds(300), _ condition: () -> Bool) async -> Bool {
  let limit = ContinuousClock.now + limit
  while !condition() {
    guard ContinuousClock.now < limit else { return false }
    await Task.yield()
  }
  return true
}

/// Expects that `operation` ends; cancels one that hangs, so that the test ends, and returns false.
@discardableResult
func expectEnd(
  of operation: Operation, sourceLocation: SourceLocation = #_sourceLocation
) async -> Bool {
  let isOver = await ends(operation, within: .seconds(20))
  #expect(isOver, "the operation hangs", sourceLocation: sourceLocation)
  guard !isOver else { return true }
  operation.cancel()
  _ = await ends(operation, within: .seconds(20))
  return false
}
