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
  /// A part that cannot be resumed, and then a body that has to be decoded.
  static let maximumRepeats = 2
  /// A short body that is not wanted is read to its end: that keeps the connection.
  static let maximumDrain = 64 << 10

  enum Phase { case head, body, drain }

  let job: TransferJob
  let easy: EasyHandle
  /// On the engine's own clock.
  let started: SuspendingClock.Instant
  let deadline: SuspendingClock.Instant
  /// On `SuspendingClock` itself, which continues while the throttle pauses.
  let began = SuspendingClock.now
  private let meter: ByteMeter
  let privateHosts: PrivateHosts
  let connections: Connections
  /// The health of the job's host.
  let health: HostHealth
  let receiver: any BodyReceiver
  let configuration: TransferConfiguration
  var address: Address
  /// The proxy for the address; nil if the connection is direct.
  var proxy: Proxy?
  var redirects = 0
  var cookies = ExchangeCookies()
  var repeats = 0

  // State of the current response.
  var head = ResponseHead()
  var phase = Phase.head
  var drained = 0
  private(set) var received: Int64 = 0
  /// The bytes to send; nil if there are none.
  private(set) var source: BodySource?
  /// Length that the response promises; nil if it promises none.
  var promised: Int64?
  var fault: Fault?
  var repeatReason: String?
  /// Whether libcurl decodes the body of the response.
  var decodes = false
  /// Whether bodies are taken as they are, because the server states codings that are none.
  var ignoresCodings = false
  var stall: StallWatch
  /// Why no connection was attempted.
  var connectionFault: Fault?
  /// The last socket opened for the request; nil if a connection is reused.
  var opened: Connections.Socket?
  var route: Connections.Route?
  /// The trust in the connection that is reused; nil for a new one.
  var trust: ConnectionTrust?
  /// Whether the connection to be reused is not used: see ``Connections/mayUse(_:)``.
  var isRefused = false
  /// Whether the next request needs a new connection.
  var wantsNewConnection: Bool
  /// Whether the connection is closed after the request: no other request to the host waits for it.
  var closesConnection = false

  /// Why the job failed; nil if it did not.
  private(set) var failure: TransferError?

  /// - Parameter now: on the engine's own clock.
  init(
    _ job: TransferJob, easy: EasyHandle, configuration: TransferConfiguration, meter: ByteMeter,
    privateHosts: PrivateHosts, connections: Connections, health: HostHealth,
    complete: CompleteParts, now: SuspendingClock.Instant
  ) {
    self.health = health
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
    (opened, route, trust, isRefused) = (nil, nil, nil, false)
    stall = StallWatch(limit: job.stallTimeout ?? configuration.stallTimeout, now: now)
    decodes = receiver.decodes && !ignoresCodings
    source = try job.body.map { body throws(Fault) in try BodySource(body) }
    proxy = configuration.proxies.proxy(for: address.endpoint)
    if proxy != nil { try checkProxied() }
    try easy.prepare(
      address, through: proxy, headers: requestHeaders,
      acceptsCompression: job.acceptsCompression && decodes, decodes: decodes,
      isNewConnection: wantsNewConnection || connections.isBroken(address.host),
      closesConnection: closesConnection && proxy == nil, method: job.method,
      bodyLength: job.body?.count)
    try easy.limit(rate: configuration.rate(of: address.host))
    try setCallbacks()
    if configuration.notesRequests, let onNote = configuration.onNote {
      onNote(.asks(url: shownPlace, offset: receiver.offset))
    }
  }

  private var requestHeaders: [HTTPHeader] {
    let isHome = redirects == 0 || address.endpoint.origin == job.address.endpoint.origin
    let own = isHome ? job.headers : []
    let hasCookie = own.contains { $0.name.lowercased() == "cookie" }
    let cookie = hasCookie ? nil : cookies.header(for: address)
    return own + [cookie].compactMap(\.self) + receiver.conditions
  }

  func fail(_ fault: Fault) {
    var fault = fault
    fault.isOutage = address.host == job.address.host && isOutage(fault.kind)
    fault.isRedirected = redirects > 0
    let error = job.error(fault, at: address)
    failure = error
    if configuration.notesRequests { configuration.onNote?(.failed(message: error.message)) }
    receiver.fail(error)
  }

  var shownPlace: String { job.redaction.redact(address.place).shown }
}

/// Headers and body as they arrive. False aborts the transfer.
extension Exchange {
  func take(header line: UnsafeRawBufferPointer) -> Bool {
    guard phase == .head else { return take(trailer: line) }
    do throws(Fault) {
      try head.append(line: line)
      guard head.isComplete else { return true }
      try head.checkCodings(decodes: decodes)
      guard !head.isInterim else { return true }
      phase = .drain
      if decodes, head.misleadsDecoder {
        (ignoresCodings, repeatReason) = (true, "the server states a coding that is none")
        return true
      }
      if head.status == 407, let proxy { throw Fault.refusal(of: proxy, status: 407) }
      if !isFollowed { try accept() }
      return true
    } catch {
      fault = error
      return phase == .drain
    }
  }

  /// Whether the response is a redirect to follow.
  var isFollowed: Bool { head.isRedirect && job.followsRedirects }

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
      if error.asksAgain { repeatReason = error.reason } else { fault = error }
      return false
    }
  }

  private func accept() throws(Fault) {
    switch try receiver.accept(head, from: address) {
    case .receive:
      phase = .body
      promised = decodes && ContentCoding(head) != .plain ? nil : try head.contentLength()
    case .ignore: break
    case .askAgain(let reason): repeatReason = reason
    }
  }
}
