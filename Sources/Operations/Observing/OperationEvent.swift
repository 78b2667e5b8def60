import Foundation

/// What happens to an operation, as its observers are told.
public enum OperationEvent: Sendable {
  /// It was added to a queue (`enqueue(in:)`) or to a group.
  case enqueued
  /// It started, and its body will run. Not told where it ended before.
  case started
  /// It made another operation: a group's child, a retry's attempt, a tree's unit of work.
  case produced(Operation)
  /// So much of it is done, of so much where that is known.
  case progressed(completed: Int, total: Int?)
  /// An attempt failed; another will be made.
  case retrying(RetryNotice)
  /// Its outcome is decided (`settledOutcome`) and it finishes when all observers have returned.
  /// Children and dependencies may still be added.
  case willFinish
  /// It is over, so long after its start. Told once, however it ended.
  case finished(after: Duration)
}
