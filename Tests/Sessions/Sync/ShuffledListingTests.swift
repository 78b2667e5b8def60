import TestSupport
import Testing

@Suite("A listing that changes while sync reads it")
struct ShuffledListingTests {
  /// A site with Flickr's API, whose pages hold these ids and announce the given total.
  private func site(_ pages: [[Int]], total: Int) throws -> WireServer {
    try WireServer { request in
      let number = request.target.firstMatch(of: /&page=([0-9]+)/).flatMap { Int($0.1) } ?? 1
      let photos = pages[min(number, pages.count) - 1].map { #"{"id":"\#($0)"}"# }
      let body =
        #"{"photos":{"page":\#(number),"pages":\#(pages.count),"perpage":500,"total":\#(total),"#
        + #""photo":[\#(photos.joined(separator: ","))]},"stat":"ok"}"#
      return [.ok(Array(body.utf8))]
    }
  }

  @Test(
    "A listing with fewer photos than announced adds a note if photos moved, else a detail",
    arguments: [
      ([[1, 2, 3], [3, 4, 5]], 6, "", "the listing changed while it was read"),
      ([[1, 2, 3], [4, 5]], 6, "--verbose", "it also counts photos that it hides"),
      ([[1, 2, 3], [4, 5]], 6, "", ""),
    ])
  func told(pages: [[Int]], total: Int, options: String, expected: String) async throws {
    var session = try await Session("--photos", "1")
    let site = try site(pages, total: total)
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = site.url()
    let run = try await session.run("sync --dry-run \(options) flickr:recent photos")
    #expect(run.exitCode == 0 && !site.requests.isEmpty)
    let told = run.errors.contains(
      "note      the site announced 6 photos and listed 5; \(expected)")
    #expect(told == !expected.isEmpty, "\(run.errors)")
  }
}
