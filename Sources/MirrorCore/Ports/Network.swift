/// The port to HTTP.
package protocol Network: Sendable {
  /// The answer to a request, whatever its status.
  ///
  /// Cancelling the task aborts the request.
  func answer(to request: SiteRequest) async throws(FetchError) -> SiteAnswer

  /// Downloads a file into its part file, resuming where the part ends if the server allows.
  /// - Parameter progress: called at most ten times a second; it must not wait.
  func download(
    _ request: FileRequest, progress: @escaping @Sendable (FileProgress) -> Void
  ) async throws(FetchError) -> DownloadedFile
}

/// One HTTP GET whose answer is held in memory.
package struct SiteRequest: Sendable, Hashable {
  package struct Header: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package var url: String
  /// Sent to the host of `url` only.
  package var headers: [Header] = []
  /// A longer body, counted after decompression, is refused. A page of 500 photos takes 1.5 MB, and each
  /// byte a dozen bytes of memory while it is parsed.
  package var maximumBytes = 16 << 20
  /// Values that never appear in errors and logs.
  package var secrets: [String] = []

  package init(url: String) { self.url = url }
}

package struct SiteAnswer: Sendable, Hashable {
  package let status: Int
  /// By names in lower case.
  package let headers: [String: String]
  package let body: [UInt8]
  /// Of the request, without credentials, query and fragment.
  package let place: String

  package init(status: Int, headers: [String: String] = [:], body: [UInt8], place: String) {
    (self.status, self.headers, self.body, self.place) = (status, headers, body, place)
  }
}

/// One file to download.
package struct FileRequest: Sendable {
  package var url: String
  package var part: String
  /// Whether no connection may be used that was used before: for another attempt after a body that was
  /// not the promised one, which may have been the answer to another request.
  package var wantsNewConnection = false
  /// Whether the caller compares the file with a promised digest: then a redirect from https to http is
  /// followed.
  package var hasDigest = false
  /// Promised by the provider; a body of another length is refused.
  package var byteCount: Int64?
  /// Sees the first bytes of a body before any is written, and may give a reason to refuse it. Must not
  /// wait.
  package var refusing: (@Sendable (_ firstBytes: [UInt8]) -> String?)?

  package init(url: String, part: String) {
    (self.url, self.part) = (url, part)
  }
}

package struct FileProgress: Sendable, Hashable {
  /// Bytes on disk.
  package let received: Int64
  /// How many there will be; nil if the server does not say.
  package let expected: Int64?

  package init(received: Int64, expected: Int64?) {
    (self.received, self.expected) = (received, expected)
  }
}

/// A complete part file.
package struct DownloadedFile: Sendable, Hashable {
  /// Where the last redirect led.
  package var effectiveURL: String
  /// Bytes that came over the network this time.
  package var bytesFetched: Int64 = 0
  /// Whether the end is known from a length or the chunked end.
  package var isLengthProven = true
  /// Pixels as the server's headers promise them.
  package var promisedWidth: Int?
  package var promisedHeight: Int?
  /// What the last request took, with one attempt; nil if none was needed.
  package var transfer: TransferFacts?

  package init(effectiveURL: String) { self.effectiveURL = effectiveURL }
}

/// Why a request failed.
package struct FetchError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case status(Int)
    /// The caller refused the first bytes.
    case refused
    /// The body ended before its promised length.
    case truncated
    /// The server contradicts itself or the listing about the body.
    case inconsistent
    /// The host was given up: other requests to it fail the same way.
    case hostDown
    /// A proxy lets no request through.
    case proxy
    /// A file of this machine failed. Whether every other photo would fail too.
    case local(isOfRun: Bool)
    case other
  }

  package let kind: Kind
  /// Names what and where.
  package let message: String
  /// The same without the path: alike for all files of a host that fail alike.
  package let reason: String
  /// Whether the same request may succeed later.
  package let isTransient: Bool
  /// Whether no connection to the host could be made.
  package let isOutage: Bool
  /// How long the server asks to wait.
  package let retryAfter: Duration?
  /// As what it stops a run.
  package let stop: MirrorError

  package init(
    _ kind: Kind, _ message: String, reason: String? = nil, isTransient: Bool = false,
    isOutage: Bool = false, retryAfter: Duration? = nil, stop: MirrorError? = nil
  ) {
    (self.kind, self.message, self.reason) = (kind, message, reason ?? message)
    (self.isTransient, self.isOutage, self.retryAfter) = (isTransient, isOutage, retryAfter)
    self.stop = stop ?? .source(message, isPassing: isTransient || kind == .hostDown)
  }
}
