import MirrorCore
import Mirroring

/// What a run has come to so far: events in, numbers out.
///
/// Pure, with the clock handed in: `at` is the time since any fixed moment, and never smaller than
/// in the call before. Memory is bounded by the transfers under way.
package struct Tally: Sendable {
  /// What the run sets out to do; nil before it began.
  package private(set) var run: RunFacts?
  /// Photos that were fetched, proven and stored.
  package private(set) var mirrored = 0
  /// Found whole on disk, only the record was missing.
  package private(set) var adopted = 0
  /// Mirrored before.
  package private(set) var known = 0
  /// Mirrored before, and listed with another address since.
  package private(set) var replaced = 0
  /// In a dry run, what a real one would fetch.
  package private(set) var wouldFetch = 0
  /// Given up in this run.
  package private(set) var failed = 0
  /// Refused by the site in more than one run.
  package private(set) var unavailable = 0
  /// Entries of the listing that could not be read.
  package private(set) var refused = 0
  /// Photos that the source is known to have; nil before the first page.
  package private(set) var total: Int?
  /// The listing waits for another attempt.
  package private(set) var listingWait: RetryWait?

  private var bytesOfEnded: Int64 = 0
  private var bytesUnderWay: Int64 = 0
  private var rows: [String: (order: Int, row: TransferRow)] = [:]
  private var begun = 0
  private var byteRate = RateWindow(span: .seconds(10))
  private var photoRate = RateWindow(span: .seconds(30))

  /// Nothing happened yet.
  package init() {}

  /// Photos that came to their end.
  package var done: Int {
    mirrored + adopted + known + replaced + wouldFetch + failed + unavailable
  }

  /// Bytes of photos and of their listing that came in this run, transfers under way included.
  package var bytes: Int64 { bytesOfEnded.addingClamped(bytesUnderWay) }

  /// Photos under way, in the order in which they began; those that wait for a retry last.
  package var transfers: [TransferRow] {
    rows.values
      .sorted { ($0.row.wait == nil ? 0 : 1, $0.order) < ($1.row.wait == nil ? 0 : 1, $1.order) }
      .map(\.row)
  }

  /// How much of the known photos is done, from 0 to 1; nil before the first page.
  package var fraction: Double? {
    guard let total else { return nil }
    return total <= 0 ? 1 : min(1, Double(done) / Double(total))
  }

  /// Over the last ten seconds; nil at the very beginning.
  package func bytesPerSecond(at time: Duration) -> Double? { byteRate.perSecond(at: time) }

  /// Until the known photos are done, at the pace of the last half minute: nil at the beginning,
  /// while nothing moves, and beyond ten days. Photos that were mirrored before cost no time and
  /// come first, so they are no measure of those that follow.
  package func timeLeft(at time: Duration) -> Duration? {
    guard let total, total > done, let pace = photoRate.perSecond(at: time), pace > 0 else {
      return nil
    }
    let seconds = (Double(total - done) / pace).rounded(.up)
    return seconds < 864_000 ? .seconds(seconds) : nil
  }

  /// Takes an event that happened at `time`.
  package mutating func note(_ event: MirrorEvent, at time: Duration) {
    switch event {
    case .started(let facts): run = facts
    case .listed(let page): note(page)
    case .progressed(let progress): note(progress)
    case .retrying(let retry): note(retry, at: time)
    case .ended(let photo, let result): note(result, of: photo)
    case .noted: break
    case .finished: rows = [:]
    }
    byteRate.note(bytes, at: time)
    photoRate.note(Int64(done - known), at: time)
  }

  private mutating func note(_ page: PageFacts) {
    // A page without photos, such as the answer of a look-up, tells nothing of how many there are.
    if page.knownTotal > 0 || page.isLast { total = max(0, page.knownTotal) }
    refused += page.refused.count
    bytesOfEnded = bytesOfEnded.addingClamped(max(0, page.byteCount))
    listingWait = nil
  }

  private mutating func note(_ progress: ProgressFacts) {
    let id = progress.photo.id
    guard var known = rows[id] else {
      begun += 1
      rows[id] = (begun, TransferRow(progress))
      return
    }
    let before = known.row.fetched
    known.row.note(progress)
    rows[id] = known
    bytesUnderWay = bytesUnderWay.addingClamped(known.row.fetched - before)
  }

  private mutating func note(_ retry: RetryFacts, at time: Duration) {
    let wait = RetryWait(
      reason: retry.reason, attempt: retry.attempt, isOffline: retry.isOffline,
      until: time + retry.delay)
    guard let photo = retry.photo else {
      listingWait = wait
      return
    }
    // Put off to the end of the run, it is not under way any more: rows stay as few as transfers.
    guard retry.delay > .zero else {
      bytesOfEnded = bytesOfEnded.addingClamped(end(photo))
      return
    }
    if rows[photo.id] == nil {
      begun += 1
      rows[photo.id] = (begun, TransferRow(waiting: photo, wait))
    } else {
      rows[photo.id]?.row.note(wait)
    }
  }

  private mutating func note(_ result: PhotoResult, of photo: PhotoFacts) {
    let watched = end(photo)
    switch result {
    case .mirrored(let stored):
      mirrored += 1
      bytesOfEnded = bytesOfEnded.addingClamped(max(0, stored.bytesFetched))
    case .adopted(let stored):
      adopted += 1
      bytesOfEnded = bytesOfEnded.addingClamped(max(0, stored.bytesFetched))
    case .known: known += 1
    case .replaced: replaced += 1
    case .wouldFetch: wouldFetch += 1
    case .unavailable:
      unavailable += 1
      bytesOfEnded = bytesOfEnded.addingClamped(watched)
    case .failed:
      failed += 1
      bytesOfEnded = bytesOfEnded.addingClamped(watched)
    }
  }

  /// Forgets a transfer; gives the bytes that it brought.
  private mutating func end(_ photo: PhotoFacts) -> Int64 {
    let watched = rows.removeValue(forKey: photo.id)?.row.fetched ?? 0
    bytesUnderWay = bytesUnderWay.addingClamped(-watched)
    return watched
  }
}
