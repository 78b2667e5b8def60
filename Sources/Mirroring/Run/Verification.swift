import Catalog
import Foundation
import Operations
import Transfer

/// A look at every mirrored file: is it there, and has it the bytes that were proven? Changes
/// nothing, and can be made while a run is writing.
public struct Verification: Sendable {
  public enum Finding: Sendable, Hashable {
    /// The next sync fetches it again.
    case missing(path: String)
    /// Its bytes are not those that were mirrored: edited, or rotten.
    case changed(path: String)
    case unreadable(path: String, reason: String)
  }

  /// After each part of the catalog.
  public struct Progress: Sendable, Hashable {
    public let checked: Int
    public let total: Int
    public let byteCount: Int64
    /// What this part has shown, in the order of the mirroring.
    public let findings: [Finding]
  }

  private static let partSize = 200

  private let directory: MirrorDirectory

  /// - Parameter path: a mirror's directory.
  public init(of path: String) { directory = MirrorDirectory(path) }

  /// Reads every mirrored file, as many at once as there are cores, and tells how far it is.
  /// - Throws: where there is no mirror, or its catalog cannot be read.
  public func run(_ tell: (Progress) -> Void) async throws(MirrorError) {
    let pool = ThreadPool(
      name: "verify", width: ProcessInfo.processInfo.activeProcessorCount, niceness: 10)
    let result: Result<Void, MirrorError>
    do {
      result = .success(try await run(on: pool, tell))
    } catch {
      result = .failure(error)
    }
    await pool.shutdown()
    try result.get()
  }

  private func run(on pool: ThreadPool, _ tell: (Progress) -> Void) async throws(MirrorError) {
    let total = try await pool.run { () throws(MirrorError) in
      try MirrorStatus(of: directory.path).sources.reduce(0) { $0 + $1.mirrored }
    }
    var (after, checked, byteCount) = (Int64(0), 0, Int64(0))
    while true {
      let last = after
      let photos = try await pool.run { () throws(MirrorError) in try part(after: last) }
      guard let end = photos.last else { return }
      let findings = await pool.map(photos, finding)
      after = end.id
      checked += photos.count
      byteCount += photos.reduce(0) { $0 + $1.byteCount }
      tell(
        Progress(
          checked: checked, total: max(total, checked), byteCount: byteCount,
          findings: findings.compactMap(\.self)))
    }
  }

  /// Opens the catalog for each part, so that a run that writes meanwhile is not held up.
  private func part(after id: Int64) throws(MirrorError) -> [MirroredPhoto] {
    guard let catalog = try directory.openExistingCatalog() else { return [] }
    do {
      return try catalog.mirrored(after: id, limit: Self.partSize)
    } catch {
      throw MirrorError(error)
    }
  }

  private func finding(_ photo: MirroredPhoto) -> Finding? {
    let path = directory.file(photo.path)
    guard let size = DurableFile.size(of: path) else { return .missing(path: photo.path) }
    guard size == photo.byteCount else { return .changed(path: photo.path) }
    do {
      let digest = try FileDigest.hex(.sha256, ofFileAt: path)
      return digest == photo.sha256 ? nil : .changed(path: photo.path)
    } catch {
      return .unreadable(path: photo.path, reason: error.message)
    }
  }
}
