/// How an operation ended: exactly one of three, and never two at once.
public enum Outcome<Output: Sendable>: Sendable {
  /// The work gave this.
  case value(Output)
  /// The work, or what it required, failed with this.
  case failure(any Error)
  /// It was cancelled before it had a value.
  case cancelled

  /// Runs `body` and gives how it ended. A thrown `CancellationError` is `cancelled`.
  public init(catching body: () async throws -> Output) async {
    do {
      self = .value(try await body())
    } catch is CancellationError {
      self = .cancelled
    } catch {
      self = .failure(error)
    }
  }

  /// The value; throws the failure, or `CancellationError` where it was cancelled.
  public func get() throws -> Output {
    switch self {
    case .value(let value): return value
    case .failure(let error): throw error
    case .cancelled: throw CancellationError()
    }
  }

  /// The value, or nil where there is none.
  public var value: Output? {
    guard case .value(let value) = self else { return nil }
    return value
  }

  /// The error of a failure; nil for a value and for a cancellation.
  public var failure: (any Error)? {
    guard case .failure(let error) = self else { return nil }
    return error
  }

  /// The outcome with its value changed by `transform`; a failure and a cancellation stay as they are.
  public func map<NewOutput, Failure>(
    _ transform: (Output) throws(Failure) -> NewOutput
  ) throws(Failure) -> Outcome<NewOutput> {
    switch self {
    case .value(let value): .value(try transform(value))
    case .failure(let error): .failure(error)
    case .cancelled: .cancelled
    }
  }

  /// The outcome without its value.
  var ending: OperationEnding {
    switch self {
    case .value: .succeeded
    case .failure(let error): .failed(error)
    case .cancelled: .cancelled
    }
  }

  /// Whether it was cancelled.
  public var isCancelled: Bool {
    guard case .cancelled = self else { return false }
    return true
  }
}
