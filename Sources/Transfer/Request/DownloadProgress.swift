/// How far a download is.
package struct DownloadProgress: Sendable {
  /// Bytes in the part file.
  package let received: Int64
  /// How many it will have; nil where nobody told.
  package let expected: Int64?
}
