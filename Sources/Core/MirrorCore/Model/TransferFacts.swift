/// How a photo's file was fetched. Times are measured from the start of the last request.
public struct TransferFacts: Sendable, Hashable {
  /// Attempts in this run, the one that succeeded included.
  public let attempts: Int
  /// `1.0`, `1.1`, `2`.
  public let httpVersion: String
  /// Until the name was resolved; zero on a reused connection.
  public let nameLookup: Duration
  /// Until the connection was open; zero on a reused connection.
  public let connected: Duration
  /// Until the TLS handshake was done; zero without TLS.
  public let secured: Duration
  /// Until the first byte of the response.
  public let firstByte: Duration
  /// Until the end.
  public let total: Duration

  package init(
    attempts: Int, httpVersion: String, nameLookup: Duration, connected: Duration,
    secured: Duration, firstByte: Duration, total: Duration
  ) {
    self.attempts = attempts
    self.httpVersion = httpVersion
    self.nameLookup = nameLookup
    self.connected = connected
    self.secured = secured
    self.firstByte = firstByte
    self.total = total
  }
}
