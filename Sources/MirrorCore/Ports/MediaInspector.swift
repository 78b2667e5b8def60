import ProviderKit

/// The port to what decodes files.
package protocol MediaInspector: Sendable {
  /// The kind of a file by its first bytes (64 are enough for most). Does not block.
  /// - Throws: ``ForeignFile`` if they are of no picture or video.
  func format(of firstBytes: [UInt8]) throws(ForeignFile) -> MediaFormat

  /// Reads a whole file, decodes it if its kind and the limits allow, and computes its digests.
  ///
  /// - Parameters:
  ///   - path: of a file of this machine.
  ///   - thumbnailEdge: longest edge of the thumbnail in pixels; nil: none is made.
  ///   - digests: more digests than SHA-256 to compute.
  func inspect(
    fileAt path: String, thumbnailEdge: Int?, digests: Set<Rendition.Digest.Algorithm>
  ) async throws(InspectionError) -> Inspection
}

/// What the first bytes of a file are of that is no picture and no video.
package struct ForeignFile: Error, Sendable, Hashable {
  /// A noun with its article: `an HTML page`.
  package let what: String

  package init(what: String) { self.what = what }
}

/// A kind of file.
package struct MediaFormat: Sendable, Hashable {
  /// `jpeg`, `mp4`.
  package let name: String
  /// Without the dot.
  package let fileExtension: String
  /// Whether a decode can prove it.
  package let isDecodable: Bool

  package init(name: String, fileExtension: String, isDecodable: Bool) {
    (self.name, self.fileExtension, self.isDecodable) = (name, fileExtension, isDecodable)
  }
}

/// What a look at a whole file has shown.
package struct Inspection: Sendable, Hashable {
  package var format: MediaFormat
  /// Pixels as stored, before any orientation; 0 if the file is not decoded.
  package var width = 0
  package var height = 0
  /// Why the file was not decoded; nil if it was, to its last byte.
  package var undecodedReason: String?
  /// A PNG; nil if none was asked for or it failed.
  package var thumbnail: [UInt8]?
  /// Why there is no thumbnail although one was asked for.
  package var thumbnailFailure: String?
  /// The codec's warnings that do not make the file unusable.
  package var warnings: [String] = []
  package var byteCount: Int64
  /// Lower-case hexadecimal.
  package var sha256: String
  /// The other digests that were asked for.
  package var digests: [Rendition.Digest.Algorithm: String] = [:]

  package init(format: MediaFormat, byteCount: Int64, sha256: String) {
    (self.format, self.byteCount, self.sha256) = (format, byteCount, sha256)
  }

  package var isDecoded: Bool { undecodedReason == nil }
}

/// Why a file could not be inspected.
package enum InspectionError: Error, Sendable, Hashable {
  /// It is not as it should be: truncated, damaged, no picture.
  case broken(String)
  /// It cannot be read, which says nothing of its content.
  case unreadable(String)
}
