/// Configuration of an engine.
package struct TransferConfiguration: Sendable {
  /// How many transfers run at once; the others wait in the queue.
  package var width = 16
  /// How many of them may be downloads; nil for all.
  package var files: Int?
  /// How many of them may be to one host and port; fewer after failures and push-backs
  /// (`HostWidth`).
  package var widthPerHost = 8
  /// How many answers a second the caller can take. Nil: a host's width does not depend on its latency
  /// (`LatencyWidth`).
  package var answerRate: Double?
  /// The User-Agent header: program, version and contact address.
  package var userAgent = "photomirror"
  /// Limit for name lookup, connecting and the TLS handshake together.
  package var connectTimeout = Duration.seconds(10)
  /// A transfer slower than 1000 bytes a second for this long is aborted as `stalled`.
  package var stallTimeout = Duration.seconds(30)
  /// File with certificate authorities in PEM; nil for the system's. Verification cannot be
  /// switched off.
  package var authorityFile: String?
  /// Whether TLS connections may use HTTP/2. Off by default: it gains nothing with a few
  /// connections, and libcurl 7.88 takes a reset stream for a complete body (curl issue 6015).
  package var allowsHTTP2 = false
  /// Hosts that may be on this machine or in a private network, because the user named them
  /// (`hosts(of:)`); nil allows every host. Checked on the resolved address of each connection,
  /// also after redirects, so that neither a redirect nor a changed DNS record leads to a private
  /// address. A host that answered from a public address loses its permission. Through a proxy only
  /// addresses that are private literally are refused.
  package var privateHosts: Set<String>?
  /// The proxies; the environment alone changes nothing.
  package var proxies = Proxies()
  /// Secrets that no error and no note shows, in addition to those of a request.
  package var secrets: [String] = []
  /// Limits for hosts that push requests back or do not answer.
  package var hostLimits = HostLimits()
  /// Limit in bytes a second for all transfers together; nil for none.
  package var maximumRate: Int?
  /// What the sites' terms allow.
  package var rules: [HostRule] = []
  /// What the listings of single files say of their hosts, besides; nil if none does.
  package var terms: HostTerms?
  /// This process's part of the rules and the rate; nil if no other process shares them.
  package var shares: HostShares?
  /// Jobs that wait for longer than this for a slot of ``shares`` fail: the processes with the slots can do them.
  package var slotTimeout = Duration.seconds(3)
  /// Called with what the engine does, on its thread: it must not block.
  package var onNote: (@Sendable (TransferNote) -> Void)?
  /// Whether `onNote` also gets a note of each request, answer and failed attempt.
  package var notesRequests = true
  /// Called with the number of body bytes received since the last call, on the engine's thread: it
  /// must not block.
  package var onBytes: (@Sendable (Int64) -> Void)?

  /// Called on a thread of its own when the engine's thread has not returned from a call of libcurl
  /// or the file system for `Watchdog.grace` seconds past a deadline. Then no transfer ends, nor
  /// does a shutdown: the caller should end the process. Nil for no watchdog.
  package var onStuck: (@Sendable (_ reason: String) -> Void)?
  /// How long a download runs before it may be requeued, if its host has more than half of the
  /// places for files while those of others wait.
  var turnTime = Duration.seconds(10)
  /// How long the bytes of a download are without a state that survives a kill.
  var keepDelay = Duration.milliseconds(50)
  /// Interval between two checks of the watchdog.
  var watchInterval = Duration.seconds(1)

  /// The defaults.
  package init() {}

  /// Host names of addresses, as `privateHosts` takes them; invalid addresses are skipped.
  package static func hosts(of addresses: [String]) -> Set<String> {
    Set(addresses.compactMap { try? Address($0).endpoint.name })
  }
}

/// What the engine does, for logs. Addresses are without credentials and queries.
package enum TransferNote: Sendable {
  /// A request was sent, from `offset` of the file on if it resumes a part.
  case asks(url: String, offset: Int64)
  /// A response was received, or its body was skipped.
  case answered(url: String, status: Int, bytes: Int64, exchange: ExchangeFacts)
  /// A transfer failed; the message names the address.
  case failed(message: String)
  /// A host pushed requests back: no request is sent to it for a while.
  case paused(host: String, pause: Duration, reason: String)
  /// A host does not answer: the next request is sent after a while.
  case offline(host: String, pause: Duration, reason: String)
  /// After a failure or a push-back a host gets at most `width` transfers at once.
  case limited(host: String, width: Int)
  /// A host was given up: its waiting transfers fail.
  case gaveUp(host: String, reason: String)
}
