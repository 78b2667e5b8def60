import Operations

/// An outcome without types: values are the numbers of the operations that they come from.
enum Ending: Hashable, Sendable {
  /// Negative if it was settled from outside.
  case value(Int)
  case failure(Cause)
  case cancelled

  var isValue: Bool { if case .value = self { true } else { false } }
  var isFailure: Bool { if case .failure = self { true } else { false } }
}

/// An error without types.
indirect enum Cause: Hashable, Sendable {
  /// The operation's own.
  case own(Int)
  case settled(Int)
  case exhausted(Cause, attempts: Int)
  case keyIsHeld
  case dependency
  case other(String)
}

/// The failure of a part of a program.
struct PartFailure: Error {
  let id: Int
  var isSettled = false
}

extension Cause {
  init(_ error: any Error) {
    switch error {
    case let failure as PartFailure:
      self = failure.isSettled ? .settled(failure.id) : .own(failure.id)
    case let exhausted as RetryExhausted:
      self = .exhausted(Cause(exhausted.underlying), attempts: exhausted.attempts)
    case is ExclusionHeld: self = .keyIsHeld
    case is DependencyFailed: self = .dependency
    default: self = .other("\(error)")
    }
  }
}

extension Ending {
  init(_ error: any Error) {
    self = error is CancellationError ? .cancelled : .failure(Cause(error))
  }

  /// The ending of the operation `id`; a value that is no number counts as the operation's.
  init<Output>(_ outcome: Outcome<Output>, of id: Int) {
    switch outcome {
    case .value(let value): self = .value(value as? Int ?? id)
    case .failure(let error): self = .failure(Cause(error))
    case .cancelled: self = .cancelled
    }
  }
}

extension Ending: CustomStringConvertible {
  var description: String {
    switch self {
    case .value(let id): "value \(id)"
    case .failure(let cause): "failure \(cause)"
    case .cancelled: "cancelled"
    }
  }
}

extension Cause: CustomStringConvertible {
  var description: String {
    switch self {
    case .own(let id): "of #\(id)"
    case .settled(let id): "settled #\(id)"
    case .exhausted(let cause, let attempts): "\(cause) after \(attempts)"
    case .keyIsHeld: "key is held"
    case .dependency: "dependency"
    case .other(let text): text
    }
  }
}
