/// The port to the queue that the workers of one mirror share: which photos of a source are to be fetched, and
/// which worker has them.
///
/// A worker has a claim as long as its lease lasts, and its lease covers all of its claims. Each claim has a token,
/// higher than those before it of the same photo: what a worker says of a photo counts only with the latest one.
/// Only the queue's clock counts. Every method is atomic.
package protocol WorkQueue: Sendable {
  /// Puts photos that are not mirrored into the queue. Those in it stay as they are, except dead letters,
  /// which begin anew.
  func enqueue(_ ids: [Int64]) async throws(MirrorError)

  /// Takes photos that nobody has and that may be tried now, the oldest first.
  /// - Returns: Empty if there are none.
  func claim(_ most: Int) async throws(MirrorError) -> [ClaimedPhoto]

  /// Whether the source has photos in the queue, claimed ones included and dead letters not.
  func isOpen() async throws(MirrorError) -> Bool

  /// Records stored photos and takes them out of the queue, as far as this worker still has them.
  /// - Returns: Those that it does not have any more, and that are not recorded with the same bytes.
  func finish(_ photos: [MirroredPhoto]) async throws(MirrorError) -> Set<Int64>

  /// Gives a photo back, to be tried again later.
  /// - Returns: False if this worker does not have it any more.
  func postpone(_ id: Int64, _ setback: Setback) async throws(MirrorError) -> Bool

  /// Makes a photo a dead letter: nobody tries it again until a listing shows it anew.
  /// - Parameter isRefusal: Whether the site refused it.
  /// - Returns: False if this worker does not have it any more.
  func bury(_ id: Int64, reason: String, isRefusal: Bool) async throws(MirrorError) -> Bool

  /// Gives back all photos that this worker has of the source, untried.
  func release() async throws(MirrorError)
}

/// A photo of the queue that this worker has.
package struct ClaimedPhoto: Sendable, Hashable {
  /// The photo's record in the catalog.
  package let record: PhotoRecord
  /// Which attempt this is, counted from 1.
  package let attempt: Int
  /// Whether the site did not know the photo's address at an earlier attempt.
  package let isAddressLost: Bool

  package init(record: PhotoRecord, attempt: Int, isAddressLost: Bool = false) {
    (self.record, self.attempt, self.isAddressLost) = (record, attempt, isAddressLost)
  }

  /// Attempts after which a photo becomes a dead letter.
  package static let mostAttempts = 5

  /// Whether a failure is final. A new address is tried once.
  var isLastAttempt: Bool { isAddressLost || attempt >= Self.mostAttempts }
}

/// Why a photo is tried again later.
package struct Setback: Sendable, Hashable {
  /// A sentence in lower case without a period.
  package let reason: String
  /// Whether the site does not know the photo's address.
  package var isAddressLost = false
  /// Whether the host answers nobody, which is no attempt at this photo.
  package var isOutage = false
  /// Whether other workers have all transfers that the host allows, which is no attempt either.
  package var isBusy = false

  package init(
    reason: String, isAddressLost: Bool = false, isOutage: Bool = false, isBusy: Bool = false
  ) {
    (self.reason, self.isAddressLost, self.isOutage) = (reason, isAddressLost, isOutage)
    self.isBusy = isBusy
  }

  /// Whether the photo was not tried.
  package var isUntried: Bool { isOutage || isBusy }

  /// Seconds until the next attempt: none if others can make it now, 15 after the first, four times as many after each further one, at most an
  /// hour.
  package func delay(afterAttempt attempt: Int) -> Double {
    if isBusy { return 0 }
    return isOutage ? 300 : min(3600, 15 * Double(1 << (2 * min(8, max(0, attempt - 1)))))
  }
}

/// Another worker has the photo now: this one was away for longer than its lease.
struct LostClaim: Error {}

/// The calls to a site that are allowed.
package protocol CallPermit: Sendable {
  /// Waits until a call is allowed, and counts it.
  func permit() async throws
}
