/// The jobs that wait, and which may start: at most `width` at once and `widthPerHost` to one host,
/// hosts in turn, each host's jobs in the order in which they came. Pure; every step takes constant
/// time on average, however many wait.
///
/// The queue is here and not in libcurl, because libcurl 7.88 walks every handle that it was given
/// on each turn.
struct Lanes<Job> {
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
      while let id = lanes[host]?.waiting.popFirst() {
        guard let job = jobs.removeValue(forKey: id) else { continue }
        lanes[host]?.running += 1
        running += 1
        offer(host)
        return job
      }
      close(host)
    }
    return nil
  }

  /// A job to this host has ended.
  mutating func finished(host: String) {
    guard let lane = lanes[host], lane.running > 0 else { return }
    lanes[host]?.running -= 1
    running -= 1
    offer(host)
    close(host)
  }

  /// Takes a waiting job out; nil if it does not wait here.
  mutating func remove(_ id: UInt64) -> Job? {
    jobs.removeValue(forKey: id)
  }

  /// Takes all waiting jobs out, in no order.
  mutating func removeAll() -> [Job] {
    defer { jobs = [:] }
    return Array(jobs.values)
  }

  /// Lets the host take its turn, if it has something to start and may.
  private mutating func offer(_ host: String) {
    guard let lane = lanes[host], !lane.isReady, !lane.waiting.isEmpty, lane.running < widthPerHost
    else { return }
    lanes[host]?.isReady = true
    ready.append(host)
  }

  /// Forgets a host with which nothing is left to do.
  private mutating func close(_ host: String) {
    guard let lane = lanes[host], lane.running == 0, lane.waiting.isEmpty else { return }
    lanes[host] = nil
  }
}
