/// A photo's file in the mirror.
public struct StoredFacts: Sendable, Hashable {
  /// Relative to the mirror's directory.
  public let path: String
  /// The name of the file's format: `jpeg`, `mp4`.
  public let format: String
  /// Pixels; 0 if the file was not decoded.
  public let width: Int
  /// Pixels; 0 if the file was not decoded.
  public let height: Int
  /// Bytes of the file.
  public let byteCount: Int64
  /// Bytes received in this run.
  public let bytesFetched: Int64
  /// Problems that lose nothing: a thumbnail that failed, a decoder's warning.
  public let warnings: [String]
  /// Whether an image limit prevented a decode.
  public let exceedsLimit: Bool
  /// Nil if nothing was fetched in this run.
  public let transfer: TransferFacts?
  /// The site's name for the size; nil if unknown.
  public let label: String?
  /// Why it has this size; nil if unknown.
  public let sizeReason: SizeReason?

  package init(
    path: String, format: String, width: Int, height: Int, byteCount: Int64, bytesFetched: Int64,
    warnings: [String], exceedsLimit: Bool = false, transfer: TransferFacts? = nil,
    label: String? = nil, sizeReason: SizeReason? = nil
  ) {
    (self.label, self.sizeReason) = (label, sizeReason)
    self.transfer = transfer
    self.path = path
    self.format = format
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.bytesFetched = bytesFetched
    self.warnings = warnings
    self.exceedsLimit = exceedsLimit
  }
}
