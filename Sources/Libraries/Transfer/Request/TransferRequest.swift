/// One HTTP request whose answer is held in memory (an API call).
package struct TransferRequest: Sendable {
  /// `http` or `https`.
  package var url: String
  /// The method, also of the requests after redirects.
  package var method = HTTPMethod.get
  /// What is sent; nil for a request without a body.
  package var body: TransferBody?
  /// Sent only to the origin of `url`: after a redirect to another origin they are left out.
  package var headers: [HTTPHeader]
  /// A longer body, counted after decompression, fails as `tooLarge`.
  package var maximumBytes = 16 << 20
  /// Limit for the whole transfer with redirects, from its start; time in the queue does not count.
  package var deadline = Duration.seconds(120)
  /// A transfer slower than 1000 bytes a second for this long is aborted; nil for the engine's limit.
  package var stallTimeout: Duration?
  /// Whether redirects are followed, or are answers.
  package var followsRedirects = true
  /// Whether the answer may be compressed on its way.
  package var acceptsCompression = true
  /// Whether a body that is a gzip file is expanded, within the same limit.
  package var expandsFiles = false
  /// Values that never appear in errors and logs.
  package var secrets: [String] = []

  /// The address without credentials, query and fragment, for messages.
  package var place: String { (try? Address(url).place) ?? "an invalid address" }

  /// A request with the default limits. An invalid address fails it as `badURL`.
  package init(url: String, headers: [HTTPHeader] = []) {
    self.url = url
    self.headers = headers
  }
}

/// The response to a `TransferRequest`, whatever its status.
package struct TransferAnswer: Sendable {
  /// Status of the final response, normally 200...599.
  package let status: Int
  /// Headers of the final response, names in lower case.
  package let headers: [HTTPHeader]
  /// Decompressed.
  package let body: [UInt8]
  /// Target of the last redirect.
  package let effectiveURL: String
  /// The error for a status that is no answer to the request: unusable redirects, 408, 425, 429 and
  /// 5xx. Nil if the body is an answer.
  package let failure: TransferError?
}

/// One header field of a request or a response.
package struct HTTPHeader: Sendable, Hashable, Codable {
  /// Always lower case in a response.
  package var name: String
  /// Without surrounding blanks.
  package var value: String

  /// A field as given. One that cannot be sent fails its request as `badURL`.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HTTPHeader] {
  /// The values of every field called `name` (given in lower case), in order.
  package func values(of name: String) -> [String] {
    compactMap { $0.name == name ? $0.value : nil }
  }

  /// The value of the first field called `name` (given in lower case).
  package func first(_ name: String) -> String? {
    first { $0.name == name }?.value
  }
}
