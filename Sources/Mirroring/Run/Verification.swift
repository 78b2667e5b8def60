import Catalog
import Digests
import Foundation
import Images
import LocalFiles
import MirrorCore
import Operations

/// A look at every mirrored file: is it there, and has it the bytes that were proven? Changes
/// nothing, and can be made while a run is writing.
public struct Verification: Sendable {
  public enum Finding: Sendable, Hashable {
    /// The next sync fetches it again.
    case missing(path: String)
    /// Its bytes are not those that were mirrored: edited, or rotten. What they are now.
    case changed(path: String, reason: String)
    /// It was kept without a proof, and a decode shows now that it is not whole.
    case damaged(path: String, reason: String)
    case unreadable(path: String, reason: String)
  }

  /// At the start and after each file, in the order of the mirroring.
  public struct Progress: Sendable, Hashable {
    public fileprivate(set) var checked = 0
    public fileprivate(set) var total = 0
    public fileprivate(set) var byteCount: Int64 = 0
    /// What is wrong with the file; nil: nothing.
    public fileprivate(set) var finding: Finding?

    /// Nothing was looked at yet.
    public init() {}
  }

  private static let partSize = 200

  private let directory: MirrorDirectory
  private let limits: ImageLimits

  /// - Parameters:
  ///   - path: a mirror's directory.
  ///   - limits: what a look into a file that was changed may cost.
  public init(of path: String, limits: ImageLimits = ImageLimits()) {
    directory = MirrorDirectory(path)
    self.limits = limits
  }

  /// Reads every mirrored file, as many at once as there are cores, and tells how far it is.
  /// - Throws: ``MirrorError`` where there is no mirror, or its catalog cannot be read;
  ///   `CancellationError` where the task was cancelled before the end: what was being read then has
  ///   been told.
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

  /// Nil: there is no more.
  private func part(after id: Int64, on pool: ThreadPool) async throws -> [MirroredPhoto]? {
    let photos = try await pool.run { () throws(MirrorError) in try part(after: id) }
    return photos.isEmpty ? nil : photos
  }

  /// Opens the catalog for each part, so that a run that writes meanwhile is not held up.
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

  /// What a decode says of a file that was kept without one; nil if it is whole, or over a limit here too.
  private func damage(_ photo: MirroredPhoto) -> Finding? {
    do throws(ImageError) {
      _ = try ImageProof(ofFileAt: directory.file(photo.path), thumbnailEdge: nil, limits: limits)
      return nil
    } catch {
      return error.kind == .tooLarge ? nil : .damaged(path: photo.path, reason: error.message)
    }
  }

  /// Who edited a file has a whole picture there; who has lost bytes is to know.
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
