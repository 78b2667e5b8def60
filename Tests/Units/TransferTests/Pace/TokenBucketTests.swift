import Pacing
import Testing

@Suite("A token bucket")
struct TokenBucketTests {
  @Test("A token bucket gives its content at once, and then its rate")
  func pace() {
    var bucket = TokenBucket(capacity: 10, perSecond: 2, time: 0)
    #expect(bucket.take(10, at: 0) == 0)
    #expect(bucket.take(1, at: 0) == 0.5)
    #expect(bucket.take(1, at: 0) == 1)
    #expect(bucket.wait(at: 0.75) == 0.25)
    #expect(bucket.take(0, at: 1) == 0)
    #expect(bucket.take(10, at: 100) == 0 && bucket.tokens == 0)
  }

  @Test(
    "A token bucket for an hour's calls never gives more in any hour", arguments: [1, 7, 60, 3600])
  func hour(limit: Int) {
    var bucket = TokenBucket(atMost: limit, in: 3600, time: 0)
    var now = 0.0
    var calls: [Double] = []
    while now < 3 * 3600 {
      now += bucket.take(1, at: now)
      calls.append(now)
    }
    var first = 0
    for (last, time) in calls.enumerated() {
      while calls[first] <= time - 3600 { first += 1 }
      // One call more, because fractions are rounded up.
      #expect(last - first + 1 <= limit + 1)
    }
    #expect(calls.count >= Int(Double(limit) * 0.9 * 3))
  }

  @Test("A stored token bucket continues, and is full after an hour")
  func remembered() {
    var bucket = TokenBucket(atMost: 3600, in: 3600, tokens: 0, time: 1000)
    #expect(bucket.take(1, at: 1000) > 1)
    bucket = TokenBucket(atMost: 3600, in: 3600, tokens: -5, time: 1000)
    #expect(bucket.take(300, at: 1000 + 3600) == 0)
  }

  @Test("A token bucket clamps a clock that goes back and an invalid content")
  func nonsense() {
    var bucket = TokenBucket(capacity: 10, perSecond: 1, tokens: 5, time: 1000)
    #expect(bucket.take(5, at: 0) == 0)
    #expect(bucket.take(1, at: 0) == 1)
    for tokens in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      var bucket = TokenBucket(atMost: 3600, in: 3600, tokens: tokens, time: .nan)
      #expect((0...5000).contains(bucket.take(1, at: 10)))
    }
  }
}
