// An API with callbacks, wrapped; observers on a chosen queue; a chain of barriers; and a queue suspended by
// two independent callers.

import Foundation
import Operations

/// Represents any API with a completion handler, which it calls on another thread.
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

// The callback is called twice for a missing name; only the first call counts.
let missing = operation("missing")
let letter = operation("letter")

// Observers are called on the queue that they specify.
let callbacks = OperationQueue()
callbacks.maxConcurrentOperationCount = 1
letter.observe(on: QueueExecutor(callbacks)) { event in
  if case .finished = event { print("the letter is there") }
}

// An operation that requires its dependencies does not run if one failed; nor do operations that require it.
let reply = AsyncOperation { print("this is never printed") }
reply.name = "reply"
let stamp = AsyncOperation { print("nor is this") }
for (dependent, dependency) in [(reply, missing as Operation), (stamp, reply)] {
  dependent.addDependency(dependency)
  dependent.requireSuccessOfDependencies()
}

// Two callers suspend the queue; it continues when both have resumed it.
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
