import CCurl
import Locking

/// The engine thread's loop: accepts jobs, starts transfers, runs libcurl, reports results, waits.
///
/// Belongs to that thread; other threads use the inbox.
final class EngineLoop {
  private let inbox: Locked<Inbox>
  private let multi: MultiHandle
  let configuration: TransferConfiguration
  var lanes: Lanes<TransferJob>
  /// By host name; only hosts that were asked recently, or that had trouble.
  var health: [String: HostHealth] = [:]
  /// At this number of hosts, the sound ones are forgotten.
  var mostHosts = EngineLoop.mostSound
  /// More sound hosts are not remembered; a state and a lane take 700 bytes.
  static let mostSound = 1000
  /// More hosts with trouble are not remembered.
  static let mostTroubled = 10_000
  /// Whether there were more hosts than are remembered.
  var hasForgotten = false
  /// Up to this number of hosts, connections are kept after the last request.
  private static let fewHosts = 64
  private let meter = ByteMeter()
  private let privateHosts: PrivateHosts
  private let connections = Connections()
  private let complete = CompleteParts()
  var throttle: Throttle?
  /// The number of the last change of ``HostShares`` that was applied.
  var shareNumber = 0
  /// This engine's slots of shared hosts.
  var slots: [String: Int] = [:]
  /// When the engine says what it wants of shared hosts; nil: at once.
  var nextReport: SuspendingClock.Instant?
  private var running: [UnsafeMutableRawPointer: Exchange] = [:]
  /// Idle easy handles, at most `width`.
  private var idle: [EasyHandle] = []
  /// When deadlines and stalls are checked next.
  private var nextLook: SuspendingClock.Instant
  private let lookInterval: Duration
  /// No later than the earliest deadline of the running transfers.
  private var earliestDeadline: SuspendingClock.Instant
  /// When the states of running downloads are written next; nil if nothing arrived since the last
  /// time.
  private var nextKeep: SuspendingClock.Instant?

  init(_ inbox: Locked<Inbox>, multi: MultiHandle, _ configuration: TransferConfiguration) {
    self.inbox = inbox
    self.multi = multi
    self.configuration = configuration
    privateHosts = PrivateHosts(configuration.privateHosts)
    lanes = Lanes(width: configuration.width, files: configuration.files) {
      HostWidth.first(
        of: configuration.width(of: $0), followsLatency: configuration.answerRate != nil)
    }
    lookInterval = min(max(configuration.stallTimeout / 8, .milliseconds(10)), .seconds(1))
    throttle = configuration.maximumRate.map { Throttle(rate: $0) }
    nextLook = .now
    earliestDeadline = nextLook
  }

  /// The clock for deadlines and stalls. It stops while the throttle pauses all transfers.
  private var now: SuspendingClock.Instant { .now - (throttle?.held ?? .zero) }

  /// Runs until the engine is closed.
  func run() {
    var reason = Fault(.engineClosed, "the transfer engine is shut down")
    do {
      while try turn() {}
    } catch {
      reason = Fault(.engineClosed, "the transfer engine failed: \(error.reason)")
    }
    close(reason)
  }

  /// Runs one turn; false if it was the last.
  private func turn() throws(Fault) -> Bool {
    let (due, isIdle) = (due, running.isEmpty)
    let starting = SuspendingClock.now + configuration.stallTimeout
    let orders = inbox.withLock { $0.take(due: due, starting: starting) }
    applyShares()
    applyTerms()
    for job in orders.jobs { accept(job) }
    reportShares()
    if orders.isClosing { return false }
    for job in orders.cancelled { cancel(job) }
    keep()
    if throttle?.hold() ?? false { return true }
    lanes.open(at: .now)
    var hasRoom = start()
    if isIdle, let due = self.due { inbox.withLock { $0.expect(due: due) } }
    try multi.perform()
    count()
    if answerEnded() { hasRoom = true }
    let now = now
    if now >= nextLook, look(now) { hasRoom = true }
    // Finished transfers made room: start others before waiting.
    if !hasRoom, inbox.withLock({ $0.mayWait() }) { try multi.poll(milliseconds: pause(now)) }
    return true
  }

  /// When the watchdog considers this turn overdue: by then a transfer has stalled or met its
  /// deadline. Nil if none is running.
  private var due: SuspendingClock.Instant? {
    guard !running.isEmpty else { return nil }
    return .now + min(configuration.stallTimeout, max(.zero, earliestDeadline - now))
  }

  /// Milliseconds to wait, at most a second: libcurl has lost wake-ups before (curl issue 22272).
  private func pause(_ now: SuspendingClock.Instant) -> Int32 {
    let look = running.isEmpty ? 1000 : (nextLook - now).milliseconds
    let opening = [lanes.nextOpening, nextKeep].compactMap(\.self).min()
    // While jobs wait for slots, no transfer wakes the engine.
    let most: Int32 = configuration.shares != nil && !lanes.isEmpty ? 100 : 1000
    return min(Int32(min(look, opening.map { ($0 - .now).milliseconds } ?? 1000, 1000)), most)
  }

  /// Writes the states of downloads whose bytes must survive a kill. Delayed, because most photos
  /// are complete and stored within a moment.
  private func keep() {
    guard let nextKeep, nextKeep <= .now else { return }
    self.nextKeep = nil
    for exchange in running.values {
      do {
        try exchange.keep()
      } catch {
        abort(exchange, error)
      }
    }
  }

