/// An operation that requires its dependencies' success was not run, because one did not succeed.
public struct DependencyFailed: Error, CustomStringConvertible {
  /// The dependency's name, where it has one.
  public let dependency: String?
  /// What it failed with, which may itself be a `DependencyFailed`; nil where it was cancelled.
  public let cause: (any Error)?

  /// What the first dependency of the chain failed with: the first cause that is no `DependencyFailed`;
  /// nil where that dependency was cancelled.
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
