import Testing

@testable import Transfer

@Suite("The table of errors")
struct TransferErrorTableTests {
  @Test(
    "Statuses such as 429 and 503 are transient",
    arguments: [202, 408, 425, 429, 500, 502, 503, 504, 507, 520, 524, 599])
  func transient(_ status: Int) {
    #expect(TransferError.Kind.status(status).isTransient)
  }

  @Test(
    "Statuses such as 403 and 404 are permanent",
    arguments: [304, 400, 401, 403, 404, 405, 410, 416, 451, 600])
  func permanent(_ status: Int) {
    #expect(!TransferError.Kind.status(status).isTransient)
  }

  @Test("Network errors are transient, local errors are permanent")
  func kinds() {
    let again: [TransferError.Kind] = [
      .unreachable, .timedOut, .stalled, .interrupted, .truncated, .corrupted,
      .inconsistent,
    ]
    let never: [TransferError.Kind] = [
      .tooLarge, .refused, .protocolError, .localFile(errno: 28), .badURL, .cancelled,
      .engineClosed, .tls, .proxy,
    ]
    #expect(again.filter { !$0.isTransient } == [])
    #expect(never.filter { $0.isTransient } == [])
  }

  /// The numbers of libcurl-errors(3).
  static let codes: [(UInt32, TransferError.Kind)] = [
    (1, .protocolError), (3, .badURL), (5, .unreachable), (6, .unreachable), (7, .unreachable),
    (8, .protocolError), (16, .interrupted), (18, .truncated), (27, .protocolError),
    (28, .unreachable), (35, .unreachable), (52, .interrupted), (55, .interrupted),
    (56, .interrupted), (60, .tls), (61, .protocolError), (63, .tooLarge), (77, .tls),
    (92, .interrupted), (97, .unreachable),
  ]

  @Test("Each libcurl code maps to a kind of error")
  func curlCodes() {
    for (code, kind) in Self.codes {
      #expect(TransferError.Kind(curl: .init(rawValue: code)) == kind, "libcurl's code \(code)")
    }
  }
}
