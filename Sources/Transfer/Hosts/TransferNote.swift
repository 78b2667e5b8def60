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
