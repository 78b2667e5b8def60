import Digests
import Foundation
import Locking
import MirrorCore
import MirrorHistories
import ProviderKit
import TestSupport

@testable import Mirroring

/// A site in memory and its mirrors, over tasks of this process.
final class OpenWorld: HistoryWorld {
  /// What the site shows of a photo.
  private struct Shown {
    var isListed = true
    var isThere = true
    var version = 0
    var title: Int?
    /// Bytes of its picture beyond those of all.
    var extra = 0
  }

  let ids: [String]
  let archive: TestArchive
  let site: TestSite
  private let shown: Locked<[Shown]>
  private static let widths = (small: 3 * TestArchive.edge, large: 6 * TestArchive.edge)

  init(photos: Int) async throws {
    ids = (1...photos).map { TestArchive.id($0) }
    (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    shown = Locked(Array(repeating: Shown(), count: photos))
    for photo in 1...photos { try serve(photo) }
    list()
  }

  func path(of place: HistoryPlace) -> String {
    switch place {
    case .mirror: archive.directory.path
    case .copy: archive.outside("copy")
    case .second: archive.outside("second")
    }
  }

  func change(_ change: SiteChange, version: Int) async throws {
    let photo = change.photo
    shown.withLock { shown in
      switch change {
      case .show: (shown[photo - 1].isListed, shown[photo - 1].isThere) = (true, true)
      case .hide: (shown[photo - 1].isListed, shown[photo - 1].isThere) = (false, true)
      case .remove: (shown[photo - 1].isListed, shown[photo - 1].isThere) = (false, false)
      case .replace(_, let hasSameLength):
        shown[photo - 1].version = version
        if !hasSameLength { shown[photo - 1].extra += 7 * version }
      case .title: shown[photo - 1].title = (shown[photo - 1].title ?? 0) + 1
      }
    }
    try serve(photo)
    list()
  }

  func served(_ photo: Int, version: Int) async throws -> (small: [String], large: [String]) {
    let digests = try [Self.widths.small, Self.widths.large].map { width in
      DigestAlgorithm.sha256.hex(of: try picture(photo, width))
    }
    return ([digests[0]], [digests[1]])
  }

  private func picture(_ photo: Int, _ width: Int) throws -> [UInt8] {
    let shown = shown.withLock { $0[photo - 1] }
    return try PictureBytes.picture(
      seed: UInt64(photo * 1000 + shown.version), isJPEG: photo % 2 == 1, width: width,
      length: width * width * 4 + photo / 2 * 32 + shown.extra)
  }

  /// The pictures of a photo have addresses of their own; old ones are gone.
  private func serve(_ photo: Int) throws {
    let shown = shown.withLock { $0[photo - 1] }
    let gone = [WireServer.Step.response("404 Not Found", ["Content-Length: 0"])]
    for version in 0...shown.version {
      for width in [Self.widths.small, Self.widths.large] {
        let target = TestSite.target(photo, version: version, width: width)
        let isThere = shown.isThere && version == shown.version
        site.answer(target, with: isThere ? [.ok(try picture(photo, width))] : gone)
      }
    }
  }

  private func list() {
    let shown = shown.withLock(\.self)
    site.show(
      shown.enumerated().filter(\.element.isListed).map { index, shown in
        var photo = site.photo(
          index + 1, version: shown.version, widths: [Self.widths.small, Self.widths.large])
        // Files have the times of their pictures.
        photo.takenAt = "2024-05-06 07:\(10 + index):00"
        if let title = shown.title { photo.title = "Title \(title)" }
        return photo
      })
  }

  func run(_ command: HistoryCommand) async throws -> CommandOutcome {
    do { return try await perform(command) } catch let error as MirrorError {
      return CommandOutcome(status: 4, text: error.message)
    }
  }
}
