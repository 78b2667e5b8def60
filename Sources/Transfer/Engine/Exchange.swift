import CCurl
import Foundation
import Redaction

/// One running job: its easy handle, its response and the next step. Belongs to the engine's
/// thread.
///
/// Follows redirects itself, so that headers with credentials go only to the origin they were given
/// for: libcurl withholds only `Authorization` and `Cookie`.
final class Exchange {
  static let maximumRedirects = 5
  /// A short body that is not wanted is read to its end: that keeps the connection.
  static let maximumDrain = 64 << 10

  enum Phase { case head, body, drain }

  let job: Job
  let easy: EasyHandle
  /// On the engine's own clock.
  let started: SuspendingClock.Instant
  let deadline: SuspendingClock.Instant
  /// On `SuspendingClock` itself, which continues while the throttle pauses.
  let began = SuspendingClock.now
  private let meter: ByteMeter
  let privateHosts: PrivateHosts
  let connections: Connections
  private let receiver: any BodyReceiver
  let configuration: TransferConfiguration
  private(set) var address: Address
  /// The proxy for the address; nil if the connection is direct.
  var proxy: Proxy?
  private var redirects = 0
  private var repeats = 0

  // State of the current response.
  private var head = ResponseHead()
  private var phase = Phase.head
  private var drained = 0
  private(set) var received: Int64 = 0
  /// The bytes to send; nil if there are none.
  private(set) var source: BodySource?
  /// Length that the response promises; nil if it promises none.
  private var promised: Int64?
  private var fault: Fault?
  private var repeatReason: String?
  private var stall: StallWatch
  /// Why no connection was attempted.
  var connectionFault: Fault?
  /// The last socket opened for the request; nil if a connection is reused.
  var opened: Connections.Socket?
  var route: Connections.Route?
  /// Whether the connection to be reused had unread data.
  var isUnclean = false
  /// Whether the next request needs a new connection.
  private var wantsNewConnection: Bool

  /// Why the job failed; nil if it did not.
  private(set) var failure: TransferError?

  /// - Parameter now: on the engine's own clock.
  init(
    _ job: Job, easy: EasyHandle, configuration: TransferConfiguration, meter: ByteMeter,
    privateHosts: PrivateHosts, connections: Connections, complete: CompleteParts,
    now: SuspendingClock.Instant
  ) {
    self.connections = connections
    self.meter = meter
    self.privateHosts = privateHosts
    self.job = job
    self.easy = easy
    self.configuration = configuration
    address = job.address
    receiver = job.makeReceiver(complete)
    started = now
    deadline = now + job.deadline
    wantsNewConnection = job.wantsNewConnection
    stall = StallWatch(limit: job.stallTimeout ?? configuration.stallTimeout, now: now)
  }

  /// False if the job is complete without a request.
  func prepare() throws(Fault) -> Bool {
    if try receiver.prepare() { return true }
    try receiver.finish(from: address, isSelfDelimited: false, exchange: nil)
    return false
  }

  /// Prepares the handle for the next request.
  func begin(now: SuspendingClock.Instant) throws(Fault) {
    (head, phase, drained, received, promised) = (ResponseHead(), .head, 0, 0, nil)
    (fault, repeatReason, connectionFault) = (nil, nil, nil)
    (opened, route, isUnclean) = (nil, nil, false)
    stall = StallWatch(limit: job.stallTimeout ?? configuration.stallTimeout, now: now)
    source = try job.body.map { body throws(Fault) in try BodySource(body) }
    proxy = configuration.proxies.proxy(for: address.endpoint)
    if proxy != nil { try checkProxied() }
    try easy.prepare(
      address, through: proxy, headers: requestHeaders, acceptsCompression: job.acceptsCompression,
      isNewConnection: wantsNewConnection, method: job.method, bodyLength: job.body?.count)
    try easy.limit(rate: configuration.rate(of: address.host))
    try setCallbacks()
    if let onNote = configuration.onNote {
      onNote(.asks(url: shownPlace, offset: receiver.offset))
    }
  }

  private var requestHeaders: [HTTPHeader] {
    let isHome = redirects == 0 || address.endpoint.origin == job.address.endpoint.origin
    return (isHome ? job.headers : []) + receiver.conditions
  }

  func fail(_ fault: Fault) {
    var fault = fault
    fault.isOutage = fault.kind == .unreachable && address.host == job.address.host
    let error = job.error(fault, at: address)
    failure = error
    configuration.onNote?(.failed(message: error.message))
    receiver.fail(error)
  }

  private var shownPlace: String { job.redaction.redact(address.place).shown }

  /// Why the host failed, without the address.
  var complaint: String {
    guard let message = failure?.message else { return "status \(head.status)" }
    let place = shownPlace + ": "
    return message.hasPrefix(place) ? String(message.dropFirst(place.count)) : message
  }

  /// What the job's result says about the host that was asked last; nil if nothing.
  var observation: HostHealth.Observation? {
    let now = Int(Date().timeIntervalSince1970)
    switch head.status {
    case 429, 503: return .pushedBack(head.retryAfter(now: now))
    case 200...599:
      if hasBrokenOff { return .brokenOff }
      return head.spent(now: now).map { .spent($0) } ?? .answered
    default: break
    }
    switch failure?.kind {
    case .unreachable, .interrupted, .stalled, .timedOut: return .failed
    default: return nil
    }
  }
}

