import Locking
import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

/// A provider that lists photos and has a call for their sizes.
private struct SizedProvider: DirectProvider {
  let manifest = Manifest(
    name: "site", version: "1", summary: "", sources: [.init(usage: "x", summary: "")],
    placeholders: ["photo_unavailable", "video-failure", "/pw/images/"])
  let listed: [Photo]
  /// Nil: the site does not know the photo any more.
  let sizes: [Rendition]?

  func pageRequest(for query: PageQuery) throws -> RequestDescription {
    RequestDescription(url: "http://site/page")
  }

  func page(from answer: Answer, for query: PageQuery) throws -> Page {
    Page(photos: listed)
  }

  func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    RequestDescription(url: "http://site/sizes")
  }

  func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    guard let sizes else { throw ProviderFailure(.photo, "photo not found", code: 1) }
    return sizes
  }
}

@Suite("A site that refuses photos")
struct RefusalTableTests {
  /// What a site does, and what becomes of the photo.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The statuses at addresses; 200 is a picture.
    let statuses: [String: Int]
    var listed = [RefusalTableTests.rendition("L", RefusalTableTests.old, 2)]
    var sizes: [Rendition]? = []
    /// The reason of the failure; nil if the photo is mirrored.
    var failure: String?
    /// The pictures that are asked for, in order.
    let asked: [String]
    var refusedLabel = false
  }

  /// The pictures in memory have 4 × 3 pixels, which is scale 1.
  fileprivate static func rendition(_ label: String, _ url: String, _ scale: Int) -> Rendition {
    Rendition(label: label, url: url, width: 4 * scale, height: 3 * scale)
  }

  fileprivate static let old = "http://site/old.jpg"
  private static let new = "http://site/new.jpg"

  static let rows: [Row] = [
    Row(
      testDescription: "403 for every size", statuses: [old: 403], failure: "status 403",
      asked: [old]),
    Row(
      testDescription: "403 for the wanted size, not for a smaller one",
      statuses: [old: 403, "http://site/small.jpg": 200],
      listed: [rendition("L", old, 2), rendition("M", "http://site/small.jpg", 1)],
      failure: nil, asked: [old, "http://site/small.jpg"], refusedLabel: true),
    Row(
      testDescription: "404, and a new address at the second try", statuses: [old: 404, new: 200],
      sizes: [rendition("L", new, 1)], failure: nil, asked: [old, new]),
    Row(
      testDescription: "404, and the same address at the second try", statuses: [old: 404],
      sizes: [rendition("L", old, 2)], failure: "status 404", asked: [old, old]),
    Row(
      testDescription: "404, and the site does not know the photo any more", statuses: [old: 404],
      sizes: nil, failure: "photo not found (code 1)", asked: [old]),
    Row(
      testDescription: "410 at once", statuses: [old: 410], failure: "status 410", asked: [old]),
  ]

  static let placeholders: [Row] = [
    "photo_unavailable.gif", "video-failure/k.png", "pw/images/en-us/x.png",
  ].map { name in
    let url = "http://combo/\(name)"
    return Row(
      testDescription: "a placeholder at \(name)", statuses: [url: 200],
      listed: [rendition("L", url, 2)],
      failure: "the site answers with its image for unavailable photos", asked: [url])
  }

  @Test(
    "Each refusal of a photo leads to the decision in the table", arguments: rows + placeholders)
  func decision(row: Row) async throws {
    let store = Locked(MemoryStore())
    for run in 1...(row.failure == nil ? 1 : 2) {
      var walk = TestWalk([:], catalog: MemoryCatalog(store))
      let asked = Locked<[String]>([])
      let network = StatusNetwork(walk.workspace, statuses: row.statuses, asked: asked)
      walk.provider = SizedProvider(
        listed: [Photo(id: "1", owner: "o", renditions: row.listed)], sizes: row.sizes)
      let (results, error) = await walk.run(over: network)
      #expect(error == nil)
      let result = try #require(results["1"])
      guard let reason = row.failure else {
        let stored = try #require(result.stored, "\(result)")
        #expect(stored.warnings.contains { $0.contains("refuses the size") } == row.refusedLabel)
        #expect(asked.withLock(\.self) == row.asked)
        return
      }
      // The second run confirms the refusal: a tombstone.
      if run == 1 {
        #expect(result.failure?.reason == reason && result.failure?.isRefusal == true)
        #expect(asked.withLock(\.self) == row.asked)
      } else {
        guard case .unavailable(let facts) = result else {
          Issue.record("\(result)")
          return
        }
        #expect(facts.reason == reason)
      }
    }
  }

  @Test("A photo whose site sends a page instead is requested again at the end of the run")
  func page() async throws {
    var walk = TestWalk([:])
    walk.provider = SizedProvider(
      listed: [Photo(id: "1", owner: "o", renditions: [Self.rendition("L", Self.old, 2)])],
      sizes: [])
    let asked = Locked<[String]>([])
    let network = StatusNetwork(walk.workspace, statuses: [Self.old: 299], asked: asked)
    let result = try #require(await walk.run(over: network).results["1"])
    #expect(result.failure?.willRetry == true && result.failure?.isRefusal == false)
    #expect(asked.withLock(\.count) == 2)
  }

  @Test("A listing ends with an error if the site refuses every photo")
  func account() async throws {
    var walk = TestWalk([:])
    walk.provider = SizedProvider(
      listed: (0..<40).map { number in
        Photo(
          id: "\(number)", owner: "o",
          renditions: [Self.rendition("L", "http://site/\(number).jpg", 2)])
      }, sizes: nil)
    let network = StatusNetwork(walk.workspace, statuses: [:], asked: Locked([]))
    let error = await walk.run(over: network).error
    #expect(error?.message == "the site refuses each of the first 32 photos (status 404)")
  }
}

/// A network that answers with a status: 200 is a picture, 299 a page, and an unknown address 404.
private struct StatusNetwork: Network {
  private let files: MemoryNetwork

  init(_ workspace: MemoryWorkspace, statuses: [String: Int], asked: Locked<[String]>) {
    files = MemoryNetwork(workspace) { (url) throws(FetchError) in
      asked.withLock { $0.append(url) }
      switch statuses[url] ?? 404 {
      case 200: return Array("jpeg \(url)".utf8)
      case 299: return Array("<html>".utf8)
      case let status: throw FetchError(.status(status), "status \(status)")
      }
    }
  }

  func answer(to request: SiteRequest) async throws(FetchError) -> SiteAnswer {
    SiteAnswer(status: 200, body: [], place: request.url)
  }

  func download(
    _ request: FileRequest, progress: @escaping @Sendable (FileProgress) -> Void
  ) async throws(FetchError) -> DownloadedFile {
    try await files.download(request, progress: progress)
  }
}
