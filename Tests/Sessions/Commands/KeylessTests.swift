import Foundation
import TestSupport
import Testing

@Suite("Flickr without a key", .serialized)
struct KeylessTests {
  private static let owner = "10000001@N00"

  @Test(
    "A run without a key says which feed has the source's newest photos, and that feed works",
    arguments: [
      "recent", "user/\(owner)", "favorites/\(owner)", "search?tags=sea",
    ])
  func feeds(source: String) async throws {
    var session = try await Session("--photos", "200", "--pictures", "6")
    session.environment["FLICKR_API_KEY"] = .some(nil)
    let refused = try await session.run("sync flickr:\(source) photos")
    #expect(refused.exitCode == 2 && refused.errors.contains("flickr needs flickr.key"))
    let hint = try #require(
      refused.errors.firstMatch(of: /photomirror sync https:\/\/www\.flickr\.com\/(services[^']*)'/)
    )
    let address = session.server.address.absoluteString + String(hint.1)
    let run = try await session.run(
      words: ["sync", "--size", "640", "--progress", "none", "feed:\(address)", "photos"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let tree = session.mirror()
    #expect((1...20).contains(tree.photos.count) && tree.flaws() == [])
    if source.hasPrefix("user/") {
      #expect(
        tree.photos.count == 20
          && tree.photos.allSatisfy { $0.hasPrefix("127.0.0.1/") || $0.hasPrefix(Self.owner) })
    }
  }

  @Test("A source without a feed gets no hint of one")
  func none() async throws {
    var session = try await Session("--photos", "3", "--pictures", "1")
    session.environment["FLICKR_API_KEY"] = .some(nil)
    let refused = try await session.run("sync flickr:gallery/1 photos")
    #expect(refused.exitCode == 2 && !refused.errors.contains("services/feeds"))
  }

  @Test("repair needs a key only if something is to be fetched")
  func repair() async throws {
    var session = try await Session("--photos", "3", "--pictures", "3")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    try await session.run("copy photos backup").expect(exits: 0, errors: "copied 3 of 3 photos, …")
    session.environment["FLICKR_API_KEY"] = .some(nil)
    let lost = session.mirror().photos[0]
    let before = session.mirror().contents()
    let path = session.mirror().path + "/" + lost
    try await session.run("repair photos").expect(
      exits: 0, errors: "verified 3 photos, …: 0 missing, 0 changed, 0 unreadable, 0 with …")
    try FileManager.default.removeItem(atPath: path)
    let restored = try await session.run("repair --from backup photos")
    #expect(restored.exitCode == 0 && restored.errors.contains("1 photo taken from copies"))
    try FileManager.default.removeItem(atPath: path)
    let refused = try await session.run("repair photos")
    #expect(refused.exitCode == 5 && refused.errors.contains("flickr needs flickr.key"))
    session.environment["FLICKR_API_KEY"] = "demo"
    try await session.run("repair --progress none photos").expect(
      exits: 0, output: "- \(lost)", errors: "verified 3 photos, …: 1 missing, …")
    #expect(session.mirror().contents()[lost] == before[lost])
  }
}