  private func count() {
    let bytes = meter.take()
    guard bytes > 0 else { return }
    if nextKeep == nil { nextKeep = .now + configuration.keepDelay }
    throttle?.spend(bytes)
    configuration.onBytes?(bytes)
  }

  private func close(_ reason: Fault) {
    for exchange in running.values {
      multi.remove(exchange.easy)
      exchange.fail(reason)
    }
    running = [:]
    idle = []
    for job in lanes.removeAll() { job.fail(reason) }
    configuration.shares?.close()
    let (late, waiters) = inbox.withLock { $0.finish() }
    for job in late { job.fail(reason) }
    complete.writeStates()
    multi.close()
    for waiter in waiters { waiter.resume() }
  }
}

/// Steps of a turn.
extension EngineLoop {
  /// Starts waiting jobs; true if places are still free. Jobs that need no request finish at once.
  /// At most one pass over the places, so that many such jobs do not delay the network.
  private func start() -> Bool {
    for _ in lanes.running..<lanes.width {
      guard let job = lanes.next() else { return false }
      do {
        let exchange = Exchange(
          job, easy: try takeHandle(), configuration: configuration, meter: meter,
          privateHosts: privateHosts, connections: connections,
          health: known(job.address.host), complete: complete, now: now)
        if job.isFile { configuration.shares?.noteStart(job.address.host) }
        begin(exchange, isFirst: true)
      } catch {
        job.fail(error)
        lanes.finished(job, host: job.address.host)
      }
    }
    return lanes.running < lanes.width
  }

  private func takeHandle() throws(Fault) -> EasyHandle {
    if let handle = idle.popLast() { return handle }
    return try EasyHandle(configuration)
  }

  /// Passes the exchange's next request to libcurl.
  private func begin(_ exchange: Exchange, isFirst: Bool = false) {
    do {
      if isFirst, try !exchange.prepare() {
        release(exchange)
        return
      }
      exchange.closesConnection = exchange.job.isFile && isUnneeded(after: exchange.job.address)
      try exchange.begin(now: now)
      try multi.add(exchange.easy)
      earliestDeadline =
        running.isEmpty ? exchange.deadline : min(earliestDeadline, exchange.deadline)
      running[exchange.easy.pointer] = exchange
      nextLook = min(nextLook, exchange.deadline)
    } catch {
      exchange.fail(error)
      release(exchange)
    }
  }

  /// Whether the connection of a file's request that begins is not needed afterwards: no other request to the host
  /// waits, and there are so many hosts that its next one comes late. Kept connections would be closed to make room for
  /// others, and for that libcurl 7.88 searches all hosts of which it ever closed one: with 12,000 hosts for a third of
  /// the time.
  private func isUnneeded(after address: Address) -> Bool {
    // All hosts share the connections to a proxy.
    (health.count > Self.fewHosts || hasForgotten) && lanes.isLast(of: address.host)
      && configuration.proxies.proxy(for: address.endpoint) == nil
  }

  /// Reports finished transfers; true if there were any.
  private func answerEnded() -> Bool {
    var hasEnded = false
    while let (pointer, code) = multi.nextDone() {
      guard let exchange = running.removeValue(forKey: pointer) else { continue }
      multi.remove(exchange.easy)
      hasEnded = true
      if exchange.conclude(code) {
        begin(exchange)
      } else {
        release(exchange)
      }
    }
    return hasEnded
  }

  /// Aborts overdue transfers; true if this made room.
  private func look(_ now: SuspendingClock.Instant) -> Bool {
    let overdue = running.values.compactMap { exchange in
      exchange.overdue(now: now).map { (exchange, $0) }
    }
    for (exchange, fault) in overdue { abort(exchange, fault) }
    let hasMadeRoom = makeRoom(now)
    earliestDeadline = running.values.lazy.map(\.deadline).min() ?? now
    nextLook = running.isEmpty ? now + lookInterval : min(now + lookInterval, earliestDeadline)
    return !overdue.isEmpty || hasMadeRoom
  }

  /// Requeues the slowest download of a host that has more than its share of the places while
  /// downloads from others wait, once it had its turn. It resumes later.
  private func makeRoom(_ now: SuspendingClock.Instant) -> Bool {
    guard lanes.runningFiles == lanes.files, lanes.runningFiles > 1 else { return false }
    let files = Dictionary(grouping: running.values.filter(\.job.isFile), by: \.job.address.host)
    guard let (host, most) = files.max(by: { $0.value.count < $1.value.count }),
      most.count > lanes.share, lanes.filesWait(besides: host)
    else { return false }
    let slowest = most.filter { now - $0.started >= configuration.turnTime }
      .min { $0.bytesPerSecond(now) < $1.bytesPerSecond(now) }
    guard let slowest else { return false }
    running[slowest.easy.pointer] = nil
    multi.remove(slowest.easy)
    idle.append(slowest.easy)
    slowest.leave()
    lanes.finished(slowest.job, host: host)
    lanes.append(slowest.job, host: host)
    return true
  }

  private func cancel(_ job: TransferJob) {
    let fault = Fault(.cancelled, "cancelled")
    if lanes.take(job) {
      job.fail(fault)
    } else if let exchange = running.values.first(where: { $0.job === job }) {
      abort(exchange, fault)
    }
  }

  private func abort(_ exchange: Exchange, _ fault: Fault) {
    running[exchange.easy.pointer] = nil
    multi.remove(exchange.easy)
    exchange.fail(fault)
    release(exchange)
  }

  private func release(_ exchange: Exchange) {
    judge(exchange)
    idle.append(exchange.easy)
    lanes.finished(exchange.job, host: exchange.job.address.host)
  }
}
