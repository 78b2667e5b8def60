import Catalog
import MirrorCore
import Pacing

/// Limits the calls of all workers together to the quotas of one key.
struct SharedCallPace: CallPermit {
  private let account: CallAccount
  private let buckets: [CallBucket]
  private let session: WorkerSession

  /// Nil if there is no limit.
  init?(_ limits: [CallLimit], of account: CallAccount, at session: WorkerSession) {
    buckets = limits.filter { $0.count > 0 && $0.seconds > 0 }.map { limit in
      let bucket = TokenBucket(atMost: limit.count, in: limit.seconds, time: 0)
      return CallBucket(
        seconds: limit.seconds, capacity: bucket.capacity, rate: bucket.perSecond)
    }
    guard !buckets.isEmpty else { return nil }
    (self.account, self.session) = (account, session)
  }

  func permit() async throws {
    let wait = try await session.takeCall(of: account, buckets)
    if wait > 0 { try await Task.sleep(for: .seconds(wait)) }
  }
}