/// Headers and body as they arrive. False aborts the transfer.
extension Exchange {
  func take(header line: UnsafeRawBufferPointer) -> Bool {
    guard phase == .head else { return take(trailer: line) }
    do throws(Fault) {
      try head.append(line: line)
      guard head.isComplete else { return true }
      try head.checkCodings(acceptsGzip: job.acceptsCompression)
      guard !head.isInterim else { return true }
      phase = .drain
      if head.status == 407, let proxy { throw Fault.refusal(of: proxy, status: 407) }
      if !isFollowed { try accept() }
      return true
    } catch {
      fault = error
      return phase == .drain
    }
  }

  /// Whether the response is a redirect to follow.
  private var isFollowed: Bool { head.isRedirect && job.followsRedirects }

  private func take(trailer line: UnsafeRawBufferPointer) -> Bool {
    do {
      try head.skip(line: line)
      return true
    } catch {
      fault = fault ?? error
      return false
    }
  }

  func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    received += Int64(bytes.count)
    meter.count += Int64(bytes.count)
    guard phase == .body else {
      drained += bytes.count
      return drained <= Self.maximumDrain
    }
    do {
      try receiver.receive(bytes)
      return true
    } catch {
      fault = error
      return false
    }
  }

  private func accept() throws(Fault) {
    switch try receiver.accept(head, from: address) {
    case .receive:
      phase = .body
      promised = try head.contentLength()
    case .ignore: break
    case .askAgain(let reason): repeatReason = reason
    }
  }
}

/// Results and next steps.
extension Exchange {
  /// Handles the end of the transfer. True if `begin` is to be called again, false if the job is
  /// complete.
  func conclude(_ code: CURLcode) -> Bool {
    do {
      return try goesOn(code)
    } catch {
      fail(error)
      return false
    }
  }

  /// Ends without a result: the job starts again later and resumes.
  func leave() { receiver.leave() }

  /// Since the job started.
  func bytesPerSecond(_ now: SuspendingClock.Instant) -> Double {
    Double(received) / max((now - started) / .seconds(1), .leastNormalMagnitude)
  }

  /// Writes the state that the download can resume by after a kill.
  func keep() throws(Fault) { try receiver.keep() }

  /// Why the transfer must be aborted now; nil if it may continue.
  func overdue(now: SuspendingClock.Instant) -> Fault? {
    if now >= deadline {
      return fault ?? Fault(.timedOut, "not finished within \(job.deadline.seconds) seconds")
    }
    if job.isFile, now - started >= stall.allowance(bytes: max(promised ?? 0, received)) {
      return fault
        ?? Fault(.timedOut, "slower than \(StallWatch.leastRate) bytes a second on average")
    }
    guard stall.isStalled(bytes: received + (source?.sent ?? 0), now: now) else { return nil }
    let limit = (job.stallTimeout ?? configuration.stallTimeout).seconds
    return fault ?? Fault(.stalled, "less than 1000 bytes a second for \(limit) seconds")
  }

  private func goesOn(_ code: CURLcode) throws(Fault) -> Bool {
    if let opened, let route, code == CURLE_OK, easy.isHTTP1 { connections.keep(opened, of: route) }
    if let fault = fault ?? source?.fault { throw fault }
    if isUnclean, code == CURLE_ABORTED_BY_CALLBACK {
      wantsNewConnection = true
      return true
    }
    if let repeatReason {
      guard repeats == 0 else { throw Fault(.protocolError, repeatReason) }
      repeats += 1
      return true
    }
    let isDrained = phase == .drain && drained > Self.maximumDrain
    guard code == CURLE_OK || isDrained else {
      if let connectionFault, code == CURLE_COULDNT_CONNECT { throw connectionFault }
      if let proxy, let status = easy.connectStatus, status >= 400 {
        throw .refusal(of: proxy, status: status)
      }
      throw Fault(.init(curl: code), easy.explain(code))
    }
    guard phase != .head else { throw Fault(.interrupted, "the response ended within its headers") }
    if proxy == nil { privateHosts.note(answerOf: address.endpoint.name, from: easy.peer) }
    if let onNote = configuration.onNote {
      onNote(
        .answered(
          url: shownPlace, status: head.status, bytes: received, exchange: easy.facts))
    }
    if isFollowed {
      try follow()
      return true
    }
    try receiver.finish(
      from: address, isSelfDelimited: easy.isHTTP1 && head.isChunked, exchange: easy.facts)
    return false
  }

  private func follow() throws(Fault) {
    guard redirects < Self.maximumRedirects else {
      throw Fault(.protocolError, "more than \(Self.maximumRedirects) redirects")
    }
    guard let target = easy.redirectURL else {
      throw Fault(.protocolError, "the redirect has no valid address")
    }
    redirects += 1
    let next: Address
    do {
      next = try Address(target)
    } catch {
      throw Fault(.protocolError, "the redirect is refused: \(error.reason)")
    }
    // After a redirect to plain http anybody could have changed the body, unless its digest is
    // known.
    guard next.endpoint.isSecure || !address.endpoint.isSecure || job.hasDigest else {
      throw Fault(.protocolError, "a redirect from https to http is not followed")
    }
    guard next.endpoint.origin == job.address.endpoint.origin || !job.givesSecret(to: next) else {
      throw Fault(
        .protocolError,
        "the redirect to \(next.endpoint.origin) is refused: its address contains a secret of the "
          + "request")
    }
    address = next
  }
}

extension Duration {
  /// The address as messages show it.
  fileprivate var seconds: String {
    let value = self / .seconds(1)
    return Int(exactly: value).map { String($0) } ?? String(value)
  }
}
