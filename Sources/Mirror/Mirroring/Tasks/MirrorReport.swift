import Catalog
import Foundation
import Gallery
import LocalFiles
import MirrorCore

/// What a person wants to know of a mirror after a run: what is new, what is missing, and why. Changes nothing.
public struct MirrorReport: Sendable {
  /// Photos of a kind are shown up to this number.
  private static let mostShown = 200

  /// The counts of the whole mirror.
  public let status: MirrorStatus
  /// When the last run began, in seconds since 1970; nil if no run is recorded.
  public let lastRun: Int64?
  /// The photos by the reason for which they are reported; kinds without a photo are left out.
  package let lists: [ReportList]
  private let directory: MirrorDirectory

  /// Blocks.
  /// - Throws: If there is no mirror, or if its catalog cannot be read.
  public init(of mirror: Mirror) throws(MirrorError) {
    let directory = mirror.directory
    self = try mirror.read { catalog throws(CatalogError) in try Self(directory, catalog) }
  }

  private init(_ directory: MirrorDirectory, _ catalog: Catalog) throws(CatalogError) {
    self.directory = directory
    status = try MirrorStatus(directory, catalog)
    lastRun = try catalog.lastRun()
    let since = lastRun ?? .max
    var lists: [ReportList] = []
    for kind in ReportedPhoto.Kind.allCases {
      let count = try catalog.count(kind, since: since)
      guard count > 0 else { continue }
      lists.append(
        ReportList(
          kind: kind, count: count,
          photos: try catalog.reported(kind, since: since, limit: Self.mostShown)))
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
