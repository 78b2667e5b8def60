/// One HTTP GET whose answer is held in memory (an API call).
package struct TransferRequest: Sendable {
  /// `http` or `https`.
  package var url: String
  /// Sent to the host of `url` only: a redirect to another origin is asked without them.
  package var headers: [HTTPHeader]
  /// A longer body, counted after decompression, is `tooLarge`.
  package var maximumBytes = 16 << 20
  /// For the whole transfer, redirects included, from its start; waiting in the queue is free.
  package var deadline = Duration.seconds(120)
  /// Values that never appear in errors and logs.
  package var secrets: [String] = []

  /// The address without credentials, query and fragment: fit for messages.
  package var place: String { (try? Address(url).place) ?? "an address that is none" }

  /// A request with the default bounds. An address that is none fails it as `badURL`.
  package init(url: String, headers: [HTTPHeader] = []) {
    self.url = url
    self.headers = headers
  }
}
