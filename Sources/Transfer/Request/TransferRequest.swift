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

/// The answer to a `TransferRequest`, whatever its status.
package struct TransferAnswer: Sendable {
  /// Of the last response, 200...599 as a rule.
  package let status: Int
  /// Of the last response, names in lower case.
  package let headers: [HTTPHeader]
  /// Decompressed.
  package let body: [UInt8]
  /// Where the last redirect led.
  package let effectiveURL: String
  /// What a status amounts to that says nothing about what was asked for: redirects that lead
  /// nowhere, 408, 425, 429 and 5xx. Nil for answers that are worth reading.
  package let failure: TransferError?
}

/// One header field of a request or a response.
package struct HTTPHeader: Sendable, Hashable, Codable {
  /// In a response always lower case.
  package var name: String
  /// Without the blanks around it.
  package var value: String

  /// A field as given; one that cannot be sent fails its request as `badURL`.
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
