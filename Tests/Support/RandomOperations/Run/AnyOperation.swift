import Foundation
import Operations

/// An `AsyncOperation` of any output.
protocol AnyAsyncOperation: TaskOperation {
  func run(in group: any AnyGroup) async throws
  func runAlone() async throws
  func settleWithFailure(_ error: any Error) -> Bool
  /// The outcome once it is decided, of the operation `id`.
  func ending(of id: Int) -> Ending?
  func waitForEnd() async
}

/// A `GroupOperation` of any output.
protocol AnyGroup: TaskOperation {
  var tally: GroupTally { get }
  func add(_ child: Operation) throws(ChildRefused)
  func run<Value>(_ child: AsyncOperation<Value>) async throws -> Value
  func suspend() -> SuspensionToken
  func cancelChildren()
}

extension GroupOperation: AnyGroup {}

extension AsyncOperation: AnyAsyncOperation {
  func run(in group: any AnyGroup) async throws { _ = try await group.run(self) }
  func runAlone() async throws { _ = try await run() }
  func settleWithFailure(_ error: any Error) -> Bool { settle(.failure(error)) }
  func ending(of id: Int) -> Ending? { settledOutcome.map { Ending($0, of: id) } }
  func waitForEnd() async { _ = await outcome }
}

/// An operation of a run: kept, or only known as long as it lives.
struct Made: Sendable {
  private(set) weak var operation: Operation?
  var kept: Operation?

  init(_ operation: Operation, isKept: Bool) {
    self.operation = operation
    kept = isKept ? operation : nil
  }

  /// The ending, if the operation lives and has one.
  func ending(of id: Int) -> Ending? {
    guard let operation else { return nil }
    if let operation = operation as? any AnyAsyncOperation { return operation.ending(of: id) }
    guard operation.isFinished else { return nil }
    return operation.isCancelled ? .cancelled : .value(id)
  }
}

/// A plain operation.
final class PlainPart: Operation, @unchecked Sendable {
  private let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  /// The value may be outdated when the queue stores it, as on a busy machine: a queue that relies
  /// on it hangs.
  override var isReady: Bool {
    let isReady = super.isReady
    if !isReady { sched_yield() }
    return isReady
  }

  override func main() { work() }
}

/// Yields to other tasks so many times.
func pause(_ times: Int) async {
  for _ in 0..<times { await Task.yield() }
}
