import Pacing

/// How many calls are allowed in how many seconds.
public struct CallLimit: Sendable, Hashable {
  /// Calls in each period of ``seconds``.
  public let count: Int
  /// The length of a period.
  public let seconds: Int
  /// Whether the user set it; otherwise it is the site's.
  public let isOwn: Bool

  package init(_ count: Int, in seconds: Int, isOwn: Bool = false) {
    (self.count, self.seconds, self.isOwn) = (count, seconds, isOwn)
  }

  /// How many calls a second are made once the burst of the first ones is over.
  package var perSecond: Double { TokenBucket(atMost: count, in: seconds, time: 0).perSecond }
}
