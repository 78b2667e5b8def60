import CCurl

/// Why a transfer failed.
package struct TransferError: Error, Sendable {
  /// What went wrong, for programs.
  package enum Kind: Sendable, Hashable {
    /// The server answered with an error status.
    case status(Int)
    /// The host was given up: it pushed back or did not answer too many requests in a row. Waiting
    /// may help, retrying at once does not.
    case hostDown
    /// Other processes have all transfers that the host allows. They can do the same.
    case hostBusy
    /// No connection: unknown host, refused, no route, failed TLS handshake, timeout.
    case unreachable
    /// The total deadline passed.
    case timedOut
    /// Slower than the engine allows, for too long.
    case stalled
    /// The connection was lost.
    case interrupted
    /// The body ended before its promised length.
    case truncated
    /// The body is longer than the request allows.
    case tooLarge
    /// `DownloadRequest.refusing` gave a reason.
    case refused
    /// The host is on this machine or in a private network, and nobody named it.
    case privateAddress
    /// The response violates HTTP or contradicts itself.
    case protocolError
    /// The body does not have the MD5 that the server promised.
    case corrupted
    /// The part file or the system failed with this `errno`.
    case localFile(errno: Int32)
    /// Invalid address, not http or https, or a header that cannot be sent.
    case badURL
    /// The waiting task was cancelled.
    case cancelled
    /// The engine was shut down.
    case engineClosed
    /// The server's certificate is not trusted.
    case tls
    /// A proxy wants a password or refuses the server.
    case proxy
    /// The length of the body differs from another promise of the server or the listing: it may be
    /// the body of another response.
    case inconsistent
  }

  /// What went wrong.
  package let kind: Kind
  /// Names the failure and the address; secrets are redacted.
  package let message: String
  /// The message with the host instead of the address: equal for all files of a host that fail
  /// alike.
  package let reason: String
  /// The message without an address.
  package let cause: String
  /// The server's name, and its port if the address has one; nil for a failure of this machine.
  package let host: String?
  /// The server's Retry-After, limited to 1 second to 10 minutes; nil if it has none.
  package let retryAfter: Duration?
  /// Whether no connection to the host of the request could be made. The engine limits how long
  /// that may last (`HostLimits.outage`), and then fails with `hostDown`.
  package let isOutage: Bool
  /// Whether the address that failed is not the requested one: a redirect led to it.
  package let isRedirected: Bool
  /// Whether the same request may succeed later.
  package var isTransient: Bool { kind.isTransient }
}

extension TransferError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}

/// Which errors are transient, and the meaning of libcurl's codes.
extension TransferError.Kind {
  /// Whether the same request may succeed later.
  package var isTransient: Bool {
    switch self {
    case .status(let code): Self.isTransient(status: code)
    case .unreachable, .timedOut, .stalled, .interrupted, .truncated, .corrupted, .inconsistent:
      true
    case .hostDown, .hostBusy, .tooLarge, .refused, .privateAddress, .protocolError, .localFile,
      .badURL, .cancelled, .engineClosed, .tls, .proxy:
      false
    }
  }

  /// 408 and 425 ask for a retry; 429 and 5xx are temporary problems of the server (RFC 9110
  /// 15.5.9, RFC 8470 5.2, RFC 6585 4, RFC 9110 15.6). With 202 the server still makes the file (15.3.3).
  private static func isTransient(status: Int) -> Bool {
    switch status {
    case 202, 408, 425, 429, 500...599: true
    default: false
    }
  }

  /// The kind for a libcurl code. 28 can only be a connect timeout, because the engine keeps the
  /// other deadlines; 23 follows a failure of our own, which is reported instead.
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
