import Digests
import Foundation
import Locking
import MirrorHistories
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sample server as the site, and its mirrors, over the built command.
final class ProcessWorld: HistoryWorld {
  static let source = "flickr:user/30000003@N02"
  /// Of the sizes that the server offers, the one of usual runs, and the one of upgrades.
  static let sizes = (small: "Square", large: "Small")

  let ids: [String]
  let session: Session
  /// Days that the commands' clock is ahead.
  let clock = Locked(0)

  /// An account with so many photos.
  init(photos: Int) async throws {
    // A seventh of the site's photos are of this account, more or less.
    session = try await Session("--photos", "\(14 * photos + 40)")
    let all = try await session.list(Self.source).map(\.id)
    ids = Array(all.prefix(photos))
    guard ids.count == photos else { throw URLError(.resourceUnavailable) }
    for id in all.dropFirst(photos) {
      try await session.server.change(id, ["state": "removed"])
    }
  }

  func path(of place: HistoryPlace) -> String { session.folder.appending(Self.name(of: place)) }

  static func name(of place: HistoryPlace) -> String {
    switch place {
    case .mirror: "photos"
    case .copy: "copy"
    case .second: "second"
    }
  }

  func change(_ change: SiteChange, version: Int) async throws {
    let changes: [String: String] =
      switch change {
      case .show: ["state": "shown"]
      case .hide: ["state": "hidden"]
      case .remove: ["state": "removed"]
      case .replace: ["version": "\(version)"]
      case .title: ["title": "Title \(Int.random(in: 0..<1_000_000))"]
      }
    try await session.server.change(ids[change.photo - 1], changes)
  }

  func setClock(days: Int) { clock.withLock { $0 = days } }

  func served(_ photo: Int, version: Int) async throws -> (small: [String], large: [String]) {
    let call =
      "?method=flickr.photos.getSizes&api_key=demo&format=json&nojsoncallback=1"
      + "&photo_id=\(ids[photo - 1])"
    guard let url = URL(string: session.server.endpoint + call) else { throw URLError(.badURL) }
    let data = try await Self.answer(of: url)
    let sizes = try JSONDecoder().decode(Sizes.self, from: data).sizes.size
    // Without one of the sizes, the largest is fetched.
    let labels = [Self.sizes.small, Self.sizes.large]
    let isWhole = labels.allSatisfy { label in sizes.contains { $0.label == label } }
    var (small, large): ([String], [String]) = ([], [])
    for size in sizes where !isWhole || labels.contains(size.label) {
      guard let address = URL(string: size.source) else { throw URLError(.badURL) }
      let bytes = try await Self.answer(of: address)
      let digest = DigestAlgorithm.sha256.hex(of: Array(bytes))
      if size.label == Self.sizes.small { small.append(digest) } else { large.append(digest) }
    }
    return (small, large)
  }

  /// A connection of an earlier request may have been closed meanwhile: then it is asked once more.
  private static func answer(of url: URL) async throws -> Data {
    do {
      return try await URLSession.shared.data(from: url).0
    } catch is URLError {
      return try await URLSession.shared.data(from: url).0
    }
  }

  private struct Sizes: Decodable {
    struct List: Decodable {
      let size: [Size]
    }

    struct Size: Decodable {
      let label: String
      let source: String
    }

    let sizes: List
  }
}
