import MirrorCore

/// The progress of a run, folded from its events.
///
/// Times are durations since any fixed moment and must not decrease. Memory is bounded by the transfers
/// in progress.
package struct Tally: Sendable {
  /// Nil before the run has started.
  package private(set) var run: RunFacts?
  /// The counts of photos by their results, and of entries of the listing that are no photos.
  package private(set) var totals = MirrorTotals()
  /// Photos of the source as far as known; nil before the first page.
  package private(set) var total: Int?
  /// The listing's delay before another attempt.
  package private(set) var listingWait: RetryWait?

  /// The details that the run requests; nil before the first.
  package private(set) var details: DetailFacts?
  /// The wait for the next call because of a limit of calls, as words and the end on the tally's clock.
  package private(set) var callWait: (text: String, until: Duration)?

  var detailRate = RateWindow(span: .seconds(120))
  private var bytesOfEnded: Int64 = 0
  private var bytesUnderWay: Int64 = 0
  private var rows: [String: (order: Int, row: TransferRow)] = [:]
  private var begun = 0
  private var byteRate = RateWindow(span: .seconds(10))
  private var photoRate = RateWindow(span: .seconds(120))
  private var shownRate = SmoothedValue(constant: 3)
  private var shownTime = SmoothedValue(constant: 10, drift: -1)

  package init() {}

  /// Bytes of photos and of the listing received in this run, with those of transfers in progress.
  package var bytes: Int64 { bytesOfEnded.addingClamped(bytesUnderWay) }

  /// Transfers in progress, in the order in which they began; those that wait for a retry last.
  package var transfers: [TransferRow] {
    rows.values
      .sorted { ($0.row.wait == nil ? 0 : 1, $0.order) < ($1.row.wait == nil ? 0 : 1, $1.order) }
      .map(\.row)
  }

  /// Done photos of ``total``, from 0 to 1; nil before the first page.
  package var fraction: Double? {
    guard let total else { return nil }
    return total <= 0 ? 1 : min(1, Double(totals.done) / Double(total))
  }

  /// Over the last ten seconds, smoothed; nil in the first half second.
  package func bytesPerSecond(at time: Duration) -> Double? {
    shownRate.value(toward: byteRate.perSecond(at: time), at: time)
  }

  /// The time until ``total`` is done, at the rate of the last two minutes: it falls with the clock, and
  /// approaches a new estimate in some ten seconds. Nil at first, while nothing is done, and beyond ten days.
  /// Known photos take no time and come first, so they do not count.
  package func timeLeft(at time: Duration) -> Duration? {
    guard let seconds = shownTime.value(toward: secondsLeft(at: time), at: time)?.rounded(.up),
      seconds < 864_000
    else { return nil }
    return .seconds(seconds)
  }

  /// Not smoothed.
  private func secondsLeft(at time: Duration) -> Double? {
    guard let total, total > totals.done, let pace = photoRate.perSecond(at: time), pace > 0 else {
      return nil
    }
    return Double(total - totals.done) / pace
  }

  /// Adds an event that happened at `time`.
  package mutating func note(_ event: MirrorEvent, at time: Duration) {
    totals.count(event)
    switch event {
    case .started(let facts): run = facts
    case .listed(let page): note(page)
    case .progressed(let progress): note(progress)
    case .retrying(let retry): note(retry, at: time)
    case .ended(let photo, let result): note(result, of: photo)
    case .detailed(let facts):
      details = facts
      detailRate.note(Int64(facts.done), at: time)
    case .noted(let note):
      if case .callsLimited(_, let wait, _) = note { callWait = (note.text, time + wait) }
    case .finished: rows = [:]
    }
    byteRate.note(bytes, at: time)
    photoRate.note(Int64(totals.done - totals.known), at: time)
    shownRate.note(byteRate.perSecond(at: time), at: time)
    shownTime.note(secondsLeft(at: time), at: time)
  }

  private mutating func note(_ page: PageFacts) {
    // A page without photos, such as the response of a look-up, does not say how many there are.
    if page.knownTotal > 0 || page.isLast { total = max(0, page.knownTotal) }
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
      host: retry.host, cause: retry.cause, isAsked: retry.isAsked, attempt: retry.attempt,
      isOffline: retry.isOffline, until: time + retry.delay, retryLimit: retry.retryLimit)
    guard let photo = retry.photo else {
      listingWait = wait
      return
    }
    // Deferred to the end of the run, it is no longer in progress: rows stay as few as transfers.
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
    case .mirrored(let stored), .adopted(let stored):
      bytesOfEnded = bytesOfEnded.addingClamped(max(0, stored.bytesFetched))
    case .replaced(let facts):
      bytesOfEnded = bytesOfEnded.addingClamped(max(0, facts.stored?.bytesFetched ?? watched))
    // A known photo may have been fetched again, and was the same.
    case .unavailable, .failed, .known: bytesOfEnded = bytesOfEnded.addingClamped(watched)
    case .restored, .forgotten, .leftOut, .wouldFetch: break
    }
  }

  /// Removes a transfer and returns the bytes that it received.
  private mutating func end(_ photo: PhotoFacts) -> Int64 {
    let watched = rows.removeValue(forKey: photo.id)?.row.fetched ?? 0
    bytesUnderWay = bytesUnderWay.addingClamped(-watched)
    return watched
  }
}
