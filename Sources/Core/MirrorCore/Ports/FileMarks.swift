/// What a place can tell of a photo's file without its bytes.
package struct FileMarks: Sendable, Hashable {
  /// As ``MediaFormat/name``.
  package let format: String
  /// Pixels as stored, before any orientation; 0 if unknown.
  package let width: Int
  /// Pixels as ``width`` has them; 0 if unknown.
  package let height: Int
  /// Bytes of the file.
  package let byteCount: Int64
  /// In lower-case hexadecimal.
  package let sha256: String
  /// Whether it was read to its last pixel before it was stored.
  package let isProven: Bool

  package init(
    format: String, width: Int, height: Int, byteCount: Int64, sha256: String, isProven: Bool
  ) {
    (self.format, self.width, self.height) = (format, width, height)
    (self.byteCount, self.sha256, self.isProven) = (byteCount, sha256, isProven)
  }

  init(_ inspection: Inspection) {
    self.init(
      format: inspection.format.name, width: inspection.width, height: inspection.height,
      byteCount: inspection.byteCount, sha256: inspection.sha256, isProven: inspection.isProven)
  }
}
