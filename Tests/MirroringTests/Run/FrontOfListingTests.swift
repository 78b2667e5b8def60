import Catalog
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("The front of the listing, read after the rest of an interrupted run")
struct FrontOfListingTests {
  /// A site whose pages are set by the test; each photo's image is at `/<id>`.
  private struct Site: PhotoProvider {
    let manifest = Manifest(
      name: "site", version: "1", summary: "", sources: [.init(usage: "x", summary: "")])
    let server: WireServer
    /// Ids by cursor; the first page's cursor is empty.
    let pages: [String: (ids: [String], next: String?)]

    func pageRequest(for query: PageQuery) throws -> RequestDescription {
      RequestDescription(url: server.url("/page"))
    }

    func page(from answer: Answer, for query: PageQuery) throws -> Page {
      guard let page = pages[query.cursor ?? ""] else {
        throw ProviderFailure(.source, "no such page")
      }
      return Page(photos: page.ids.map(photo), next: page.next)
    }

    private func photo(_ id: String) -> Photo {
      Photo(id: id, owner: "o", renditions: [Rendition(label: "L", url: server.url("/" + id))])
    }
  }

  /// A GIF of one pixel, with a comment that makes it large enough for a part file.
  private static let picture = {
    let comment = [0x21, 0xFE, 255] + Array(repeating: 0x20, count: 255) + [0]
    return [UInt8](Array("GIF89a".utf8)) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + comment.map(UInt8.init)
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
  }()

  private func run(_ site: Site, into folder: TemporaryDirectory) async throws -> MirrorSummary {
    var configuration = MirrorConfiguration(
      provider: site, query: PageQuery(selector: "x", settings: ["server": site.server.url()]),
      source: "site:x", mirror: Mirror(folder.path))
    (configuration.minimumFree, configuration.stallTimeout) = (0, .seconds(3600))
    return try await MirrorRun(configuration).run()
  }

  @Test("A photo in progress that has moved to the listing's front is not started again")
  func moved() async throws {
    let folder = try TemporaryDirectory()
    let isNewAsked = TestSupport.Latch()
    let (begin, end) = (Self.picture.prefix(100), Self.picture.dropFirst(100))
    let server = try WireServer { request in
      switch request.target {
      case "/moved":
        [
          .response("200 OK", ["Content-Length: \(Self.picture.count)"], Array(begin)),
          .hold(isNewAsked), .send(Array(end)),
        ]
      case "/new": [.open(isNewAsked), .ok(Self.picture)]
      case "/page": [.ok(Array("{}".utf8))]
      default: [.ok(Self.picture)]
      }
    }
    let before = Site(
      server: server, pages: ["": (["gone"], "2"), "2": (["second"], "3")])
    #expect(try await run(before, into: folder).totals.mirrored == 2)
    let catalog = try Catalog(readingFrom: MirrorDirectory(folder.path).catalog)
    #expect(try catalog.source("site:x")?.cursor == "2")

    let after = Site(
      server: server, pages: ["": (["moved", "new"], "2"), "2": (["second", "moved"], nil)])
    let summary = try await run(after, into: folder)
    #expect(summary.totals.mirrored == 2 && summary.totals.failed == 0)
    #expect(summary.ending == .finished)
    #expect(server.requests.filter { $0.target == "/moved" }.count == 1)
  }

  @Test("The front of a listing is read beyond a first page without photos")
  func emptyPage() async throws {
    let folder = try TemporaryDirectory()
    let server = try WireServer { request in
      request.target == "/page" ? [.ok(Array("{}".utf8))] : [.ok(Self.picture)]
    }
    let before = Site(
      server: server, pages: ["": ([], "1"), "1": (["first"], "2"), "2": (["second"], "3")])
    #expect(try await run(before, into: folder).totals.mirrored == 2)

    let after = Site(
      server: server, pages: ["": ([], "1"), "1": (["new", "first"], "2"), "2": (["second"], nil)])
    let summary = try await run(after, into: folder)
    #expect(summary.totals.mirrored == 1 && summary.ending == .finished)
    #expect(server.requests.contains { $0.target == "/new" })
  }
}
