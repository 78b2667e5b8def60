/// A job's place in the order of a queue.
struct QueuePlace: Sendable, Hashable {
  static let start = QueuePlace(queuedAt: 0, photo: 0)

  /// Seconds since 1970: since when the job could be claimed.
  let queuedAt: Double
  let photo: Int64
}

/// When a statement that reads a queue from its start may run again.
///
/// While a transaction is open, such as that of a dump, the indexes of the queue keep an entry of each job that was
/// claimed or stored since: 3,600,000 after an hour at 1,000 a second, and to read them takes a second. A statement that
/// took long is not repeated for a hundred times as long, so that many workers take little of the server's time. Once is
/// no reason: the server may have been down.
struct QueueScan: Sendable {
  private static let quick = Duration.milliseconds(250)
  private static let pause = 100
  private static let longestPause = Duration.seconds(300)

  private(set) var startedAt: ContinuousClock.Instant?
  private var freeAt: ContinuousClock.Instant?
  private var wasSlow = false

  /// Whether it may run.
  func isDue(at now: ContinuousClock.Instant) -> Bool { freeAt.map { now >= $0 } ?? true }

  /// Records a run of the statement.
  mutating func note(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) {
    startedAt = start
    let time = start.duration(to: end)
    let isSlow = time > Self.quick
    freeAt = isSlow && wasSlow ? end + min(time * Self.pause, Self.longestPause) : end
    wasSlow = isSlow
  }
}

/// Where claims begin: where the last one ended, and at the start of the queue only now and then, or if too few jobs
/// follow. Jobs that were given back, and those of a page that was committed after a later one, are before.
struct ClaimPlace: Sendable {
  private static let longest = Duration.seconds(20)

  private var last: QueuePlace?
  private var scan = QueueScan()

  /// Claims at most so many.
  /// - Parameter claim: Claims those after a place.
  mutating func claim(
    _ most: Int, now: () -> ContinuousClock.Instant = { .now },
    by claim: (_ most: Int, _ place: QueuePlace) throws(CatalogError) -> [ClaimedJob]
  ) throws(CatalogError) -> [ClaimedJob] {
    let began = now()
    let isDue = scan.isDue(at: began)
    let isLate = scan.startedAt.map { $0.duration(to: began) >= Self.longest } ?? true
    var claimed: [ClaimedJob] = []
    if let last, !(isDue && isLate) { claimed = try claim(most, last) }
    if claimed.count < most, isDue {
      let start = now()
      claimed += try claim(most - claimed.count, .start)
      scan.note(from: start, to: now())
    }
    let places = claimed.map { QueuePlace(queuedAt: $0.queuedAt, photo: $0.photo) }
    last = (places + (last.map { [$0] } ?? [])).max {
      ($0.queuedAt, $0.photo) < ($1.queuedAt, $1.photo)
    }
    return claimed
  }
}
