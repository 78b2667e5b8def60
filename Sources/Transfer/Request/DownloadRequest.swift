/// One file to fetch into a part file, going on where the part ends if the server's validator
/// allows.
package struct DownloadRequest: Sendable {
  /// `http` or `https`.
  package var url: String
  /// Path of the part file; its resume state lies beside it, at `partPath` + ".json".
  package var partPath: String
  /// Whether no connection is to be used that was used before: for another try after a body that was
  /// not the promised one, which may have been the answer to another request.
  package var wantsNewConnection = false
  /// Whether the caller compares the file with a digest that was promised: then a redirect from https
  /// to http is followed.
  package var hasDigest = false
  /// Promised by the provider; a body of another length is refused.
  package var byteCount: Int64?
  /// A longer file is `tooLarge`.
  package var maximumBytes: Int64 = 1 << 30
  /// For the whole transfer, redirects included, from its start; waiting in the queue is free.
  package var deadline = Duration.seconds(3600)
  /// Sees the first bytes (up to 64) of a body before any is written, and may give a reason to
  /// refuse it (an HTML page where an image was promised). Not asked again about the bytes of a
  /// part that is gone on with. Called on the engine's thread: it must not wait.
  package var refusing: (@Sendable (_ firstBytes: [UInt8]) -> String?)?

  /// A request with the default bounds and no promises.
  package init(url: String, partPath: String) {
    self.url = url
    self.partPath = partPath
  }
}

/// A part file that is whole, as far as lengths and digests were promised.
package struct Download: Sendable {
  /// Bytes in the finished part file.
  package let byteCount: Int64
  /// Bytes that came over the wire this time.
  package let bytesFetched: Int64
  /// Whether the end was known from a length (Content-Length, x-ttdb-l) or the chunked end.
  package let isLengthProven: Bool
  /// Where the last redirect led.
  package let effectiveURL: String
  /// Of the response that began the part, names in lower case; of a part that was already whole,
  /// those that its state remembers (`ResumeState.rememberedHeaders`).
  package let headers: [HTTPHeader]
  /// What the last request took; nil where none was needed.
  package let exchange: ExchangeFacts?
}

/// How far a download is.
package struct DownloadProgress: Sendable {
  /// Bytes in the part file.
  package let received: Int64
  /// How many it will have; nil where nobody told.
  package let expected: Int64?
}

/// Tells a download's progress, but not more often than anyone can look.
struct ProgressMeter {
  private static let interval = Duration.milliseconds(100)
  private let report: (@Sendable (DownloadProgress) -> Void)?
  private var last: SuspendingClock.Instant?

  init(_ report: (@Sendable (DownloadProgress) -> Void)?) { self.report = report }

  mutating func tell(received: Int64, expected: Int64?) {
    guard let report else { return }
    let now = SuspendingClock.now
    if let last, now - last < Self.interval { return }
    last = now
    report(DownloadProgress(received: received, expected: expected))
  }
}

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
