/// What one request and its response took, for logs: times since the request's start, as libcurl
/// measures them (curl_easy_getinfo(3), TIMES).
package struct ExchangeFacts: Sendable, Hashable {
  /// `1.0`, `1.1`, `2`.
  package let httpVersion: String
  /// Until the name was known; zero on a connection that was used before.
  package let nameLookup: Duration
  /// Until the connection stood; zero on one that was used before.
  package let connected: Duration
  /// Until TLS was agreed on; zero without TLS and on a connection that was used before.
  package let secured: Duration
  /// Until the response's first byte.
  package let firstByte: Duration
  /// Until the end.
  package let total: Duration
}
