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
