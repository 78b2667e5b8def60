import CCurl
import Testing

@testable import Transfer

@Suite("The table of errors")
struct TransferErrorTableTests {
  @Test(
    "tries these statuses again",
    arguments: [408, 425, 429, 500, 502, 503, 504, 507, 520, 524, 599])
  func transient(_ status: Int) {
    #expect(TransferError.Kind.status(status).isTransient)
  }

  @Test("does not try these again", arguments: [304, 400, 401, 403, 404, 405, 410, 416, 451, 600])
  func permanent(_ status: Int) {
    #expect(!TransferError.Kind.status(status).isTransient)
  }

  @Test("tries trouble on the way again, but not trouble at either end")
  func kinds() {
    let again: [TransferError.Kind] = [
      .unreachable, .timedOut, .stalled, .interrupted, .truncated, .corrupted,
    ]
    let never: [TransferError.Kind] = [
      .tooLarge, .refused, .protocolError, .localFile(errno: 28), .badURL, .cancelled,
      .engineClosed, .tls,
    ]
    #expect(again.filter { !$0.isTransient } == [])
    #expect(never.filter { $0.isTransient } == [])
  }

  static let codes: [(CURLcode, TransferError.Kind)] = [
    (CURLE_URL_MALFORMAT, .badURL), (CURLE_COULDNT_RESOLVE_PROXY, .unreachable),
    (CURLE_COULDNT_RESOLVE_HOST, .unreachable), (CURLE_COULDNT_CONNECT, .unreachable),
    (CURLE_OPERATION_TIMEDOUT, .unreachable), (CURLE_SSL_CONNECT_ERROR, .unreachable),
    (CURLE_HTTP2, .interrupted), (CURLE_HTTP2_STREAM, .interrupted),
    (CURLE_GOT_NOTHING, .interrupted), (CURLE_SEND_ERROR, .interrupted),
    (CURLE_RECV_ERROR, .interrupted), (CURLE_PARTIAL_FILE, .truncated),
    (CURLE_PEER_FAILED_VERIFICATION, .tls), (CURLE_SSL_CACERT_BADFILE, .tls),
    (CURLE_BAD_CONTENT_ENCODING, .protocolError), (CURLE_WEIRD_SERVER_REPLY, .protocolError),
    (CURLE_UNSUPPORTED_PROTOCOL, .protocolError), (CURLE_FILESIZE_EXCEEDED, .tooLarge),
  ]

  @Test("knows libcurl's codes")
  func curlCodes() {
    for (code, kind) in Self.codes {
      #expect(TransferError.Kind(curl: code) == kind, "libcurl's code \(code.rawValue)")
    }
  }
}
