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
  /// What a later download into the part would know it by; nil where that lies beside it already. A
  /// body that came at once has none beside it, for it is soon stored.
  package let unwrittenState: UnwrittenState?
}

/// The resume state of a part, before it is worth making.
package struct UnwrittenState: Sendable {
  let url: String
  let partPath: String
  let effectiveURL: String
  let head: ResponseHead
  let promise: BodyPromise
  /// Bytes in the part, once it is whole.
  var byteCount: Int64 = 0

  /// Nil where there is nothing to resume with.
  var state: ResumeState? {
    ResumeState(
      url: url, effectiveURL: effectiveURL, head: head, total: promise.total, md5: promise.md5,
      bootID: ResumeState.currentBootID)
  }

  /// Writes it beside the part, if that still lies there as it was: for a caller who has no use for
  /// it now. A later download into the part is then given it without a request. Blocks.
  package func write() throws(TransferError) {
    guard PartFile.size(at: partPath) == byteCount else { return }
    do {
      try state?.write(besidePart: partPath)
    } catch {
      throw TransferError(error)
    }
  }
}
