/// The port to HTTP.
package protocol Network: Sendable {
  /// The response to a request, whatever its status.
  ///
  /// Cancelling the task aborts the request.
  func answer(to request: SiteRequest) async throws(FetchError) -> SiteAnswer

  /// Downloads a file into its part file, resuming at the part's end if the server allows.
  /// - Parameter progress: Called at most ten times a second; it must not block.
  func download(
    _ request: FileRequest, progress: @escaping @Sendable (FileProgress) -> Void
  ) async throws(FetchError) -> DownloadedFile
}

/// One HTTP request whose response is held in memory.
package struct SiteRequest: Sendable, Hashable {
  /// A field of a request's head.
  package struct Header: Sendable, Hashable {
    /// Without a colon; case does not matter.
    package let name: String
    /// Without a line break.
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// The address of the request, with its query.
  package var url: String
  /// Sent only to the host of `url`.
  package var headers: [Header] = []
  /// The body of a POST request; nil for a GET request.
  package var body: String?
  /// A longer body, counted after decompression, is refused. A page of 500 photos takes 1.5 MB, and parsing
  /// takes about twelve bytes of memory for each byte.
  package var maximumBytes = 16 << 20
  /// With which credentials the network authorizes the request, anew for each call of ``Network/answer(to:)``;
  /// nil for none.
  package var credentials: Credentials?
  /// Values that never appear in errors and logs.
  package var secrets: [String] = []

  package init(url: String) { self.url = url }
}

/// Values for an `Authorization` header.
package enum Credentials: Sendable, Hashable {
  /// OAuth 1.0a with HMAC-SHA1 (RFC 5849).
  case oauth1(OAuthCredentials)
  case bearer(token: String)
  case basic(user: String, password: String)

  /// The parts that must not appear anywhere.
  package var secrets: [String] {
    switch self {
    case .oauth1(let own): [own.secret, own.token, own.tokenSecret].compactMap(\.self)
    case .bearer(let token): [token]
    case .basic(_, let password): [password]
    }
  }
}

/// The key of a program, and the token with which an account permits it to act.
package struct OAuthCredentials: Sendable, Hashable {
  /// The part that names the program, which is sent with each request.
  package var key: String
  /// The part that belongs to the key and signs, which is never sent.
  package var secret: String
  /// Nil before the account has permitted anything.
  package var token: String?
  /// The part that belongs to the token and signs, which is never sent; nil without a token.
  package var tokenSecret: String?
  /// Further parameters of the protocol, such as `oauth_callback`.
  package var parameters: [String: String]

  package init(
    key: String, secret: String, token: String? = nil, tokenSecret: String? = nil,
    parameters: [String: String] = [:]
  ) {
    (self.key, self.secret, self.token) = (key, secret, token)
    (self.tokenSecret, self.parameters) = (tokenSecret, parameters)
  }
}

/// A response with its body, whatever its status.
package struct SiteAnswer: Sendable, Hashable {
  /// The status code of the last response, after redirects.
  package let status: Int
  /// By lower-case name.
  package let headers: [String: String]
  /// The whole body, after decompression.
  package let body: [UInt8]
  /// The address of the request, without credentials, query and fragment.
  package let place: String
  /// The address that answered after redirects, without credentials, query and fragment.
  package let finalPlace: String

  package init(
    status: Int, headers: [String: String] = [:], body: [UInt8], place: String,
    finalPlace: String? = nil
  ) {
    (self.status, self.headers, self.body, self.place) = (status, headers, body, place)
    self.finalPlace = finalPlace ?? place
  }
}

/// One file to download.
package struct FileRequest: Sendable {
  /// The address of the file, with its query.
  package var url: String
  /// The path of the part file, whose bytes and state are those of an earlier download of the photo if it exists.
  package var part: String
  /// In addition to the host's; sent only to the origin of `url`.
  package var headers: [SiteRequest.Header] = []
  /// Whether a new connection is required: for another attempt after an unexpected body, which may have been
  /// the response to another request.
  package var wantsNewConnection = false
  /// Whether server errors of a host that gives nothing else are waited out.
  package var waitsOutErrors = false
  /// Whether the caller compares the file with a promised digest; only then is a redirect from https to http
  /// followed.
  package var hasDigest = false
  /// Promised by the provider; a body of another length is refused.
  package var byteCount: Int64?
  /// Whether this is a video, which may be longer and take longer.
  package var isVideo = false
  /// Receives the first bytes of a body before any is written, and the address after redirects, and may return a
  /// reason to refuse it. Must not block.
  package var refusing: (@Sendable (_ firstBytes: [UInt8], _ address: String) -> String?)?

  package init(url: String, part: String) {
    (self.url, self.part) = (url, part)
  }
}

/// The progress of a download.
package struct FileProgress: Sendable, Hashable {
  /// Bytes on disk.
  package let received: Int64
  /// The expected total; nil if the server does not state it.
  package let expected: Int64?

  package init(received: Int64, expected: Int64?) {
    (self.received, self.expected) = (received, expected)
  }
}

/// What is known by now of the connection over which an answer came. HTTP/1.1 assigns answers by their order alone
/// (RFC 9112, 9.3).
package protocol AnswerTrust: AnyObject, Sendable {
  /// Whether the answer may be that of another request: the server sent what no request asked for.
  var isBroken: Bool { get }
  /// Whether the connection has ended without such bytes.
  var isSound: Bool { get }
}

/// A complete part file.
package struct DownloadedFile: Sendable {
  /// Bytes received from the network in this call.
  package var bytesFetched: Int64 = 0
  /// Whether the end is known from a length or the final chunk.
  package var isLengthProven = true
  /// Pixels, as the server's headers state them.
  package var promisedWidth: Int?
  /// Pixels, as the server's headers state them.
  package var promisedHeight: Int?
  /// The cost of the last request, with one attempt; nil if no request was needed.
  package var transfer: TransferFacts?
  /// Nil if it cannot be the answer to another request, as the first one of a connection.
  package var trust: (any AnswerTrust)?

  package init() {}
}

/// Why a request failed.
package struct FetchError: Error, Sendable, Hashable {
  /// The kinds of failures that stages handle differently.
  package enum Kind: Sendable, Hashable {
    case status(Int)
    /// The caller refused the first bytes.
    case refused
    /// The host is on this machine or in a private network, and nobody named it.
    case privateAddress
    /// The body ended before its promised length.
    case truncated
    /// The server contradicts itself or the listing about the body, or sends another one than it promised.
    case inconsistent
    /// Requests to the host were stopped: others to it fail the same way.
    case hostDown
    /// Other workers have all transfers that the host allows.
    case hostBusy
    /// A proxy refuses all requests.
    case proxy
    /// A file operation on this machine failed. `isOfRun`: every other photo would fail too.
    case local(isOfRun: Bool)
    case other
  }

  /// The kind, by which a stage decides what the failure means for the photo.
  package let kind: Kind
  /// Names what failed and where.
  package let message: String
  /// The message without the path, the same for all files of a host that fail for the same reason.
  package let reason: String
  /// Whether the same request may succeed later.
  package let isTransient: Bool
  /// Whether no connection to the host could be made.
  package let isOutage: Bool
  /// Whether the address that failed is not the requested one: a redirect led to it.
  package let isRedirected: Bool
  /// The delay that the server requests.
  package let retryAfter: Duration?
  /// The server that failed; nil if no server did.
  package let host: String?
  /// The message without an address.
  package let cause: String
  /// The error with which it stops a run.
  package let stop: MirrorError

  package init(
    _ kind: Kind, _ message: String, reason: String? = nil, isTransient: Bool = false,
    isOutage: Bool = false, isRedirected: Bool = false, retryAfter: Duration? = nil,
    host: String? = nil, cause: String? = nil, stop: MirrorError? = nil
  ) {
    (self.kind, self.message, self.reason) = (kind, message, reason ?? message)
    (self.isTransient, self.isOutage, self.retryAfter) = (isTransient, isOutage, retryAfter)
    self.isRedirected = isRedirected
    (self.host, self.cause) = (host, cause ?? message)
    self.stop =
      stop ?? .source(message, isTransient || kind == .hostDown ? .passing : .other)
  }
}
