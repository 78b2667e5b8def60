/// The answer to a `TransferRequest`, whatever its status.
package struct TransferAnswer: Sendable {
  package let status: Int
  /// Of the last response, names in lower case.
  package let headers: [HTTPHeader]
  /// Decompressed.
  package let body: [UInt8]
  /// Where the last redirect led.
  package let effectiveURL: String
}
