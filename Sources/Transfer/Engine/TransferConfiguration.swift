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
