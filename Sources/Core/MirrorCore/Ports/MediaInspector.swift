import ProviderKit

/// The port to the media decoders.
package protocol MediaInspector: Sendable {
  /// The kind of a file by its first bytes (64 are enough for most). Does not block.
  /// - Throws: ``ForeignFile`` if they belong to neither a picture nor a video.
  func format(of firstBytes: [UInt8]) throws(ForeignFile) -> MediaFormat

  /// A file with a thumbnail of an image; nil if it is not a valid image.
  func thumbnail(of image: [UInt8], as choice: ThumbnailChoice) async -> [UInt8]?

  /// Reads a complete file, decodes it if its kind and the limits allow, and computes its digests.
  ///
  /// - Parameters:
  ///   - path: A file on this machine.
  ///   - thumbnail: Nil for no thumbnail.
  ///   - digests: Digests to compute besides SHA-256.
  ///   - isTransferProven: Whether the file is as it was sent: a promised length was received, or a promised digest
  ///     will be compared. Then bytes between the last pixel and the end of a picture are a writer's padding.
  func inspect(
    fileAt path: String, thumbnail: ThumbnailChoice?, digests: Set<Rendition.Digest.Algorithm>,
    isTransferProven: Bool
  ) async throws(InspectionError) -> Inspection
}

extension MediaInspector {
  /// The same for a file of which nothing else is known.
  package func inspect(
    fileAt path: String, thumbnail: ThumbnailChoice?, digests: Set<Rendition.Digest.Algorithm>
  ) async throws(InspectionError) -> Inspection {
    try await inspect(
      fileAt: path, thumbnail: thumbnail, digests: digests, isTransferProven: false)
  }
}

/// The kind of a file that is neither a picture nor a video, by its first bytes.
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
  /// Whether a decode can verify it.
  package let isDecodable: Bool
  /// Whether it holds a video rather than a still picture.
  package let isVideo: Bool

  package init(name: String, fileExtension: String, isDecodable: Bool, isVideo: Bool = false) {
    (self.name, self.fileExtension, self.isDecodable) = (name, fileExtension, isDecodable)
    self.isVideo = isVideo
  }
}

/// The result of inspecting a complete file.
package struct Inspection: Sendable, Hashable {
  /// The format that the file's own bytes show, whatever its name.
  package var format: MediaFormat
  /// Pixels as stored, before any orientation; 0 if unknown. Those of a file that is not decoded are what it
  /// states.
  package var width = 0
  /// Pixels as ``width`` has them; 0 if unknown.
  package var height = 0
  /// Why the file was not decoded; nil if it was, to its last byte.
  package var undecodedReason: String?
  /// Whether the structure of a file that is not decoded shows that it is complete: a video's boxes.
  package var isStructureProven = false
  /// Whether a limit prevented the decode.
  package var exceedsLimit = false
  /// Nil if none was requested, or if it failed.
  package var thumbnail: MadeThumbnail?
  /// Why there is no thumbnail although one was requested.
  package var thumbnailFailure: String?
  /// The codec's warnings that do not make the file unusable.
  package var warnings: [String] = []
  /// Bytes of the file.
  package var byteCount: Int64
  /// Lower-case hexadecimal.
  package var sha256: String
  /// The other digests that were requested.
  package var digests: [Rendition.Digest.Algorithm: String] = [:]

  package init(format: MediaFormat, byteCount: Int64, sha256: String) {
    (self.format, self.byteCount, self.sha256) = (format, byteCount, sha256)
  }

  /// Whether the file was decoded to its last byte.
  package var isDecoded: Bool { undecodedReason == nil }
  /// Whether the file alone shows that it is complete.
  package var isProven: Bool { isDecoded || isStructureProven }
}

/// Why a file could not be inspected.
package enum InspectionError: Error, Sendable, Hashable {
  /// The file is invalid: truncated, damaged, not a picture.
  case broken(String)
  /// The file cannot be read, which says nothing about its content; with the system's error number if known.
  case unreadable(String, errno: Int32? = nil)
}
