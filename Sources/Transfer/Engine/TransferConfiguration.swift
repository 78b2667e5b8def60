/// How an engine goes about its transfers.
package struct TransferConfiguration: Sendable {
  /// How many transfers run at once; the rest wait in the engine's queue.
  package var width = 16
  /// How many of them may be downloads; nil: all.
  package var files: Int?
  /// How many of them may be to one host and port; fewer after failures and push-backs (`HostWidth`).
  package var widthPerHost = 8
  /// Names the program, its version and a contact address to the servers' owners.
  package var userAgent = "photomirror"
  /// For looking a name up, connecting and the TLS handshake together.
  package var connectTimeout = Duration.seconds(10)
  /// A transfer slower than 1000 bytes a second for this long is given up.
  package var stallTimeout = Duration.seconds(30)
  /// Certificate authorities in PEM; nil: the system's. A private authority is named here, there
  /// is no way to switch verification off.
  package var authorityFile: String?
  /// Whether TLS connections may speak HTTP/2. Off, because it gains nothing with a few
  /// connections, and libcurl 7.88 takes a reset stream for a whole body (curl issue 6015).
  package var allowsHTTP2 = false
  /// The hosts that may be on this machine or in a private network, because the user named them
  /// (`hosts(of:)`); nil: every host may. Checked on the resolved address at each connection,
  /// redirects included, so that neither a redirect nor a name that changes its address leads
  /// inside; one that has answered in public is none of them any more. Where a proxy leads to a server
  /// only an address that says itself that it is private is refused.
  package var privateHosts: Set<String>?
  /// Which proxies lead to which servers. The environment alone changes nothing.
  package var proxies = Proxies()
  /// Values that no error and no note shows, in addition to those of a request.
  package var secrets: [String] = []
  /// What is borne of hosts that put requests off or do not answer.
  package var hostLimits = HostLimits()
  /// Bytes a second for all transfers together; nil: as fast as it goes.
  package var maximumRate: Int?
  /// Is told what the engine does, on its thread: it must not wait.
  package var onNote: (@Sendable (TransferNote) -> Void)?
  /// Is told how many bytes of bodies came in since the last call, on the engine's thread: it must
  /// not wait.
  package var onBytes: (@Sendable (Int64) -> Void)?

  /// Is told, on a thread of its own, that the engine's thread has not come back from a call of
  /// libcurl's or the disk's for `Watchdog.grace` seconds past a deadline. No transfer ends any more,
  /// nor does a shutdown: the caller is to end the process. Nil: nobody watches.
  package var onStuck: (@Sendable (_ reason: String) -> Void)?
  /// A file that ran for so long may be put back, where its host has more than half of the places for
  /// files and those of others wait.
  var turnTime = Duration.seconds(10)
  /// Between two looks of the watchdog.
  var watchInterval = Duration.seconds(1)

  /// The defaults.
  package init() {}

  /// The names of the hosts that addresses lead to, as `privateHosts` takes them; what is no address
  /// names none.
  package static func hosts(of addresses: [String]) -> Set<String> {
    Set(addresses.compactMap { try? Address($0).endpoint.name })
  }
}

/// How much is borne of a host that puts requests off or does not answer.
package struct HostLimits: Sendable {
  /// Transfers in a row without an answer after which the host is only tried with one at a time.
  package var failures = 8
  /// How many of those single tries fail before the host is given up.
  package var probes = 5
  /// How long a host that does not answer is tried, however many tries fail; zero: `probes` decides.
  package var outage = Duration.zero
  /// How often in a row a host may put requests off before it is given up.
  package var pushBacks = 12
  /// The first pause, where the server names none; each further one may be twice as long.
  package var base = Duration.seconds(1)
  /// No pause of our own choosing is longer.
  package var cap = Duration.seconds(60)
  /// How long a host stays given up; then one transfer may try again.
  package var rest = Duration.seconds(300)

  /// The defaults: a dead host is given up after about half a minute and 13 attempts.
  package init() {}
}

/// What the engine does, for those who want to look on. Without credentials and queries.
package enum TransferNote: Sendable {
  /// A request goes out, from `offset` of the file on where it is a part that is gone on with.
  case asks(url: String, offset: Int64)
  /// A response was taken in to its end, or its body left alone.
  case answered(url: String, status: Int, bytes: Int64, exchange: ExchangeFacts)
  /// A transfer failed; the message names the address.
  case failed(message: String)
  /// Nothing is asked of a host for a while.
  case paused(host: String, pause: Duration, reason: String)
  /// A host does not answer: the next request follows after a while.
  case offline(host: String, pause: Duration, reason: String)
  /// After a failure or a push-back a host gets at most `width` transfers at once.
  case limited(host: String, width: Int)
  /// A host does not answer, and what waits for it fails.
  case gaveUp(host: String, reason: String)
}
