// Runs random groups and trees until the given number of operations have ended, and fails at a hang
// or leak.
//
//   OperationsSoak CHILDREN [SEED [MINUTES]]     ends after MINUTES, if that comes first

import Foundation
import RandomOperations

let arguments = CommandLine.arguments.dropFirst()
guard let children = arguments.first.flatMap({ Int($0) }), children > 0 else {
  print("usage: OperationsSoak CHILDREN [SEED [MINUTES]]")
  exit(64)
}
let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? .random(in: 0..<1 << 32)
print("seed \(seed)")
let minutes = arguments.dropFirst(2).first.flatMap { Int($0) }
let end = minutes.map { ContinuousClock.now + .seconds(60 * $0) }

let world = RandomWorld()
let watch = SoakWatch(world, children: children)
watch.start()

await withTaskGroup(of: Void.self) { group in
  for worker in 0..<4 {
    group.addTask { await work(worker) }
  }
}
// The task that conducts an operation releases it a moment after its end.
while world.living.current > 0 { try? await Task.sleep(for: .milliseconds(1)) }
watch.finish()

@concurrent func work(_ worker: Int) async {
  var random = SeededGenerator(seed: seed << 8 + UInt64(worker))
  while world.living.total < children, end.map({ ContinuousClock.now < $0 }) ?? true {
    if random.rolls(10) {
      await runRandomTree(world, &random)
    } else {
      await runRandomQueue(world, &random)
    }
    watch.roundEnded(by: worker)
  }
}
