/// How many calls a site allows in how many seconds.
public struct CallLimit: Sendable, Hashable {
  /// Calls in each period of ``seconds``.
  public let count: Int
  /// The length of a period.
  public let seconds: Int

  package init(_ count: Int, in seconds: Int) { (self.count, self.seconds) = (count, seconds) }
}
