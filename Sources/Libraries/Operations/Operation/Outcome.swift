/// The result of an operation: exactly one of three cases.
public enum Outcome<Output: Sendable>: Sendable {
  /// The work returned this value.
  case value(Output)
  /// The work, or a requirement, failed with this error.
  case failure(any Error)
  /// It was cancelled before it had a value.
  case cancelled

  /// Runs `body` and returns its outcome. A thrown `CancellationError` is `cancelled`.
  public init(catching body: () async throws -> Output) async {
    do {
      self = .value(try await body())
    } catch is CancellationError {
      self = .cancelled
    } catch {
      self = .failure(error)
    }
  }

  /// The value.
  /// - Throws: The failure, or `CancellationError` if it was cancelled.
  public func get() throws -> Output {
    switch self {
    case .value(let value): return value
    case .failure(let error): throw error
    case .cancelled: throw CancellationError()
    }
  }

  /// The value; nil if none.
  public var value: Output? {
    guard case .value(let value) = self else { return nil }
    return value
  }

  /// The error of a failure; nil for a value and for a cancellation.
  public var failure: (any Error)? {
    guard case .failure(let error) = self else { return nil }
    return error
  }

  /// The outcome with its value changed by `transform`; a failure and a cancellation are unchanged.
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

/// An outcome without its value.
enum OperationEnding: Sendable {
  case succeeded
  case failed(any Error)
  case cancelled

  /// The ending of an operation whose body throws `error`.
  init(_ error: any Error) {
    self = error is CancellationError ? .cancelled : .failed(error)
  }
}

/// Values are compared by their type's equality. Failures are equal if their errors have the same type and
/// are equal by it or, if the type is not `Equatable`, have the same description (`String(reflecting:)`).
extension Outcome: Equatable where Output: Equatable {
  /// Whether both ended the same way.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.value(let left), .value(let right)): left == right
    case (.failure(let left), .failure(let right)): isEqual(left, right)
    case (.cancelled, .cancelled): true
    default: false
    }
  }

  private static func isEqual(_ left: any Error, _ right: any Error) -> Bool {
    if let left = (left as Any) as? any Equatable { return left.isEqual(to: right) }
    return type(of: left) == type(of: right)
      && String(reflecting: left) == String(reflecting: right)
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
