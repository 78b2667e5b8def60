import CCurl
import Locking

/// What the engine's thread does, from the first job to the end: takes orders, starts what may
/// start, lets libcurl work, answers what has ended, waits.
///
/// Belongs to that thread alone; everyone else only reaches the inbox.
final class EngineLoop {
  private let inbox: Locked<Inbox>
  private let multi: MultiHandle
  private let configuration: TransferConfiguration
  private var lanes: Lanes<Job>
  private var running: [UnsafeMutableRawPointer: Exchange] = [:]
  /// Easy handles between two transfers, at most `width` of them.
  private var idle: [EasyHandle] = []
  private var nextLook: SuspendingClock.Instant
  private let lookInterval: Duration

  init(_ inbox: Locked<Inbox>, multi: MultiHandle, _ configuration: TransferConfiguration) {
    self.inbox = inbox
    self.multi = multi
    self.configuration = configuration
    lanes = Lanes(width: configuration.width, widthPerHost: configuration.widthPerHost)
    lookInterval = min(max(configuration.stallTimeout / 8, .milliseconds(10)), .seconds(1))
    nextLook = .now
  }

  /// Returns when the engine was closed.
  func run() {
    var reason = Fault(.engineClosed, "the transfer engine is shut down")
    do {
      while try turn() {}
    } catch {
      reason = Fault(.engineClosed, "the transfer engine failed: \(error.reason)")
    }
    close(reason)
  }

  /// One turn; false when it was the last.
  private func turn() throws(Fault) -> Bool {
    let orders = inbox.withLock { $0.take() }
    for job in orders.jobs { lanes.append(job, id: job.id, host: job.address.host) }
    if orders.isClosing { return false }
    for id in orders.cancelled { cancel(id) }
    start()
    try multi.perform()
    let hasEnded = answerEnded()
    let now = SuspendingClock.now
    if now >= nextLook { look(now) }
    // What has ended made room: fill it before waiting.
    if !hasEnded { try multi.poll(milliseconds: pause(now)) }
    return true
  }

  /// At most a second, although a wake-up ends it: libcurl has lost wake-ups before (issue 22272).
  private func pause(_ now: SuspendingClock.Instant) -> Int32 {
    guard !running.isEmpty else { return 1000 }
    let next = running.values.reduce(nextLook) { min($0, $1.deadline) }
    return Int32(min((next - now).milliseconds, 1000))
  }

  private func close(_ reason: Fault) {
    for exchange in running.values {
      multi.remove(exchange.easy)
      exchange.fail(reason)
    }
    running = [:]
    idle = []
    for job in lanes.removeAll() { job.fail(reason) }
    let (late, waiters) = inbox.withLock { $0.finish() }
    for job in late { job.fail(reason) }
    multi.close()
    for waiter in waiters { waiter.resume() }
  }
}

/// The steps of a turn.
extension EngineLoop {
  private func start() {
    while let job = lanes.next() {
      do {
        let exchange = Exchange(
          job, easy: try takeHandle(), configuration: configuration, now: .now)
        begin(exchange, isFirst: true)
      } catch {
        job.fail(error)
        lanes.finished(host: job.address.host)
      }
    }
  }

  private func takeHandle() throws(Fault) -> EasyHandle {
    if let handle = idle.popLast() { return handle }
    return try EasyHandle()
  }

  /// Hands the exchange's next request to libcurl.
  private func begin(_ exchange: Exchange, isFirst: Bool = false) {
    do {
      if isFirst, try !exchange.prepare() {
        release(exchange)
        return
      }
      try exchange.begin(now: .now)
      try multi.add(exchange.easy)
      running[exchange.easy.pointer] = exchange
    } catch {
      exchange.fail(error)
      release(exchange)
    }
  }

  /// Whether any has.
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

  private func look(_ now: SuspendingClock.Instant) {
    nextLook = now + lookInterval
    for exchange in Array(running.values) {
      guard let fault = exchange.overdue(now: now) else { continue }
      abort(exchange, fault)
    }
  }

  private func cancel(_ id: UInt64) {
    let fault = Fault(.cancelled, "cancelled")
    if let job = lanes.remove(id) {
      job.fail(fault)
    } else if let exchange = running.values.first(where: { $0.job.id == id }) {
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
    idle.append(exchange.easy)
    lanes.finished(host: exchange.job.address.host)
  }
}
