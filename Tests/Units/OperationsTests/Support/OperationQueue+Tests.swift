import Foundation

extension OperationQueue {
  /// Waits until all operations that are in the queue now have finished.
  func idle() async {
    await withCheckedContinuation { continuation in
      addBarrierBlock { continuation.resume() }
    }
  }

  /// Adds `operations` in their order. (Foundation's method may block, so tasks must not call it.)
  func add(_ operations: [Operation]) {
    for operation in operations { addOperation(operation) }
  }
}
