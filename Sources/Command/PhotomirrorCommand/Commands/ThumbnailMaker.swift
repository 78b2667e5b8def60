import Foundation
import Images
import SystemCalls

/// Checks a file and writes its thumbnail. Any thread.
struct ThumbnailMaker: Sendable {
  private let directory: String
  private let edge: Int
  private let limits: ImageLimits
  /// Thumbnails must not replace these.
  private let pictures: Set<FileIdentity>

  init(_ files: [String], in directory: String, edge: Int, limits: ImageLimits) {
    (self.directory, self.edge, self.limits) = (directory, edge, limits)
    pictures = Set(files.compactMap { FileStatus(following: $0)?.identity })
  }

  /// The name of a file's thumbnail.
  static func name(of file: String) -> String { URL(filePath: file).lastPathComponent + ".png" }

  /// Makes one thumbnail.
  func report(_ file: String) -> PictureReport {
    let path = (directory as NSString).appendingPathComponent(Self.name(of: file))
    do throws(PictureFailure) {
      let proof = try PictureFiles.prove(file, thumbnailEdge: edge, limits: limits).get()
      guard let thumbnail = proof.thumbnail else { throw PictureFailure(withoutThumbnail: proof) }
      try write(thumbnail, to: path)
      return PictureReport(file, proof, thumbnail: path)
    } catch {
      return PictureReport(file, reason: error.reason)
    }
  }

  /// Atomically, so that a kill leaves no truncated thumbnail.
  private func write(_ thumbnail: [UInt8], to path: String) throws(PictureFailure) {
    if let status = FileStatus(following: path), pictures.contains(status.identity) {
      throw PictureFailure(reason: "its thumbnail would replace the image \(path)")
    }
    do throws(SystemError) {
      try SmallFile.replace(path, with: thumbnail)
    } catch {
      throw PictureFailure(reason: "cannot write \(path): \(error.reason)")
    }
  }
}

extension PictureFailure {
  fileprivate init(withoutThumbnail proof: ImageProof) {
    reason =
      proof.thumbnailFailure?.message ?? proof.limit?.message
      ?? "\(proof.format.rawValue) is not decoded"
  }
}
