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
