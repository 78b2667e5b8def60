/// Why a transfer failed.
package struct TransferError: Error, Sendable {
  /// What went wrong, for programs.
  package enum Kind: Sendable, Hashable {
    /// The server answered with a status that carries no body for us.
    case status(Int)
    /// The host was given up: it put off or did not answer too many requests in a row. Waiting a
    /// while may help, trying again at once does not.
    case hostDown
    /// No connection: no such host, refused, no route, no TLS handshake, not in time.
    case unreachable
    /// The total deadline passed.
    case timedOut
    /// Slower than the engine allows, for longer than it allows.
    case stalled
    /// The connection broke.
    case interrupted
    /// The body ended before its promised length.
    case truncated
    /// The body is longer than the request allows.
    case tooLarge
    /// `DownloadRequest.refusing` gave a reason.
    case refused
    /// The server contradicts itself, the promised length or the protocol.
    case protocolError
    /// The body is not the one whose MD5 the server promised.
    case corrupted
    /// The part file or the system failed with this `errno`.
    case localFile(errno: Int32)
    /// Not an address, not http or https, or a header that cannot be sent.
    case badURL
    /// The waiting task was cancelled.
    case cancelled
    /// The engine was shut down.
    case engineClosed
    /// The server's certificate is not trusted.
    case tls
    /// A proxy lets no request through: it wants a password, or refuses the server.
    case proxy
    /// The server contradicts itself or the listing about the body's length: it may be another
    /// request's.
    case inconsistent
  }

  /// What went wrong.
  package let kind: Kind
  /// Names what and where; secrets redacted.
  package let message: String
  /// The same with the host alone: alike for all files of a host that fail alike.
  package let reason: String
  /// What the server's Retry-After asks for, between 1 second and 10 minutes.
  package let retryAfter: Duration?
  /// Whether no connection to the request's own host could be made. The engine bounds how long that
  /// lasts (`HostLimits.outage`), and then fails as `hostDown`.
  package let isOutage: Bool
  /// Whether the same request may succeed later: the table is in `TransferError+Table.swift`.
  package var isTransient: Bool { kind.isTransient }
}

extension TransferError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}
