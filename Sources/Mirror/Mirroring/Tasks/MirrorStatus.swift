import Catalog
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import SystemCalls

/// The content of a mirror's directory, as `status` shows it. Can be read while a run is writing.
public struct MirrorStatus: Sendable, Hashable {
  /// The photos of one source, each photo under the source that listed it first, or last before it was mirrored.
  public struct Source: Sendable, Hashable {
    /// The source's canonical name: `flickr:recent`.
    public let name: String
    /// Photos that count as mirrored.
    public let mirrored: Int
    /// Listed, and not yet finished or failed.
    public let waiting: Int
    /// Tried and failed; the next run tries again.
    public let failed: Int
    /// Refused by the site in more than one run; requested again after growing intervals.
    public let unavailable: Int
    /// Mirrored once, without their files now, and neither forgotten nor in the trash. Each is also waiting, failed or
    /// unavailable.
    public let lost: Int
    /// Mirrored, and listed with another address since: the picture may have changed.
    public let replaced: Int
    /// Mirrored without a decode: over a limit, or of a format without a decoder.
    public let unproven: Int
    /// Mirrored photos whose details (`--with`) were wanted, and are not there yet.
    public let pendingDetails: Int
    /// Bytes of the mirrored photos' own files, without sidecars and thumbnails.
    public let byteCount: Int64
    /// How many photos have their size for which reason.
    public let sizeReasons: [SizeReason: Int]
    /// Whether a pass over the listing was interrupted and will be resumed.
    public let isInterrupted: Bool
    /// When a pass last completed, seconds since 1970.
    public let finishedAt: Int64?
    /// Whether the last pass read the listing to its end; a run with `--limit` counts if the listing is shorter.
    public var isComplete: Bool { finishedAt != nil && !isInterrupted }
  }

  /// Photos with the same failure.
  public struct Group: Sendable, Hashable {
    /// A sentence in lower case without a period.
    public let reason: String
    /// The number of photos with this failure.
    public let photos: Int
    /// Some of them, ten at most.
    public let examples: [PhotoFacts]
    /// For unavailable photos: when the site first refused one of them, seconds since 1970.
    public let since: Int64?
  }

  /// The mirror's directory, without a slash at the end.
  public let directory: String
  /// In the order of their names.
  public let sources: [Source]
  /// The most frequent reasons first, ten at most.
  public let failures: [Group]
  /// The same for photos that the site refused in more than one run.
  public let unavailable: [Group]
  /// The number of part files to resume.
  public let parts: Int
  /// The bytes of those part files.
  public let partBytes: Int64
  /// Broken files that were moved to `.photomirror/set-aside`.
  public let setAside: Int
  /// When the files were last verified.
  public let checks: CheckCoverage
  /// The process that is writing now.
  public let writer: String?

  /// Reads the catalog and the directory. Blocks.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read.
  public init(of mirror: Mirror) throws(MirrorError) {
    let directory = mirror.directory
    self = try mirror.read { catalog throws(CatalogError) in try Self(directory, catalog) }
  }

  init(_ directory: MirrorDirectory, _ catalog: Catalog) throws(CatalogError) {
    self.directory = directory.path
    let reasons = try catalog.sizeReasons()
    sources = try catalog.counts().map { Source($0, reasons[$0.source.id] ?? [:]) }
    failures = try catalog.failures(limit: 10).map { (reason, photos) throws(CatalogError) in
      let examples = try catalog.failed(because: reason, limit: 10).map(PhotoFacts.init)
      return Group(reason: reason, photos: photos, examples: examples, since: nil)
    }
    unavailable = try catalog.unavailable(limit: 10).map {
      (reason, photos, since) throws(CatalogError) in
      let examples = try catalog.unavailable(because: reason, limit: 10).map(PhotoFacts.init)
      return Group(reason: reason, photos: photos, examples: examples, since: since)
    }
    let parts = directory.partFiles()
    self.parts = parts.count
    partBytes = parts.compactMap(DurableFile.size).reduce(0) { $0.addingClamped($1) }
    setAside = directory.setAsideCount()
    checks = try catalog.checkCoverage(now: Catalog.now())
    writer = DirectoryLock.holder(of: directory)
  }
}

extension CheckCoverage {
  /// Reads the catalog of a mirror. Blocks.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read.
  public init(of mirror: Mirror) throws(MirrorError) {
    self = try mirror.read { catalog throws(CatalogError) in
      try catalog.checkCoverage(now: Catalog.now())
    }
  }
}

extension MirrorStatus.Source {
  fileprivate init(_ counts: SourceCounts, _ reasons: [SizeReason: Int]) {
    self.init(
      name: counts.source.address, mirrored: counts.mirrored, waiting: counts.waiting,
      failed: counts.failed, unavailable: counts.unavailable, lost: counts.lost,
      replaced: counts.replaced, unproven: counts.unproven,
      pendingDetails: counts.pendingDetails, byteCount: counts.byteCount, sizeReasons: reasons,
      isInterrupted: counts.source.isUnderway, finishedAt: counts.source.finishedAt)
  }
}

extension PhotoFacts {
  /// From its listing; from its id alone if the listing cannot be read.
  fileprivate init(_ record: PhotoRecord) {
    self =
      record.listing?.photo().map { PhotoFacts($0) }
      ?? PhotoFacts(id: record.photo, owner: "", title: "")
  }
}

extension MirrorDirectory {
  fileprivate func partFiles() -> [String] {
    let names = LinkFree.names(in: parts) ?? []
    return names.filter { $0.hasSuffix(".part") }.map { parts + "/" + $0 }
  }

  fileprivate func setAsideCount() -> Int {
    LinkFree.files(below: setAside).count { DurableFile.size(of: setAside + "/\($0)") != nil }
  }
}
