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
