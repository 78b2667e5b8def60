import Catalog
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit

/// What a mirror's directory holds: what `status` shows. Can be read while a run is writing.
public struct MirrorStatus: Sendable, Hashable {
  public struct Source: Sendable, Hashable {
    public let name: String
    public let mirrored: Int
    /// Listed, not yet tried to the end.
    public let waiting: Int
    /// Tried and failed; the next run tries again.
    public let failed: Int
    /// Refused by the site in more than one run; asked for again after growing intervals.
    public let unavailable: Int
    /// Mirrored, and listed with another address since: perhaps with another picture.
    public let replaced: Int
    /// Mirrored without a decode: over a limit, or of a kind that is not decoded.
    public let unproven: Int
    public let byteCount: Int64
    /// Whether a pass over the listing was interrupted and will be gone on with.
    public let isInterrupted: Bool
    /// When a pass last came to its end, seconds since 1970.
    public let finishedAt: Int64?
    /// Whether the last pass read the listing to its end; runs with a limit are not passes.
    public var isComplete: Bool { finishedAt != nil && !isInterrupted }
  }

  /// Photos that fared alike.
  public struct Group: Sendable, Hashable {
    public let reason: String
    public let photos: Int
    /// Some of them, ten at most.
    public let examples: [PhotoFacts]
    /// Of what is unavailable: when the site first refused one of them, seconds since 1970.
    public let since: Int64?
  }

  public let directory: String
  public let sources: [Source]
  /// The most frequent reasons first, ten at most.
  public let failures: [Group]
  /// The same of what the site refused in more than one run.
  public let unavailable: [Group]
  /// Part files that wait to be gone on with, and their bytes.
  public let parts: Int
  public let partBytes: Int64
  /// Files that were broken and moved to `.photomirror/set-aside`.
  public let setAside: Int
  /// The process that is writing now.
  public let writer: String?

  /// Blocks on the disk.
  /// - Throws: where there is no mirror, or its catalog cannot be read.
  public init(of path: String) throws(MirrorError) {
    let directory = MirrorDirectory(path)
    guard let catalog = try Catalog(existingIn: directory) else {
      throw .directory(
        "there is no mirror in \(directory.path)",
        hint: "'photomirror sync SOURCE \(directory.path)' makes one")
    }
    self.directory = directory.path
    do {
      sources = try catalog.counts().map(Source.init)
      failures = try catalog.failures(limit: 10).map { (reason, photos) throws(CatalogError) in
        let examples = try catalog.failed(because: reason, limit: 10).map(PhotoFacts.init)
        return Group(reason: reason, photos: photos, examples: examples, since: nil)
      }
      unavailable = try catalog.unavailable(limit: 10).map {
        (reason, photos, since) throws(CatalogError) in
        let examples = try catalog.unavailable(because: reason, limit: 10).map(PhotoFacts.init)
        return Group(reason: reason, photos: photos, examples: examples, since: since)
      }
    } catch {
      throw MirrorError(error)
    }
    let parts = directory.partFiles()
    self.parts = parts.count
    partBytes = parts.compactMap(DurableFile.size).reduce(0) { $0.addingClamped($1) }
    setAside = directory.setAsideCount()
    writer = DirectoryLock.holder(of: directory)
  }
}

extension MirrorStatus.Source {
  fileprivate init(_ counts: SourceCounts) {
    self.init(
      name: counts.source.address, mirrored: counts.mirrored, waiting: counts.waiting,
      failed: counts.failed, unavailable: counts.unavailable, replaced: counts.replaced,
      unproven: counts.unproven,
      byteCount: counts.byteCount,
      isInterrupted: counts.source.isUnderway, finishedAt: counts.source.finishedAt)
  }
}

extension PhotoFacts {
  /// As its listing told of it; by its id alone where that cannot be read.
  fileprivate init(_ record: PhotoRecord) {
    self =
      record.listing?.photo().map { PhotoFacts($0) }
      ?? PhotoFacts(id: record.photo, owner: "", title: "")
  }
}

extension MirrorDirectory {
  fileprivate func partFiles() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parts)) ?? []
    return names.filter { $0.hasSuffix(".part") }.map { parts + "/" + $0 }
  }

  fileprivate func setAsideCount() -> Int {
    let files = FileManager.default.enumerator(atPath: setAside)
    return files?.reduce(0) { count, name in
      DurableFile.size(of: setAside + "/\(name)") == nil ? count : count + 1
    } ?? 0
  }
}
