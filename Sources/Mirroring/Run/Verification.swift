import Catalog
import Digests
import Foundation
import Images
import LocalFiles
import MirrorCore
import Operations

/// Checks for every mirrored file that it exists and has the bytes that were mirrored. Changes nothing, and
/// can run while a run is writing.
public struct Verification: Sendable {
  public enum Finding: Sendable, Hashable {
    /// The next sync fetches it again.
    case missing(path: String)
    /// Its bytes are not those that were mirrored: edited or corrupted. `reason` describes the bytes now.
    case changed(path: String, reason: String)
    /// It was kept without a decode, and a decode now shows that it is incomplete or damaged.
    case damaged(path: String, reason: String)
    case unreadable(path: String, reason: String)
  }

  /// The state at the start and after each file, in the order of the mirroring.
  public struct Progress: Sendable, Hashable {
    public fileprivate(set) var checked = 0
    public fileprivate(set) var total = 0
    public fileprivate(set) var byteCount: Int64 = 0
    /// The problem of the file; nil if there is none.
    public fileprivate(set) var finding: Finding?

    /// The state before the first file.
    public init() {}
  }

  private static let partSize = 200

  private let directory: MirrorDirectory
  private let limits: ImageLimits

  /// - Parameters:
  ///   - path: A mirror's directory.
  ///   - limits: The limits for decoding a changed file.
  public init(of path: String, limits: ImageLimits = ImageLimits()) {
    directory = MirrorDirectory(path)
    self.limits = limits
  }

  /// Reads every mirrored file, as many at once as there are cores, and reports its progress.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read; `CancellationError`
  ///   if the task is cancelled before the end, after reporting the files that were being read.
  public func run(_ tell: (Progress) -> Void) async throws {
    let pool = ThreadPool(
      name: "verify", width: ProcessInfo.processInfo.activeProcessorCount, niceness: 10)
    let result: Result<Void, any Error>
    do {
      result = .success(try await run(on: pool, tell))
    } catch {
      result = .failure(error)
    }
    await pool.shutdown()
    try result.get()
  }

  private func run(on pool: ThreadPool, _ tell: (Progress) -> Void) async throws {
    var progress = Progress()
    progress.total = try await pool.run {
      try MirrorStatus(of: directory.path).sources.reduce(0) { $0 + $1.mirrored }
    }
    tell(progress)
    var last = Int64(0)
    while let photos = try await part(after: last, on: pool) {
      let before = progress.checked
      await pool.forEachOrdered(of: photos) {
        (photo: $0, finding: finding($0))
      } _: { look in
        progress.checked += 1
        progress.total = max(progress.total, progress.checked)
        progress.byteCount = progress.byteCount.addingClamped(look.photo.byteCount)
        progress.finding = look.finding
        tell(progress)
      }
      guard progress.checked - before == photos.count else { throw CancellationError() }
      last = photos[photos.count - 1].id
    }
  }

  /// Nil at the end.
  private func part(after id: Int64, on pool: ThreadPool) async throws -> [MirroredPhoto]? {
    let photos = try await pool.run { () throws(MirrorError) in try part(after: id) }
    return photos.isEmpty ? nil : photos
  }

  /// Opens the catalog for each part, so that it does not block a run that is writing.
  private func part(after id: Int64) throws(MirrorError) -> [MirroredPhoto] {
    guard let catalog = try Catalog(existingIn: directory) else { return [] }
    do {
      return try catalog.mirrored(after: id, limit: Self.partSize)
    } catch {
      throw MirrorError(error)
    }
  }

  private func finding(_ photo: MirroredPhoto) -> Finding? {
    let path = directory.file(photo.path)
    guard let size = DurableFile.size(of: path) else { return .missing(path: photo.path) }
    guard size == photo.byteCount else { return changed(photo) }
    do {
      let digest = try FileDigest.hex(.sha256, ofFileAt: path)
      guard digest == photo.sha256 else { return changed(photo) }
      return photo.isUnproven ? damage(photo) : nil
    } catch {
      return .unreadable(path: photo.path, reason: error.message)
    }
  }

  /// The damage that a decode shows in a file that was kept without one; nil if the file is intact, or over a
  /// limit here too.
  private func damage(_ photo: MirroredPhoto) -> Finding? {
    do throws(ImageError) {
      _ = try ImageProof(ofFileAt: directory.file(photo.path), thumbnailEdge: nil, limits: limits)
      return nil
    } catch {
      return error.kind == .tooLarge ? nil : .damaged(path: photo.path, reason: error.message)
    }
  }

  /// Distinguishes an edited file, which is an intact picture, from a corrupted one.
  private func changed(_ photo: MirroredPhoto) -> Finding {
    let reason: String
    do throws(ImageError) {
      _ = try ImageProof(ofFileAt: directory.file(photo.path), thumbnailEdge: nil, limits: limits)
      reason = "a whole picture, and not the one that was mirrored"
    } catch {
      reason = error.message
    }
    return .changed(path: photo.path, reason: reason)
  }
}
