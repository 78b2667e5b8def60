import Locking
import MirrorCore
import ProviderKit
import TestSupport

@testable import Mirroring

/// A site whose listing and answers a test sets; its server is a loopback of this process.
final class TestSite: PhotoProvider {
  private struct State {
    var pages: [String: Page] = [:]
    var answers: [String: [WireServer.Step]] = [:]
  }

  let manifest = Manifest(
    name: "site", version: "1", summary: "a site", sources: [.init(usage: "all", summary: "all")],
    sizes: ["Size 48"])
  let server: WireServer
  private let state: Locked<State>

  /// A picture is at `/ID/VERSION/WIDTH`, and the listing at `/page`.
  init() throws {
    let state = Locked(State())
    self.state = state
    server = try WireServer { request in
      if let steps = state.withLock({ $0.answers[request.target] }) { return steps }
      if request.target == "/page" { return [.ok(Array("{}".utf8))] }
      let words = request.target.split(separator: "/").map(String.init)
      guard words.count == 3, let version = Int(words[1]), let width = Int(words[2]),
        let picture = try? TestArchive.picture(words[0], version: version, width: width)
      else { return [.response("404 Not Found", ["Content-Length: 0"])] }
      return [.ok(picture)]
    }
  }

  /// The pictures that were requested, in order.
  var pictures: [String] { server.requests.map(\.target).filter { $0 != "/page" } }

  /// A photo of this site, by its number, in sizes of these widths.
  func photo(_ number: Int, version: Int = 0, widths: [Int] = [3 * TestArchive.edge]) -> Photo {
    var photo = TestArchive.photo(number)
    photo.site = Photo.site(of: server.url())
    photo.renditions = widths.map { width in
      Rendition(
        label: "Size \(width)",
        url: server.url(Self.target(number, version: version, width: width)),
        width: width, height: width * 2 / 3)
    }
    return photo
  }

  /// Where a photo's picture is.
  static func target(_ number: Int, version: Int = 0, width: Int = 3 * TestArchive.edge) -> String {
    "/\(TestArchive.id(number))/\(version)/\(width)"
  }

  /// Lists photos on one page.
  func show(_ photos: [Photo]) { show(pages: ["": Page(photos: photos)]) }

  /// Lists photos by their numbers.
  func show(_ numbers: some Sequence<Int>) { show(numbers.map { photo($0) }) }

  /// Lists pages by their cursors; the first page's cursor is empty.
  func show(pages: [String: Page]) { state.withLock { $0.pages = pages } }

  /// Sets the answer to requests of a target; nil for the usual one.
  func answer(_ target: String, with steps: [WireServer.Step]?) {
    state.withLock { $0.answers[target] = steps }
  }

  func pageRequest(for query: PageQuery) throws -> RequestDescription {
    RequestDescription(url: server.url("/page"))
  }

  func page(from answer: Answer, for query: PageQuery) throws -> Page {
    guard let page = state.withLock({ $0.pages[query.cursor ?? ""] }) else {
      throw ProviderFailure(.source, "no such page")
    }
    return page
  }
}
