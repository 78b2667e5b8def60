import Foundation

/// An event of an operation, as its observers receive it.
public enum OperationEvent: Sendable {
  /// It was added to a queue (`enqueue(in:)`) or to a group.
  case enqueued
  /// It started, and its body will run. Not sent if it ended before.
  case started
  /// It made another operation: a group's child, a retry's attempt, a tree's unit of work.
  case produced(Operation)
  /// Progress: the completed amount and, if known, the total.
  case progressed(completed: Int, total: Int?)
  /// An attempt failed; another follows.
  case retrying(RetryNotice)
  /// Its outcome is decided (`settledOutcome`) and it finishes when all observers have returned.
  /// Children and dependencies may still be added.
  case willFinish
  /// It has finished, with the time since its start. Sent once, however it ended.
  case finished(after: Duration)
}
