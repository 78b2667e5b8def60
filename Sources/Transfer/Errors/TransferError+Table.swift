import CCurl

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
