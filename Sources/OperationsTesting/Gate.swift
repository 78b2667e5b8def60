import Operations

/// A door that a test opens: whoever comes before waits, whoever comes after passes.
public final class Gate: Sendable {
  private let door = Door()

  public init() {}

  /// Lets everybody pass from now on.
  public func open() { door.open() }

  /// Waits for the opening. Throws `CancellationError` when the task is cancelled before.
  public func pass() async throws { try await door.pass() }
}
