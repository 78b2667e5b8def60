/// The jobs that wait, and which may start: at most `width` at once and `widthPerHost` to one host
/// unless told otherwise, hosts in turn, each host's jobs in the order in which they came. A host's
/// lane can be closed for a while: its jobs wait there and hold nobody up. Pure; every step takes
/// constant time on average, however many wait.
///
/// The queue is here and not in libcurl, because libcurl 7.88 walks every handle that it was given
/// on each turn.
struct Lanes<Job> {
  typealias Instant = SuspendingClock.Instant

  private struct Lane {
    var waiting = Queue<UInt64>()
    var running = 0
    /// Whether it stands in `ready`.
    var isReady = false
  }

  /// At least one.
  let width: Int
  private let widthPerHost: Int
  private var jobs: [UInt64: Job] = [:]
  private var lanes: [String: Lane] = [:]
  private var ready = Queue<String>()
  /// Until when the closed lanes are.
  private var closed: [String: Instant] = [:]
  /// Of hosts that may have another number than `widthPerHost` at once.
  private var widths: [String: Int] = [:]
  /// When the next closed lane opens; nil: none is closed.
  private(set) var nextOpening: Instant?
  /// At most `width`.
  private(set) var running = 0

  init(width: Int, widthPerHost: Int) {
    self.width = max(1, width)
    self.widthPerHost = max(1, widthPerHost)
  }

  mutating func append(_ job: Job, id: UInt64, host: String) {
    jobs[id] = job
    lanes[host, default: Lane()].waiting.append(id)
    offer(host)
  }

  /// The next job that may start, which then counts as running until `finished`.
  mutating func next() -> Job? {
    guard running < width else { return nil }
    while let host = ready.popFirst() {
      lanes[host]?.isReady = false
      guard mayStart(host) else { continue }
      while let id = lanes[host]?.waiting.popFirst() {
        guard let job = jobs.removeValue(forKey: id) else { continue }
        lanes[host]?.running += 1
        running += 1
        offer(host)
        return job
      }
      forget(host)
    }
    return nil
  }

  /// A job to this host has ended.
  mutating func finished(host: String) {
    guard let lane = lanes[host], lane.running > 0 else { return }
    lanes[host]?.running -= 1
    running -= 1
    offer(host)
    forget(host)
  }

  /// Takes a waiting job out; nil if it does not wait here.
  mutating func remove(_ id: UInt64) -> Job? {
    jobs.removeValue(forKey: id)
  }

  /// Takes all jobs that wait for a host out, in their order.
  mutating func removeAll(host: String) -> [Job] {
    var removed: [Job] = []
    while let id = lanes[host]?.waiting.popFirst() {
      if let job = jobs.removeValue(forKey: id) { removed.append(job) }
    }
    forget(host)
    return removed
  }

  /// Takes all waiting jobs out, in no order.
  mutating func removeAll() -> [Job] {
    defer { jobs = [:] }
    return Array(jobs.values)
  }

  /// Lets the host take its turn, if it has something to start and may.
  private mutating func offer(_ host: String) {
    guard let lane = lanes[host], !lane.isReady, !lane.waiting.isEmpty, mayStart(host) else {
      return
    }
    lanes[host]?.isReady = true
    ready.append(host)
  }

  private func mayStart(_ host: String) -> Bool {
    closed[host] == nil && (lanes[host]?.running ?? 0) < widths[host] ?? widthPerHost
  }

  /// Forgets a host with which nothing is left to do.
  private mutating func forget(_ host: String) {
    guard let lane = lanes[host], lane.running == 0, lane.waiting.isEmpty else { return }
    lanes[host] = nil
  }
}

/// Lanes that are closed for a while, or narrower than others.
extension Lanes {
  /// Starts nothing to a host before `until`, or before what was said earlier, if that is later.
  mutating func close(_ host: String, until: Instant) {
    closed[host] = max(until, closed[host] ?? until)
    nextOpening = min(until, nextOpening ?? until)
  }

  /// Opens the lanes whose time has come.
  mutating func open(at now: Instant) {
    guard let nextOpening, nextOpening <= now else { return }
    let due = closed.filter { $0.value <= now }.keys
    for host in due { closed[host] = nil }
    self.nextOpening = closed.values.min()
    for host in due { offer(host) }
  }

  /// How many jobs a host may have at once from now on; nil: as many as any.
  mutating func setWidth(_ width: Int?, for host: String) {
    widths[host] = width.map { max(1, $0) }
    offer(host)
  }

  /// How many jobs to this host run.
  func running(host: String) -> Int { lanes[host]?.running ?? 0 }

  /// Whether jobs to this host wait for their turn.
  func isCrowded(_ host: String) -> Bool { !(lanes[host]?.waiting.isEmpty ?? true) }
}
