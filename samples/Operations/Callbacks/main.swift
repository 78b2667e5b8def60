// An API that calls back, wrapped; callbacks on a queue that is chosen; a chain of barriers; and a
// queue that is held back by two who do not know of each other.

import Foundation
import Operations

/// Stands for any API with a completion handler, which it calls on a thread of its own.
func fetch(_ name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  Thread {
    if name == "missing" { completion(nil, CocoaError(.fileNoSuchFile)) }
    completion("the \(name)", nil)
  }.start()
}

func operation(_ name: String) -> AsyncOperation<String> {
  let operation = AsyncOperation<String>(callback: { completion in
    fetch(name) { completion($0, $1) }
  })
  operation.name = name
  return operation
}

// The callback comes twice for what is missing; only the first counts.
let missing = operation("missing")
let letter = operation("letter")

// Observers are called on the queue that they name.
let callbacks = OperationQueue()
callbacks.maxConcurrentOperationCount = 1
letter.observe(on: QueueExecutor(callbacks)) { event in
  if case .finished = event { print("the letter is there") }
}

// What requires its dependencies does not run when one failed, nor does what requires it in turn.
let reply = AsyncOperation { print("this is never printed") }
reply.name = "reply"
let stamp = AsyncOperation { print("nor is this") }
for (dependent, dependency) in [(reply, missing as Operation), (stamp, reply)] {
  dependent.addDependency(dependency)
  dependent.requireSuccessOfDependencies()
}

// Two hold the queue back; it goes on when both have let go.
let queue = OperationQueue()
let suspension = Suspension(of: queue)
let network = suspension.suspend()
let user = suspension.suspend()
for operation in [letter, missing, reply, stamp] as [Operation] { queue.addOperation(operation) }
network.resume()
print("held: \(suspension.isSuspended)")
user.resume()

print(try await letter.value)
if case .failure(let error as DependencyFailed) = await stamp.outcome {
  print("the stamp waited for the \(error.dependency ?? "")")
}
