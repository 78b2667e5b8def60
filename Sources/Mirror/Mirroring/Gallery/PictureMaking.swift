import Catalog
import Dispatch
import Gallery
import Images
import LocalFiles
import Locking
import MirrorCore
import ProviderKit
import SystemCalls

/// Makes the pictures of a gallery, of photos whose files changed since. Blocks.
///
/// They are the gallery's own files: a mirror without a gallery has none, and one that has lost its gallery makes them
/// again.
struct PictureMaking: Sendable {
  /// Of decodes between two checks for a cancelled task.
  private static let mostAtOnce = 16
  /// Pictures that are made otherwise get another number.
  private static let version: Int64 = 1

  private struct Wanted {
    let kind: GalleryPictures
    let path: String
  }

  /// A photo whose pictures are to be made.
  private struct Job {
    let index: Int
    let wanted: [Wanted]
    /// A hash of all that the pictures are made of.
    let key: UInt64
  }

  private let folder: PageFolder
  private let decoders: DecoderProcesses?
  private let limits: ImageLimits
  private let request: ThumbnailRequest
  /// With other limits it is tried again.
  private let failureKey: UInt64
  /// Whether the mirror's thumbnails are as large.
  private let hasTiles: Bool

  /// - Parameter catalog: Of the mirror.
  init(
    of mirror: Mirror, in folder: PageFolder, _ choices: MirrorGallery.Choices, _ catalog: Catalog
  ) throws {
    let limits = choices.limits
    decoders = mirror.decoders
    (self.folder, self.limits) = (folder, limits)
    var request = ThumbnailRequest(edge: GalleryPictures.tileEdge, format: .jpeg)
    request.previewEdge = choices.previewEdge
    self.request = request
    let edges = try catalog.sources().map { $0.choices?.thumbnailEdge ?? 0 }
    hasTiles = edges.min() ?? 0 >= GalleryPictures.tileEdge
    var hash = StableHash()
    for number in [limits.pixels ?? 0, limits.memory, Int(limits.seconds)] {
      hash.combine(Int64(number))
    }
    failureKey = hash.value
  }

  /// The pictures that these photos have, when those that were missing are made.
  /// - Parameter show: Gets the number of photos whose pictures were made so far.
  /// - Returns: In the order of `photos`, and how many were made. A photo that cannot be decoded has none.
  func pictures(
    of photos: [(stamp: PhotoStamp, files: PhotoFiles)], in places: FilePlaces,
    _ show: (Int) -> Void
  ) throws -> (pictures: [GalleryPictures], made: Int) {
    var pictures = [GalleryPictures](repeating: [], count: photos.count)
    var jobs: [Job] = []
    for (index, (stamp, files)) in photos.enumerated() {
      guard let file = files.picture else { continue }
      let job = Job(index: index, wanted: wanted(of: stamp), key: key(of: stamp, file))
      let kept = job.wanted.filter { folder.keeps($0.path, madeOf: job.key) }
      let failed = job.wanted.count { folder.hasFailed($0.path, madeOf: job.key ^ failureKey) }
      if kept.count + failed == job.wanted.count {
        pictures[index] = GalleryPictures(kept.map(\.kind))
      } else {
        jobs.append(job)
      }
    }
    for start in stride(from: 0, to: jobs.count, by: Self.mostAtOnce) {
      try Task.checkCancellation()
      let part = Array(jobs[start...].prefix(Self.mostAtOnce))
      let results = Locked(
        [Result<GalleryPictures, MirrorError>?](repeating: nil, count: part.count))
      DispatchQueue.concurrentPerform(iterations: part.count) { place in
        let result = Result { () throws(MirrorError) in
          try make(part[place], of: photos[part[place].index].stamp, in: places)
        }
        results.withLock { $0[place] = result }
      }
      for (job, result) in zip(part, results.withLock(\.self)) {
        pictures[job.index] = try result?.get() ?? []
      }
      show(start + part.count)
    }
    return (pictures, jobs.count { !pictures[$0.index].isEmpty })
  }

  /// Empty if it needs none, or if none can be made.
  private func wanted(of photo: PhotoStamp) -> [Wanted] {
    guard photo.width > 0, let format = ImageFormat(rawValue: photo.format), format.isDecodable,
      !format.isVideo
    else { return [] }
    let (width, height) = (photo.width, photo.height)
    let isTiled = !hasTiles && !request.isShownAsItIs(format, width: width, height: height)
    let preview = request.previewEdge(for: format, width: width, height: height)
    return [
      (GalleryPictures.tile, isTiled ? GalleryPictures.tileEdge : nil), (.preview, preview),
    ].compactMap { kind, edge in
      edge.map { Wanted(kind: kind, path: GalleryPictures.path(ofRow: photo.row, edge: $0)) }
    }
  }

  private func key(of photo: PhotoStamp, _ file: FileStatus) -> UInt64 {
    var hash = StableHash()
    hash.combine(Int64(bitPattern: photo.content))
    for number in [
      Self.version, file.size, file.modifiedAtNanoseconds, photo.isPrivate ? 1 : 0,
    ] {
      hash.combine(number)
    }
    return hash.value
  }

  /// Any thread.
  private func make(
    _ job: Job, of photo: PhotoStamp, in places: FilePlaces
  ) throws(MirrorError) -> GalleryPictures {
    var limits = limits
    // It was proven before it was stored.
    limits.isTransferProven = true
    let proof = try? ImageProof(
      ofFileAt: places.file(photo.path), request, limits: limits, by: decoders)
    var made: GalleryPictures = []
    for wanted in job.wanted {
      guard let bytes = wanted.kind == .tile ? proof?.thumbnail : proof?.preview else {
        folder.noteFailure(of: wanted.path, madeOf: job.key ^ failureKey)
        continue
      }
      _ = try folder.write(bytes, to: wanted.path, madeOf: job.key, isPrivate: photo.isPrivate)
      made.insert(wanted.kind)
    }
    return made
  }
}
