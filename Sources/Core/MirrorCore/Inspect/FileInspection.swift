import ProviderKit

/// Inspects files for the stages: a broken file fails its photo, an unreadable one stops the run.
struct FileInspection: Sendable {
  let media: any MediaInspector
  /// Nil for no thumbnails.
  let thumbnail: ThumbnailChoice?

  /// The thumbnail of a video, from its still; nil if none is wanted or possible.
  func thumbnail(of still: [UInt8]?) async -> MadeThumbnail? {
    guard let still, let thumbnail else { return nil }
    return await media.thumbnail(of: still, as: thumbnail).map { .file($0, thumbnail.format) }
  }

  /// - Parameter isTransferProven: As ``MediaInspector`` has it.
  /// - Throws: ``PhotoFailure`` if the file is invalid, ``MirrorError`` if it cannot be read.
  func inspect(
    fileAt path: String, digests: Set<Rendition.Digest.Algorithm>, isTransferProven: Bool = false
  ) async throws -> Inspection {
    do throws(InspectionError) {
      return try await media.inspect(
        fileAt: path, thumbnail: thumbnail, digests: digests, isTransferProven: isTransferProven)
    } catch {
      switch error {
      case .broken(let reason):
        throw PhotoFailure(
          stage: .inspect, reason: reason, prospect: digests.isEmpty ? .damaged : .unkept)
      case .unreadable(let reason, let code):
        throw MirrorError.directory(
          "cannot read \(path): \(reason)", code.map { .system(errno: $0) } ?? .other)
      }
    }
  }
}

extension MirrorFiles {
  /// Inspects a stored file.
  /// - Parameter isTransferProven: As ``MediaInspector`` has it.
  func inspection(
    of path: String, by inspector: FileInspection, isTransferProven: Bool = false
  ) async throws -> Inspection {
    try await withFile(at: path) { file in
      try await inspector.inspect(fileAt: file, digests: [], isTransferProven: isTransferProven)
    }
  }
}

extension PictureFacts {
  /// Whether the edges match. Sites count them before or after rotation, and round them either way.
  func isNear(width: Int, height: Int) -> Bool {
    let isNear = { (a: Int, b: Int) in (a - b).magnitude <= 2 }
    return isNear(self.width, width) && isNear(self.height, height)
      || isNear(self.width, height) && isNear(self.height, width)
  }
}

extension Inspection {
  /// Whether the edges match, see ``PictureFacts/isNear(width:height:)``.
  func isNear(width: Int, height: Int) -> Bool {
    PictureFacts(width: self.width, height: self.height).isNear(width: width, height: height)
  }
}

extension Photo {
  /// The most likely size of an adopted file: the only rendition with its edges.
  func rendition(like inspection: Inspection) -> Rendition? {
    guard inspection.isDecoded else { return nil }
    let alike = renditions.filter {
      inspection.isNear(width: $0.width ?? 0, height: $0.height ?? 0)
    }
    return alike.count == 1 ? alike[0] : nil
  }
}
