import Foundation

extension OperationQueue {
  /// Waits until everything that is in the queue now has finished.
  func idle() async {
    await withCheckedContinuation { continuation in
      addBarrierBlock { continuation.resume() }
    }
  }

  /// Adds `operations` in their order. (Foundation's own may wait, and so is not for tasks.)
  func add(_ operations: [Operation]) {
    for operation in operations { addOperation(operation) }
  }
}
