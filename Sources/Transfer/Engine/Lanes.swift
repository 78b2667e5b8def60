/// Something that waits for its turn.
protocol LaneItem: AnyObject {
  /// Belongs to the lanes: whether it is still to be given its turn.
  var isWaiting: Bool { get set }
}

/// The jobs that wait, and which may start: at most `width` at once and `widthPerHost` to one host
/// unless told otherwise, hosts in turn, each host's jobs in the order in which they came. A host's
/// lane can be closed for a while: its jobs wait there and hold nobody up. Pure; every step takes
/// constant time on average, however many wait.
///
/// The queue is here and not in libcurl, because libcurl 7.88 walks every handle that it was given
/// on each turn.
struct Lanes<Job: LaneItem> {
  typealias Instant = SuspendingClock.Instant

  /// One host's. A class, because a host is asked for far more often than it changes.
  private final class Lane {
    let host: String
    var waiting = Queue<Job>()
    var running = 0
    /// Whether it stands in `ready`.
    var isReady = false
    /// Nil: open.
    var closedUntil: Instant?
    /// Nil: as wide as any.
    var width: Int?

    init(_ host: String) { self.host = host }

    /// Whether nothing is left to do or to remember.
    var isIdle: Bool { running == 0 && waiting.isEmpty && closedUntil == nil && width == nil }
  }

  /// At least one.
  let width: Int
  private let widthPerHost: Int
  private var lanes: [String: Lane] = [:]
  private var ready = Queue<Lane>()
  /// When the next closed lane opens; nil: none is closed.
  private(set) var nextOpening: Instant?
  /// At most `width`.
  private(set) var running = 0

  init(width: Int, widthPerHost: Int) {
    self.width = max(1, width)
    self.widthPerHost = max(1, widthPerHost)
  }

  mutating func append(_ job: Job, host: String) {
    job.isWaiting = true
    let lane = lane(host)
    lane.waiting.append(job)
    offer(lane)
  }

  /// The next job that may start, which then counts as running until `finished`.
  mutating func next() -> Job? {
    guard running < width else { return nil }
    while let lane = ready.popFirst() {
      lane.isReady = false
      guard mayStart(lane) else { continue }
      while let job = lane.waiting.popFirst() {
        guard take(job) else { continue }
        lane.running += 1
        running += 1
        offer(lane)
        return job
      }
      forget(lane)
    }
    return nil
  }

  /// A job to this host has ended.
  mutating func finished(host: String) {
    guard let lane = lanes[host], lane.running > 0 else { return }
    lane.running -= 1
    running -= 1
    offer(lane)
    forget(lane)
  }

  /// Takes a job out, which costs nothing however many wait; false if it does not wait.
  func take(_ job: Job) -> Bool {
    defer { job.isWaiting = false }
    return job.isWaiting
  }

  /// Takes all jobs that wait for a host out, in their order.
  mutating func removeAll(host: String) -> [Job] {
    guard let lane = lanes[host] else { return [] }
    var removed: [Job] = []
    while let job = lane.waiting.popFirst() {
      if take(job) { removed.append(job) }
    }
    forget(lane)
    return removed
  }

  /// Takes all waiting jobs out, in no order of hosts.
  mutating func removeAll() -> [Job] {
    lanes.keys.sorted().flatMap { removeAll(host: $0) }
  }

  private mutating func lane(_ host: String) -> Lane {
    if let lane = lanes[host] { return lane }
    let lane = Lane(host)
    lanes[host] = lane
    return lane
  }

  /// Lets the lane take its turn, if it has something to start and may.
  private mutating func offer(_ lane: Lane) {
    guard !lane.isReady, !lane.waiting.isEmpty, mayStart(lane) else { return }
    lane.isReady = true
    ready.append(lane)
  }

  private func mayStart(_ lane: Lane) -> Bool {
    lane.closedUntil == nil && lane.running < lane.width ?? widthPerHost
  }

  private mutating func forget(_ lane: Lane) {
    if lane.isIdle, lanes[lane.host] === lane { lanes[lane.host] = nil }
  }
}

/// Lanes that are closed for a while, or of another width than others.
extension Lanes {
  /// Starts nothing to a host before `until`, or before what was said earlier, if that is later.
  mutating func close(_ host: String, until: Instant) {
    let lane = lane(host)
    lane.closedUntil = max(until, lane.closedUntil ?? until)
    nextOpening = min(until, nextOpening ?? until)
  }

  /// Opens the lanes whose time has come.
  mutating func open(at now: Instant) {
    guard let nextOpening, nextOpening <= now else { return }
    for lane in lanes.values {
      guard let until = lane.closedUntil, until <= now else { continue }
      lane.closedUntil = nil
      offer(lane)
      forget(lane)
    }
    self.nextOpening = lanes.values.compactMap(\.closedUntil).min()
  }

  /// How many jobs a host may have at once from now on; nil: as many as any.
  mutating func setWidth(_ width: Int?, for host: String) {
    let lane = lane(host)
    lane.width = width.map { max(1, $0) }
    offer(lane)
    forget(lane)
  }

  func running(host: String) -> Int { lanes[host]?.running ?? 0 }

  /// Whether jobs to this host wait for their turn.
  func isCrowded(_ host: String) -> Bool { !(lanes[host]?.waiting.isEmpty ?? true) }
}
