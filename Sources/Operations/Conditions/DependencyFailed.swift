/// An operation that requires its dependencies' success was not run, because a dependency did not succeed.
public struct DependencyFailed: Error, CustomStringConvertible {
  /// The dependency's name; nil if it has none.
  public let dependency: String?
  /// The dependency's error, which may itself be a `DependencyFailed`; nil if it was cancelled.
  public let cause: (any Error)?

  /// The error of the first dependency of the chain: the first cause that is not a `DependencyFailed`; nil if
  /// that dependency was cancelled.
  public var rootCause: (any Error)? {
    guard let failure = cause as? DependencyFailed else { return cause }
    return failure.rootCause
  }

  public var description: String {
    let name = dependency.map { " \"\($0)\"" } ?? ""
    let reason = cause.map { "failed: \($0)" } ?? "was cancelled"
    return "the dependency\(name) \(reason)"
  }
}
