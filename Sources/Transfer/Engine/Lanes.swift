/// Something that waits for its turn.
protocol LaneItem: AnyObject {
  /// Belongs to the lanes: whether it is still to be given its turn.
  var isWaiting: Bool { get set }
  /// Whether it may take long; what is no file goes first.
  var isFile: Bool { get }
}

/// The jobs that wait, and which may start: at most `width` at once and `widthPerHost` to one host
/// unless told otherwise, hosts in turn, each host's jobs in the order in which they came. A host's
/// lane can be closed for a while: its jobs wait there and hold nobody up. Pure; every step takes
/// constant time on average, however many wait.
///
/// Of files at most `files` run at once, and while those of another host wait no host is given more
/// than half of these places.
///
/// The queue is here and not in libcurl, because libcurl 7.88 walks every handle that it was given
/// on each turn.
struct Lanes<Job: LaneItem> {
  typealias Instant = SuspendingClock.Instant

  /// A host's files, or its other jobs.
  struct Line {
    var waiting = Queue<Job>()
    var running = 0
    /// Whether the lane stands among those that are ready to start one.
    var isReady = false
  }

  /// One host's. A class, because a host is asked for far more often than it changes.
  final class Lane {
    let host: String
    var files = Line()
    var calls = Line()
    /// Nil: open.
    var closedUntil: Instant?
    /// Nil: as wide as any.
    var width: Int?

    init(_ host: String) { self.host = host }

    var running: Int { files.running + calls.running }

    var isEmpty: Bool { files.waiting.isEmpty && calls.waiting.isEmpty }

    /// Whether nothing is left to do or to remember.
    var isIdle: Bool { running == 0 && isEmpty && closedUntil == nil && width == nil }
  }

  /// A line's place in its lane.
  typealias Kind = ReferenceWritableKeyPath<Lane, Line>

  /// At least one.
  let width: Int
  private let widthPerHost: Int
  /// At least one.
  let files: Int
  var lanes: [String: Lane] = [:]
  private var readyFiles = Queue<Lane>()
  private var readyCalls = Queue<Lane>()
  /// When the next closed lane opens; nil: none is closed.
  var nextOpening: Instant?
  /// At most `width`.
  private(set) var running = 0
  /// At most `files`.
  private(set) var runningFiles = 0

  /// - Parameter files: how many of `width` files may have; nil: all.
  init(width: Int, widthPerHost: Int, files: Int? = nil) {
    self.width = max(1, width)
    self.widthPerHost = max(1, widthPerHost)
    self.files = max(1, min(files ?? width, width))
  }

  /// The places for files that one host may have while others wait.
  var share: Int { max(1, files / 2) }

  mutating func append(_ job: Job, host: String) {
    job.isWaiting = true
    let lane = lane(host)
    lane[keyPath: Self.kind(of: job)].waiting.append(job)
    offer(lane)
  }

  /// The next job that may start, which then counts as running until `finished`.
  mutating func next() -> Job? {
    guard running < width else { return nil }
    if let job = next(from: \.readyCalls, \.calls) { return job }
    guard runningFiles < files else { return nil }
    return next(from: \.readyFiles, \.files)
  }

  /// A job to this host has ended.
  mutating func finished(_ job: Job, host: String) {
    let kind = Self.kind(of: job)
    guard let lane = lanes[host], lane[keyPath: kind].running > 0 else { return }
    lane[keyPath: kind].running -= 1
    running -= 1
    if job.isFile { runningFiles -= 1 }
    offer(lane)
    forget(lane)
  }

  /// Takes a job out, which costs nothing however many wait; false if it does not wait.
  func take(_ job: Job) -> Bool {
    defer { job.isWaiting = false }
    return job.isWaiting
  }

  /// Whether files of another host could start, were there a place for them.
  func filesWait(besides host: String) -> Bool {
    readyFiles.contains { lane in
      lane.host != host && !lane.files.waiting.isEmpty && mayStart(lane)
    }
  }

  private mutating func next(
    from ready: WritableKeyPath<Self, Queue<Lane>>, _ kind: Kind
  ) -> Job? {
    var passedOver: Lane?
    defer { if let passedOver { offer(passedOver) } }
    while let lane = self[keyPath: ready].popFirst() {
      lane[keyPath: kind].isReady = false
      guard mayStart(lane) else { continue }
      // At most one host has its share of the places while there is one to give.
      if passedOver == nil, kind == \.files, lane.files.running >= share,
        filesWait(besides: lane.host)
      {
        passedOver = lane
        continue
      }
      while let job = lane[keyPath: kind].waiting.popFirst() {
        guard take(job) else { continue }
        lane[keyPath: kind].running += 1
        running += 1
        if job.isFile { runningFiles += 1 }
        offer(lane)
        return job
      }
      forget(lane)
    }
    return nil
  }

  private static func kind(of job: Job) -> Kind { job.isFile ? \.files : \.calls }

  mutating func lane(_ host: String) -> Lane {
    if let lane = lanes[host] { return lane }
    let lane = Lane(host)
    lanes[host] = lane
    return lane
  }

  /// Lets the lane take its turn, if it has something to start and may.
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
    lane.closedUntil == nil && lane.running < lane.width ?? widthPerHost
  }

  mutating func forget(_ lane: Lane) {
    if lane.isIdle, lanes[lane.host] === lane { lanes[lane.host] = nil }
  }
}
