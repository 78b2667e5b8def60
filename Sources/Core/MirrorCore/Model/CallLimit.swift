/// How many calls a site allows in how many seconds.
public struct CallLimit: Sendable, Hashable {
  public let count: Int
  public let seconds: Int

  package init(_ count: Int, in seconds: Int) { (self.count, self.seconds) = (count, seconds) }
}
