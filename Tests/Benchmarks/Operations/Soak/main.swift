// Runs random programs until the given number of operations have ended, and fails at a hang, a leak or a difference
// between a program's run and its model.
//
//   OperationsSoak CHILDREN [SEED [MINUTES [OPTION…]]]     ends after MINUTES, if that comes first
//
// The programs are those of SEED and of the numbers after it.
//
//   again     that of SEED alone, over and over
//   shrink    that of SEED alone, made smaller as long as it fails
//   inward    no child runs another in a group around its own
//   leaves    what a body runs by `run()`, and an attempt of a retry, is a leaf
//   keyless   no operation needs keys

import Foundation
import Locking
import RandomOperations

let arguments = CommandLine.arguments.dropFirst()
guard let children = arguments.first.flatMap({ Int($0) }), children > 0 else {
  print("usage: OperationsSoak CHILDREN [SEED [MINUTES [OPTION…]]]")
  exit(64)
}
let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? .random(in: 0..<1 << 32)
print("seed \(seed)")
let minutes = arguments.dropFirst(2).first.flatMap { Int($0) }
let end = minutes.map { ContinuousClock.now + .seconds(60 * $0) }
let options = Set(arguments.dropFirst(3))
let isAgain = options.contains("again")
let shapes = {
  var shapes = Shapes()
  shapes.outward = !options.contains("inward")
  shapes.groupsAlone = !options.contains("leaves")
  shapes.keys = !options.contains("keyless")
  return shapes
}()

if options.contains("shrink") {
  await shrink(ProgramGenerator.program(seed: seed, shapes: shapes))
  exit(0)
}

let next = Locked(seed)
let watch = SoakWatch(children: children)
watch.start()

await withTaskGroup(of: Void.self) { group in
  for worker in 0..<4 {
    group.addTask { await work(worker) }
  }
}
watch.finish()

@concurrent func work(_ worker: Int) async {
  while !watch.isDone, end.map({ ContinuousClock.now < $0 }) ?? true {
    let own = next.withLock { next in
      defer { if !isAgain { next += 1 } }
      return next
    }
    let run = ProgramRun(ProgramGenerator.program(seed: own, shapes: shapes))
    watch.begin(run, worker)
    await run.run()
    watch.end(run, worker)
  }
}
