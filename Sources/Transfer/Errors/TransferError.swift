import CCurl

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

/// The table of what may be tried again, and what libcurl's codes mean here.
extension TransferError.Kind {
  /// Whether the same request may succeed later.
  package var isTransient: Bool {
    switch self {
    case .status(let code): Self.isTransient(status: code)
    case .unreachable, .timedOut, .stalled, .interrupted, .truncated, .corrupted, .inconsistent:
      true
    case .hostDown, .tooLarge, .refused, .protocolError, .localFile, .badURL, .cancelled,
      .engineClosed, .tls, .proxy:
      false
    }
  }

  /// 408 and 425 ask for it; 429 and 5xx are the server's own trouble (RFC 9110 15.5.9, RFC 8470
  /// 5.2, RFC 6585 4, RFC 9110 15.6).
  private static func isTransient(status: Int) -> Bool {
    switch status {
    case 408, 425, 429, 500...599: true
    default: false
    }
  }

  /// What a libcurl code stands for. 28 is only ever a connection not made in time, because the
  /// engine keeps the other clocks itself; 23 comes with a fault of our own, which is told instead.
  init(curl code: CURLcode) {
    self =
      switch code {
      case CURLE_URL_MALFORMAT: .badURL
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT,
        CURLE_OPERATION_TIMEDOUT, CURLE_SSL_CONNECT_ERROR, CURLE_PROXY, CURLE_INTERFACE_FAILED:
        .unreachable
      case CURLE_PARTIAL_FILE: .truncated
      case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM,
        CURLE_AGAIN:
        .interrupted
      case CURLE_FILESIZE_EXCEEDED: .tooLarge
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
        CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
        .tls
      default: .protocolError
      }
  }
}
