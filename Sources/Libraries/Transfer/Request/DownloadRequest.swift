/// A file to download into a part file, resuming the part if the server's validator allows.
package struct DownloadRequest: Sendable {
  /// `http` or `https`.
  package var url: String
  /// Sent only to the origin of `url`: after a redirect to another origin they are left out.
  package var headers: [HTTPHeader] = []
  /// Path of the part file; its resume state is beside it, at `partPath` + ".json".
  package var partPath: String
  /// Whether to use a new connection: for a retry after a body that was not the promised one, and
  /// may have been the response to another request.
  package var wantsNewConnection = false
  /// Whether an answer with a server error counts as an outage of its host, if the host gives nothing else: then
  /// the host is tried for as long as one that cannot be reached (`HostLimits.outage`).
  package var waitsOutErrors = false
  /// Whether the caller compares the file with a promised digest: then a redirect from https to
  /// http is followed.
  package var hasDigest = false
  /// Length promised by the provider; nil if none. A body of another length is refused.
  package var byteCount: Int64?
  /// A longer file fails as `tooLarge`.
  package var maximumBytes: Int64 = 1 << 30
  /// Limit for the whole transfer with redirects, from its start; time in the queue does not count.
  package var deadline = Duration.seconds(3600)
  /// Gets the first bytes (up to 64) of a body before any is written, and the address after redirects,
  /// and may return a reason to refuse it, such as an HTML page instead of an image. Not called for a
  /// resumed part. Called on the engine's thread: it must not block.
  package var refusing: (@Sendable (_ firstBytes: [UInt8], _ address: String) -> String?)?

  /// A request with the default limits and no promises.
  package init(url: String, partPath: String) {
    self.url = url
    self.partPath = partPath
  }
}

/// A complete part file, as far as lengths and digests were promised.
package struct Download: Sendable {
  /// Bytes in the finished part file.
  package let byteCount: Int64
  /// Bytes received this time.
  package let bytesFetched: Int64
  /// Whether the end was marked by a length (Content-Length, x-ttdb-l) or by the last chunk.
  package let isLengthProven: Bool
  /// Headers of the response that started the part, names in lower case. For a part that was
  /// already complete, those in its state (`ResumeState.rememberedHeaders`).
  package let headers: [HTTPHeader]
  /// Times of the last request; nil if none was needed.
  package let exchange: ExchangeFacts?
}

/// Progress of a download.
package struct DownloadProgress: Sendable {
  /// Bytes in the part file.
  package let received: Int64
  /// Expected bytes in the complete file; nil if unknown.
  package let expected: Int64?
}

/// Reports a download's progress at most every 100 ms.
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

/// Times of one request since its start, for logs, as libcurl measures them (curl_easy_getinfo(3),
/// TIMES).
package struct ExchangeFacts: Sendable, Hashable {
  /// `1.0`, `1.1`, `2`.
  package let httpVersion: String
  /// Until the name was resolved; zero on a reused connection.
  package let nameLookup: Duration
  /// Until the connection was made; zero on a reused one.
  package let connected: Duration
  /// Until the TLS handshake was done; zero without TLS and on a reused connection.
  package let secured: Duration
  /// Until the response's first byte.
  package let firstByte: Duration
  /// Until the end.
  package let total: Duration
  /// The trust in a connection for HTTP/1 that was used before; nil for the first answer of one.
  package var connection: ConnectionTrust?
}
