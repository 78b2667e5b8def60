/// The waiting jobs, by host. At most `width` run at once, and at most `widthPerHost` to one host
/// unless the host has a width of its own. Hosts take turns; the jobs of a host start in their
/// order. A closed lane keeps its jobs waiting and delays no other host. Pure; every step takes
/// amortised constant time.
///
/// At most `files` files run at once. While files of another host wait, no host gets more than half
/// of these places.
///
/// The queue is here and not in libcurl, because libcurl 7.88 walks all its handles on each turn.
struct Lanes<Item: LaneItem> {
  typealias Instant = SuspendingClock.Instant

  /// At least one.
  let width: Int
  /// At least one.
  private let widthOf: (_ host: String) -> Int
  /// At least one.
  let files: Int
  var lanes: [String: Lane] = [:]
  private var readyFiles = Queue<Lane>()
  private var readyCalls = Queue<Lane>()
  /// When the next closed lane opens; nil if none is closed.
  var nextOpening: Instant?
  /// At most `width`.
  private(set) var running = 0
  /// At most `files`.
  private(set) var runningFiles = 0

  /// - Parameter files: how many of `width` may be files; nil for all.
  init(width: Int, widthPerHost: Int, files: Int? = nil) {
    self.init(width: width, files: files) { _ in widthPerHost }
  }

  /// - Parameter widthOf: How many jobs of a host run at once, until it has a width of its own.
  init(width: Int, files: Int? = nil, widthOf: @escaping (_ host: String) -> Int) {
    self.width = max(1, width)
    self.widthOf = widthOf
    self.files = max(1, min(files ?? width, width))
  }

  /// How many files of one host run at once while others wait.
  var share: Int { max(1, files / 2) }

  mutating func append(_ job: Item, host: String) {
    job.isWaiting = true
    let lane = lane(host)
    lane[Self.kind(of: job)].waiting.append(job)
    offer(lane)
  }

  /// The next job that may start, which then counts as running until `finished`.
  mutating func next() -> Item? {
    guard running < width else { return nil }
    if let job = next(.calls) { return job }
    guard runningFiles < files else { return nil }
    return next(.files)
  }

  /// A job to this host has ended.
  mutating func finished(_ job: Item, host: String) {
    let kind = Self.kind(of: job)
    guard let lane = lanes[host], lane[kind].running > 0 else { return }
    lane[kind].running -= 1
    running -= 1
    if job.isFile { runningFiles -= 1 }
    offer(lane)
    forget(lane)
  }

  /// Removes a waiting job in constant time; false if it does not wait.
  func take(_ job: Item) -> Bool {
    defer { job.isWaiting = false }
    return job.isWaiting
  }

  /// Whether files of another host could start if there were a place.
  func filesWait(besides host: String) -> Bool {
    readyFiles.contains { lane in
      lane.host != host && !lane.files.waiting.isEmpty && mayStart(lane)
    }
  }

  private mutating func next(_ kind: Kind) -> Item? {
    var passedOver: Lane?
    defer { if let passedOver { offer(passedOver) } }
    while let lane = popReady(kind) {
      lane[kind].isReady = false
      guard mayStart(lane) else { continue }
      // At most one host has its share while a place is free.
      if passedOver == nil, kind == .files, lane.files.running >= share,
        filesWait(besides: lane.host)
      {
        passedOver = lane
        continue
      }
      while let job = lane[kind].waiting.popFirst() {
        guard take(job) else { continue }
        lane[kind].running += 1
        running += 1
        if job.isFile { runningFiles += 1 }
        offer(lane)
        return job
      }
      forget(lane)
    }
    return nil
  }

  private mutating func popReady(_ kind: Kind) -> Lane? {
    kind == .files ? readyFiles.popFirst() : readyCalls.popFirst()
  }

  private static func kind(of job: Item) -> Kind { job.isFile ? .files : .calls }

  mutating func lane(_ host: String) -> Lane {
    if let lane = lanes[host] { return lane }
    let lane = Lane(host, firstWidth: max(1, widthOf(host)))
    lanes[host] = lane
    return lane
  }

  /// Queues the lane if it has a job to start and is allowed to.
  mutating func offer(_ lane: Lane) {
    guard mayStart(lane) else { return }
    if !lane.files.isReady, !lane.files.waiting.isEmpty {
      lane.files.isReady = true
      readyFiles.append(lane)
    }
    if !lane.calls.isReady, !lane.calls.waiting.isEmpty {
      lane.calls.isReady = true
      readyCalls.append(lane)
    }
  }

  private func mayStart(_ lane: Lane) -> Bool {
    lane.closedUntil == nil && lane.running < lane.width ?? lane.firstWidth
  }

  mutating func forget(_ lane: Lane) {
    if lane.isIdle, lanes[lane.host] === lane { lanes[lane.host] = nil }
  }
}
