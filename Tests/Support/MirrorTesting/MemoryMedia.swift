import Glibc
import MirrorCore
import ProviderKit

/// An inspector for tests: bytes that begin with `jpeg` are an image of 4 × 3 pixels, with `svg` an
/// image that is not decoded, with `broken` a damaged one, with `jpeg, padded` one that is whole if its transfer is
/// proven; others are text.
package struct MemoryMedia: MediaInspector {
  private let workspace: MemoryWorkspace

  package init(_ workspace: MemoryWorkspace) { self.workspace = workspace }

  package func format(of firstBytes: [UInt8]) throws(ForeignFile) -> MediaFormat {
    let text = String(decoding: firstBytes, as: UTF8.self)
    if text.hasPrefix("jpeg") || text.hasPrefix("broken") {
      return MediaFormat(name: "jpeg", fileExtension: "jpg", isDecodable: true)
    }
    if text.hasPrefix("video") {
      return MediaFormat(name: "mp4", fileExtension: "mp4", isDecodable: false, isVideo: true)
    }
    guard text.hasPrefix("svg") else { throw ForeignFile(what: "a text file") }
    return MediaFormat(name: "svg", fileExtension: "svg", isDecodable: false)
  }

  package func thumbnail(of image: [UInt8], as choice: ThumbnailChoice) async -> [UInt8]? {
    String(decoding: image, as: UTF8.self).hasPrefix("jpeg") ? Self.thumbnail(of: 1) : nil
  }

  package func inspect(
    fileAt path: String, thumbnail: ThumbnailChoice?, digests: Set<Rendition.Digest.Algorithm>,
    isTransferProven: Bool
  ) async throws(InspectionError) -> Inspection {
    guard let bytes = workspace[path] else { throw .unreadable("no such file", errno: ENOENT) }
    let format: MediaFormat
    do throws(ForeignFile) {
      format = try self.format(of: bytes)
    } catch {
      throw .broken("it is \(error.what)")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard !text.hasPrefix("broken"), isTransferProven || !text.hasPrefix("jpeg, padded") else {
      throw .broken("it ends early")
    }
    var inspection = Inspection(
      format: format, byteCount: Int64(bytes.count), sha256: MemoryDigest.hex(of: bytes))
    for algorithm in digests { inspection.digests[algorithm] = "11" }
    if format.isDecodable {
      (inspection.width, inspection.height) = (4, 3)
      inspection.thumbnail = thumbnail.map { .file(Self.thumbnail(of: $0.edge), $0.format) }
    } else {
      inspection.isStructureProven = format.isVideo
      inspection.undecodedReason = "\(format.name) is not decoded"
    }
    return inspection
  }

  /// The head of a JPEG of four pixels, or of fewer if the longest edge is to be shorter.
  package static func thumbnail(of edge: Int) -> [UInt8] {
    let edge = UInt8(clamping: min(edge, 4))
    return [0xFF, 0xD8, 0xFF, 0xC0, 0, 8, 8, 0, edge, 0, edge, 0]
  }
}
