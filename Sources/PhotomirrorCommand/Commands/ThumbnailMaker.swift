import Foundation
import Images

/// Checks a file and writes its thumbnail. Any thread.
struct ThumbnailMaker: Sendable {
  private let directory: String
  private let edge: Int
  private let limits: ImageLimits
  /// Thumbnails must not replace these.
  private let pictures: Set<FileIdentity>

  init(_ files: [String], in directory: String, edge: Int, limits: ImageLimits) {
    (self.directory, self.edge, self.limits) = (directory, edge, limits)
    pictures = Set(files.compactMap { FileIdentity($0) })
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
    if let identity = FileIdentity(path), pictures.contains(identity) {
      throw PictureFailure(reason: "its thumbnail would replace the image \(path)")
    }
    do {
      try Data(thumbnail).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw PictureFailure(reason: "cannot write \(path): \(error.systemReason)")
    }
  }
}

/// The identity of the file at a path.
private struct FileIdentity: Hashable {
  private let device: dev_t
  private let inode: ino_t

  /// Nil if there is no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}

extension PictureFailure {
  fileprivate init(withoutThumbnail proof: ImageProof) {
    reason =
      proof.thumbnailFailure?.message
      ?? "\(proof.format.rawValue) is not decoded"
  }
}
