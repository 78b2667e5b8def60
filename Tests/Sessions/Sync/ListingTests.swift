import Foundation
import TestSupport
import Testing

/// A listing that changes while it is read, or never ends.
@Suite("A listing")
struct ListingTests {
  /// A JSON Feed whose pages have these ids; each page links to the next, and the last page to
  /// itself or to no page.
  private func feed(_ pages: [[String]], isEndless: Bool = false) throws -> WireServer {
    try WireServer { request in
      let words = request.target.dropFirst().split(separator: "?")
      guard let number = words.first.flatMap({ Int($0) }), pages.indices.contains(number) else {
        return [.response("404 Not Found", ["Content-Length: 0"])]
      }
      let host = request.headers["host"] ?? ""
      let items = pages[number].map { #"{"id":"\#($0)","image":"http://\#(host)/\#($0).jpg"}"# }
      let isLast = number == pages.count - 1
      // Each address is new, as from a listing that has lost its position.
      let again = "\(number)?\((words.last.flatMap { Int($0) } ?? 0) + 1)"
      let next = isLast ? (isEndless ? again : nil) : "\(number + 1)"
      let link = next.map { #","next_url":"http://\#(host)/\#($0)""# } ?? ""
      let body =
        #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items.joined(separator: ","))]"#
        + link + "}"
      return [.ok(Array(body.utf8), ["Content-Type: application/feed+json"])]
    }
  }

  private struct Entry: Decodable {
    let id: String
  }

  @Test("A listing that repeats its last page endlessly ends, and a note reports it")
  func endless() async throws {
    let site = try feed([["a"], ["b"]], isEndless: true)
    let session = try await Session("--photos", "1")
    let run = try await session.run("list jsonfeed:\(site.url("/0"))")
    #expect(try run.lines(of: Entry.self).map(\.id) == ["a", "b"])
    run.expect(exits: 0, output: "…", errors: "note      … reading stops, although …")
    #expect(site.requests.count == 5)
  }

  @Test("A listing cannot lead to a private host that the command does not name")
  func privateHost() async throws {
    let site = try feed([["a"]])
    let session = try await Session("--photos", "1")
    let run = try await session.run(
      "sync --attempts 1 --progress none jsonfeed:http://localhost:\(site.port)/0 photos")
    // The feed's image addresses use the Host header's name, which is the one on the command line.
    #expect(run.exitCode == 1 && run.errors.contains("status 404"))
    let inner = try WireServer { _ in
      let item = #"{"id":"x","image":"http://127.0.0.1:\#(site.port)/a.jpg"}"#
      let body = #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(item)]}"#
      return [.ok(Array(body.utf8), ["Content-Type: application/feed+json"])]
    }
    let before = site.requests.count
    let led = try await session.run(
      "sync --attempts 1 --progress none jsonfeed:http://localhost:\(inner.port)/0 photos")
    #expect(led.exitCode == 1 && led.errors.contains("the private address 127.0.0.1"))
    #expect(site.requests.count == before)
  }
}
