import Digests
import Foundation
import Images
import MirrorCore
import ProviderKit
import SystemCalls
import Threads

/// Inspects files with the image codecs, on a thread pool.
package struct CodecInspector: MediaInspector {
  /// The extensions of all known formats, without dots.
  package static let extensions = ImageFormat.allCases.map(\.fileExtension)

  private let pool: ThreadPool
  private let limits: ImageLimits
  private let processes: DecoderProcesses?
  /// Nil: a photo is digested after its decode, on the same thread.
  private let digests: PhotoDigests?

  /// - Parameters:
  ///   - limits: The limits of a decode; a file that would exceed them is not decoded.
  ///   - processes: The processes that decode; nil: this process decodes.
  ///   - together: How many photos are digested at the same time.
  package init(
    pool: ThreadPool, limits: ImageLimits, processes: DecoderProcesses? = nil,
    together: Int = FileDigest.atOnce
  ) {
    (self.pool, self.limits, self.processes) = (pool, limits, processes)
    digests = together > 1 ? PhotoDigests(together, pool: pool) : nil
  }

  package func format(of firstBytes: [UInt8]) throws(ForeignFile) -> MediaFormat {
    guard let format = ImageFormat(sniffing: firstBytes) else {
      throw ForeignFile(what: ForeignContent(firstBytes: firstBytes).description)
    }
    return MediaFormat(format)
  }

  package func thumbnail(of image: [UInt8], as choice: ThumbnailChoice) async -> [UInt8]? {
    await pool.run { [limits] in
      try? ImageProof(of: image, ThumbnailRequest(choice), limits: limits).thumbnail
    }
  }

  package func inspect(
    fileAt path: String, thumbnail: ThumbnailChoice?, digests: Set<Rendition.Digest.Algorithm>,
    isTransferProven: Bool
  ) async throws(InspectionError) -> Inspection {
    self.digests?.begin()
    var inspection: Inspection
    do throws(InspectionError) {
      inspection = try await pool.run { () throws(InspectionError) in
        try look(atFile: path, thumbnail, digests, isTransferProven)
      }
    } catch {
      self.digests?.endWithoutDigest()
      throw error
    }
    guard let digests = self.digests else { return inspection }
    do throws(DigestError) {
      inspection.sha256 = try await digests.digest(ofFileAt: path)
    } catch {
      throw InspectionError(errno: error.errno)
    }
    return inspection
  }

  /// Blocks. Without the SHA-256 if photos are digested together.
  private func look(
    atFile path: String, _ thumbnail: ThumbnailChoice?,
    _ digests: Set<Rendition.Digest.Algorithm>, _ isTransferProven: Bool
  ) throws(InspectionError) -> Inspection {
    var request = thumbnail.map(ThumbnailRequest.init)
    request?.leavesOutSmall = true
    let proof = try proof(ofFileAt: path, request, isTransferProven)
    let video = try proof.format.hasBoxes ? videoProof(ofFileAt: path) : nil
    guard let size = FileStatus(linkFree: path)?.size else {
      throw InspectionError(errno: errno)
    }
    var inspection = Inspection(proof, thumbnail?.format, byteCount: size)
    if let video { inspection.note(video) }
    do throws(DigestError) {
      if self.digests == nil { inspection.sha256 = try FileDigest.hex(.sha256, ofFileAt: path) }
      for algorithm in digests where algorithm != .sha256 {
        inspection.digests[algorithm] = try FileDigest.hex(.init(algorithm), ofFileAt: path)
      }
    } catch {
      throw InspectionError(errno: error.errno)
    }
    return inspection
  }

  /// Blocks.
  private func videoProof(ofFileAt path: String) throws(InspectionError) -> VideoProof {
    do throws(ImageError) {
      return try VideoProof(ofFileAt: path)
    } catch {
      throw InspectionError(error)
    }
  }

  /// Blocks.
  private func proof(
    ofFileAt path: String, _ thumbnail: ThumbnailRequest?, _ isTransferProven: Bool
  ) throws(InspectionError) -> ImageProof {
    var limits = limits
    limits.isTransferProven = isTransferProven
    do throws(ImageError) {
      do {
        return try ImageProof(ofFileAt: path, thumbnail, limits: limits, by: processes)
      } catch  where error.kind == .tooLarge {
        return try ImageProof(ofFileAt: path, refusedBy: error)
      }
    } catch {
      throw InspectionError(error)
    }
  }
}

extension InspectionError {
  fileprivate init(_ error: ImageError) {
    self =
      error.kind == .unreadable
      ? .unreadable(error.message, errno: error.errno) : .broken(error.message)
  }

  fileprivate init(errno code: Int32) {
    self = .unreadable(SystemError(code).reason, errno: code)
  }
}

extension MediaFormat {
  /// The format that a file's name states; nil if its extension is that of no photo.
  /// - Parameter fileExtension: Without the dot, in any case.
  package init?(named fileExtension: String) {
    let name = fileExtension.lowercased()
    guard let format = ImageFormat.allCases.first(where: { $0.fileExtension == name })
    else { return nil }
    self.init(format)
  }

  init(_ format: ImageFormat) {
    self.init(
      name: format.rawValue, fileExtension: format.fileExtension, isDecodable: format.isDecodable,
      isVideo: format.isVideo)
  }
}

extension Inspection {
  fileprivate init(
    _ proof: ImageProof, _ thumbnailFormat: ThumbnailFormat?, byteCount: Int64
  ) {
    self.init(format: MediaFormat(proof.format), byteCount: byteCount, sha256: "")
    (width, height) = (proof.width, proof.height)
    undecodedReason = proof.undecodedReason
    exceedsLimit = proof.limit?.kind == .tooLarge
    thumbnail =
      proof.isItsOwnThumbnail
      ? .picture : proof.thumbnail.map { .file($0, thumbnailFormat ?? .standard) }
    thumbnailFailure = proof.thumbnailFailure?.message
    warnings = proof.warnings
  }
}

extension ThumbnailRequest {
  fileprivate init(_ choice: ThumbnailChoice) {
    let format: Format =
      switch choice.format {
      case .png: .png
      case .jpeg: .jpeg
      case .webp: .webp
      }
    self.init(edge: choice.edge, format: format)
  }
}

extension Inspection {
  fileprivate mutating func note(_ video: VideoProof) {
    (width, height) = (video.width, video.height)
    isStructureProven = video.isClosed
    if !video.isClosed { undecodedReason = "the video does not state the end of its data" }
  }
}

extension ImageProof {
  fileprivate var undecodedReason: String? {
    guard !isDecoded else { return nil }
    return limit?.message ?? "\(format.rawValue) is not decoded"
  }
}

extension DigestAlgorithm {
  fileprivate init(_ algorithm: Rendition.Digest.Algorithm) {
    self =
      switch algorithm {
      case .sha256: .sha256
      case .sha1: .sha1
      case .md5: .md5
      }
  }
}
