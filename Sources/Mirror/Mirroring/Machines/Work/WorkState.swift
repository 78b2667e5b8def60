import Catalog
import Foundation
import Locking
import MirrorCore

/// What the parts of a worker's process share.
final class WorkState: MirrorDelegate {
  private struct Values {
    var order = WorkOrders.Order.work
    var isListingOver = false
    var totals = WorkTotals()
    var operations: [Operation] = []
    /// Pauses that hosts asked for, which the others do not know yet.
    var pauses: [String: Duration] = [:]
    var isStopped = false
    var isTimeOver = false
    var hasStarted = false
  }

  private let values = Locked(Values())
  private let delegate: (any MirrorDelegate)?

  init(_ delegate: (any MirrorDelegate)?) { self.delegate = delegate }

  var order: WorkOrders.Order { values.withLock { $0.isTimeOver ? .drain : $0.order } }
  var isTimeOver: Bool { values.withLock(\.isTimeOver) }
  /// Whether this process reads no listing any more.
  var isListingOver: Bool { values.withLock(\.isListingOver) }
  var totals: WorkTotals { values.withLock(\.totals) }
  var counts: WorkerTotals {
    let totals = totals
    var counts = WorkerTotals()
    (counts.stored, counts.failed) = (totals.stored, totals.failed)
    counts.byteCount = totals.bytesFetched
    return counts
  }

  func note(_ order: WorkOrders.Order) {
    values.withLock { values in
      values.order = order
      if order == .drain { values.totals.isDrained = true }
    }
  }
  func note(pauseOf host: String, for time: Duration) {
    values.withLock { $0.pauses[host] = time }
  }
  func takePauses() -> [String: Duration] {
    values.withLock { values in
      defer { values.pauses = [:] }
      return values.pauses
    }
  }
  /// A worker that stays may meet the same problem at each reading.
  func note(problem: String, isOfDirectory: Bool = false) {
    values.withLock { values in
      if isOfDirectory { values.totals.hasDirectoryProblem = true }
      let problems = values.totals.problems
      guard problems.count < 100, !problems.contains(problem) else { return }
      values.totals.problems.append(problem)
    }
  }
  func noteStart() { values.withLock { $0.hasStarted = true } }
  fileprivate var hasStarted: Bool { values.withLock(\.hasStarted) }
  func noteTimeIsOver() { values.withLock { $0.isTimeOver = true } }
  func endListing() { values.withLock { $0.isListingOver = true } }

  /// Cancels the operations of this process, also those to come.
  func stop() {
    let operations = values.withLock { values in
      values.isStopped = true
      return values.operations
    }
    for operation in operations { operation.cancel() }
  }

  /// From now on, ``stop()`` cancels `operation`.
  func attach(_ operation: Operation) {
    let isLate = values.withLock { values in
      values.operations.removeAll { $0.isFinished }
      values.operations.append(operation)
      return values.isStopped
    }
    if isLate { operation.cancel() }
  }

  func mirror(didEmit event: MirrorEvent) {
    if case .ended(_, let result) = event { count(result) }
    delegate?.mirror(didEmit: event)
  }

  private func count(_ result: PhotoResult) {
    values.withLock { values in
      switch result {
      case .mirrored(let facts):
        values.totals.stored += 1
        values.totals.bytesFetched += facts.bytesFetched
      case .adopted: values.totals.stored += 1
      case .failed, .unavailable: values.totals.failed += 1
      default: break
      }
    }
  }
}

extension WorkState {
  /// How the work ended; nil if it has not begun.
  func ending(
    _ result: Result<Void, any Error>, after time: Duration?
  ) -> MirrorSummary.Ending? {
    guard hasStarted else { return nil }
    switch result {
    case .success: return isTimeOver ? time.map { .limited(.time($0)) } ?? .finished : .finished
    case .failure(is CancellationError): return .interrupted
    case .failure(let error): return MirrorSummary.Ending(MirrorError(readingSource: error))
    }
  }
}
