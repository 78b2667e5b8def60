import Catalog
import Images
import MirrorCore

/// Makes the thumbnails of some mirrored photos that lack the wanted ones, and stores them.
struct ThumbnailMaking: Sendable {
  struct Failure: Sendable {
    let path: String
    let reason: String
  }

  struct Outcome: Sendable {
    /// Other thumbnails than the catalog has, by the photos' rows.
    var changed: [Int64: StoredThumbnail] = [:]
    /// The thumbnails of all photos, by their stems; others are left of an earlier rebuild.
    var kept: [String: StoredThumbnail] = [:]
    var made = 0
    var own = 0
    var unchanged = 0
    var failures: [Failure] = []
  }

  private enum Result {
    case made(MadeThumbnail)
    case unchanged
    case failed(String)
  }

  /// Bytes of a stored thumbnail that is read to make another one of it.
  private static let longestFile = 64 << 20

  let destination: MirrorFiles
  let media: any MediaInspector
  let choice: ThumbnailChoice
  /// The number of files decoded at once.
  let width: Int

  func make(_ photos: [StoredPhoto]) async throws -> Outcome {
    var results = [Result](repeating: .unchanged, count: photos.count)
    for start in stride(from: 0, to: photos.count, by: width) {
      try Task.checkCancellation()
      try await withThrowingTaskGroup(of: (Int, Result).self) { group in
        for index in start..<min(start + width, photos.count) {
          group.addTask { (index, try await result(of: photos[index])) }
        }
        for try await (index, result) in group { results[index] = result }
      }
    }
    return try await store(photos, results)
  }

  private func result(of photo: StoredPhoto) async throws -> Result {
    guard try await lacksThumbnail(photo) else { return .unchanged }
    if ImageFormat(rawValue: photo.file.format)?.isVideo == true {
      return try await resized(photo)
    }
    return try await destination.withFile(at: photo.file.path) { file in
      do throws(InspectionError) {
        let look = try await media.inspect(
          fileAt: file, thumbnail: choice, digests: [], isTransferProven: true)
        let reason = look.thumbnailFailure ?? look.undecodedReason ?? "it failed"
        return look.thumbnail.map { .made($0) } ?? .failed(reason)
      } catch {
        switch error {
        case .broken(let reason), .unreadable(let reason, _): return .failed(reason)
        }
      }
    }
  }

  /// Whether another thumbnail is wanted than there is, as far as one can be made. Nothing is known of the pixels of
  /// a file that was never decoded.
  private func lacksThumbnail(_ photo: StoredPhoto) async throws -> Bool {
    let longest = max(photo.file.width, photo.file.height)
    switch photo.file.thumbnail {
    case .absent:
      return longest > 0 && ImageFormat(rawValue: photo.file.format)?.isDecodable == true
    case .picture: return longest > choice.edge
    case .png, .jpeg, .webp: break
    }
    guard let format = photo.file.thumbnail.format, format == choice.format else { return true }
    let edge = await destination.thumbnailEdge(ofStem: photo.stem, format)
    if ImageFormat(rawValue: photo.file.format)?.isVideo == true {
      return edge ?? 0 > choice.edge
    }
    // One of these may turn out to be its own thumbnail.
    return edge != min(choice.edge, longest) || longest <= choice.edge
  }

  /// Makes the thumbnail of a video from the one that it has: nothing here decodes the video.
  private func resized(_ photo: StoredPhoto) async throws -> Result {
    guard let format = photo.file.thumbnail.format,
      let bytes = try await destination.read(
        MirrorNames.thumbnail(ofStem: photo.stem, format), limit: Self.longestFile)
    else { return .unchanged }
    let made = await media.thumbnail(of: bytes, as: choice)
    return made.map { .made(.file($0, choice.format)) } ?? .failed("its thumbnail is damaged")
  }

  private func store(_ photos: [StoredPhoto], _ results: [Result]) async throws -> Outcome {
    var outcome = Outcome()
    var placements: [(photo: StoredPhoto, placement: Placement)] = []
    for (photo, result) in zip(photos, results) {
      switch result {
      case .unchanged:
        outcome.unchanged += 1
        outcome.kept[photo.stem] = photo.file.thumbnail
      case .failed(let reason):
        outcome.failures.append(Failure(path: photo.file.path, reason: reason))
      case .made(let thumbnail):
        guard let companion = thumbnail.companion(ofStem: photo.stem) else {
          outcome.note(.picture, of: photo)
          outcome.own += 1
          continue
        }
        placements.append(
          (
            photo,
            Placement(path: photo.file.path, picture: .stored, companions: [companion])
          ))
      }
    }
    let placed = await destination.place(placements.map(\.placement))
    for ((photo, _), result) in zip(placements, placed) {
      do throws(StorageError) {
        if let failure = try result.get().first {
          outcome.failures.append(Failure(path: photo.file.path, reason: failure.message))
          continue
        }
        outcome.note(StoredThumbnail(choice.format), of: photo)
        outcome.made += 1
      } catch {
        guard error.isOfEntry else { throw error }
        outcome.failures.append(Failure(path: photo.file.path, reason: error.error.message))
      }
    }
    return outcome
  }
}

extension ThumbnailMaking.Outcome {
  fileprivate mutating func note(_ thumbnail: StoredThumbnail, of photo: StoredPhoto) {
    kept[photo.stem] = thumbnail
    if photo.file.thumbnail != thumbnail { changed[photo.file.id] = thumbnail }
  }
}
