import Catalog
import Foundation
import Gallery
import LocalFiles
import MirrorCore

/// What a person wants to know of a mirror after a run, or of a period: what is new, what is missing, and why. Changes
/// nothing.
public struct MirrorReport: Sendable {
  /// Photos of a kind are shown up to this number.
  private static let mostShown = 200

  /// The counts of the whole mirror.
  public let status: MirrorStatus
  /// When the last run began, in seconds since 1970; nil if no run is recorded.
  public let lastRun: Int64?
  /// What happened in the period, by source; empty for a report on the last run.
  public let sources: [Activity]
  /// The photos by the reason for which they are reported; kinds without a photo are left out.
  package let lists: [ReportList]
  private let directory: MirrorDirectory

  /// What runs and workers did for a source in a period.
  public struct Activity: Sendable, Hashable {
    /// The source's canonical name: `flickr:recent`.
    public let source: String
    /// Photos whose files were stored and are still there.
    public let stored: Int
    /// The bytes of those files.
    public let byteCount: Int64
    /// Readings of the listing that were under way.
    public let listings: Int
    /// Of those, readings to the end of the listing.
    public let completeListings: Int
  }

  /// Blocks.
  /// - Parameter period: In seconds since 1970; nil: what the last run did, and all that is missing.
  /// - Throws: If there is no mirror, or if its catalog cannot be read.
  public init(of mirror: Mirror, in period: ClosedRange<Int64>? = nil) throws(MirrorError) {
    let directory = mirror.directory
    self = try mirror.read { catalog throws(CatalogError) in try Self(directory, catalog, period) }
  }

  private init(
    _ directory: MirrorDirectory, _ catalog: Catalog, _ period: ClosedRange<Int64>?
  ) throws(CatalogError) {
    self.directory = directory
    status = try MirrorStatus(directory, catalog)
    lastRun = try catalog.lastRun()
    if let period {
      sources = try catalog.activity(in: period).map(Activity.init)
    } else {
      sources = []
    }
    let time = period.map { ReportedTime($0) } ?? ReportedTime(sinceRun: lastRun ?? .max)
    var lists: [ReportList] = []
    for kind in ReportedPhoto.Kind.allCases {
      let count = try catalog.count(kind, in: time)
      guard count > 0 else { continue }
      lists.append(
        ReportList(
          kind: kind, count: count,
          photos: try catalog.reported(kind, in: time, limit: Self.mostShown),
          isOfPeriod: time.isPeriod))
    }
    self.lists = lists
  }

  /// As a page, with thumbnails of what is there and links to what is not, and to the mirror's gallery if it has one.
  /// Blocks.
  /// - Parameters:
  ///   - path: Where the page will be, so that it can link to the mirror's files.
  ///   - lines: What it says of the whole mirror.
  ///   - advice: What to do.
  public func page(at path: String, saying lines: [String], advice: [String] = []) -> [UInt8] {
    let folder = (path as NSString).deletingLastPathComponent
    let mirror = RelativePath.text(from: folder.isEmpty ? "." : folder, to: directory.path)
    let gallery = "\(MirrorGallery.folder)/index.html"
    let hasGallery = DurableFile.size(of: directory.file(gallery)) != nil
    let name = URL(filePath: directory.path).standardizedFileURL.lastPathComponent
    return ReportPage(
      title: "Report on \(name)", lines: lines, advice: advice, lists: lists, mirror: mirror,
      gallery: hasGallery ? "\(mirror)\(gallery)" : nil
    ).bytes
  }
}

extension MirrorReport.Activity {
  fileprivate init(_ activity: SourceActivity) {
    self.init(
      source: activity.source, stored: activity.stored, byteCount: activity.byteCount,
      listings: activity.listings, completeListings: activity.complete)
  }
}
