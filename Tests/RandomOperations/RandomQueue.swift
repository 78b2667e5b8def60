import Foundation

/// Runs two random groups in a queue of width 1, which may cancel them at a random moment, to their ends.
package func runRandomQueue(_ world: RandomWorld, _ random: inout SeededGenerator) async {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let groups = (0..<2).map { _ in RandomGroup(world, depth: 2, &random) }
  for group in groups { queue.addOperation(group) }
  if random.rolls(4) {
    await random.pause()
    queue.cancelAllOperations()
  }
  for group in groups { _ = await group.outcome }
}
