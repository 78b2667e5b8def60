import Foundation
import TestSupport
import Testing

@Suite("Web feeds in sync", .serialized)
struct WebFeedTests {
  private let feed = "services/feeds/photos_public.gne"

  @Test(
    "The public feed is mirrored without a key in either form, and new photos are added",
    arguments: ["", "?format=rss2"])
  func publicFeed(query: String) async throws {
    var session = try await Session("--photos", "15", "--pictures", "5")
    session.environment["FLICKR_API_KEY"] = .some(nil)
    let source = "feed:\(session.server.address.absoluteString)\(feed)\(query)"
    try await session.run("sync \(source) photos").expect(
      exits: 0,
      errors: """
        mirroring \(source) into photos, a new mirror
        …
        mirrored 15 photos  (… in …, …B/s)
        """)
    #expect(session.mirror().photos.count == 15 && session.mirror().flaws() == [])
    try await session.restartServer("--photos", "60", "--pictures", "5")
    let again = try await session.run("sync \(source) photos")
    #expect(again.exitCode == 0)
    #expect(again.errors.contains("mirrored 5 photos, 15 known  ("), "\(again.errors)")
    #expect(session.mirror().flaws() == [])
    let other =
      "feed:\(session.server.address.absoluteString)\(feed)" + (query.isEmpty ? "?format=rss2" : "")
    let known = try await session.run("sync \(other) photos")
    #expect(known.errors.contains("mirrored 0 photos, 20 known  ("), "\(known.errors)")
  }

  @Test("The license of a feed's photo is asked for once, where that is wanted")
  func licenses() async throws {
    var session = try await Session("--photos", "15", "--pictures", "5")
    session.environment["FLICKR_API_KEY"] = .some(nil)
    let site = session.server.address.absoluteString
    let source = "feed:\(site)\(feed)"
    let sync = "sync --sidecar xmp,json --size 320 --thumbnail 0"
    let plain = try await session.run("\(sync) \(source) photos")
    #expect(plain.exitCode == 0 && plain.errors.contains("mirrored 15 photos"))
    #expect(try await session.server.stats().calls["oembed"] == nil)
    for _ in 0..<2 {
      let run = try await session.run(
        "\(sync) --with info --set feed.oembed=\(site)services/oembed/ \(source) photos")
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(try await session.server.stats().calls["oembed"] == 15)
    }
    let tree = session.mirror()
    let licenses = try catalogRows(
      tree.catalog, "SELECT DISTINCT license FROM info WHERE width > 0 ORDER BY license")
    #expect(licenses.contains("All Rights Reserved") && licenses.contains { $0.hasPrefix("CC BY") })
    let reserved = try catalogRows(
      tree.catalog,
      "SELECT path FROM photos JOIN info ON info.photo = photos.id "
        + "WHERE info.license = 'All Rights Reserved'")
    for path in reserved {
      for sidecar in [".xmp", ".json"] {
        let text = String(decoding: tree.bytes(path + sidecar), as: UTF8.self)
        #expect(text.contains("All Rights Reserved"), "\(path)\(sidecar)")
      }
    }
    let exported = try await session.run("export --format html photos").output
    #expect(exported.contains("(All Rights Reserved)") && !exported.contains("license not stated"))
  }

  @Test("The address of one account's feed is a source, and the feed's host names the folder")
  func account() async throws {
    let session = try await Session("--photos", "80", "--pictures", "5")
    let address = "\(session.server.address.absoluteString)\(feed)?id=10000001@N00"
    try await session.run("sync --progress none \(address) photos").expect(exits: 0)
    let photos = session.mirror().photos
    #expect(!photos.isEmpty && photos.allSatisfy { $0.hasPrefix("127.0.0.1/") }, "\(photos)")
    #expect(session.mirror().flaws() == [])
  }

  @Test("An invalid feed is reported with the parser's message and without its parameters")
  func failures() async throws {
    let session = try await Session("--photos", "1")
    let site = try WireServer { _ in [.ok(Array("<rss>\n<channel></rss>".utf8))] }
    try await session.run("sync feed:\(site.url("/f.rss")) photos").expect(
      exits: 3,
      errors: """
        mirroring feed:\(site.url("/f.rss")) into photos, a new mirror
        photomirror: error: \(site.url("/f.rss")): the feed cannot be read: mismatched tag (line 2)
        """)
    let secret = try await session.run("list feed:\(site.url("/f.rss?t=7391"))")
    #expect(
      secret.errors
        == "photomirror: error: \(site.url("/f.rss")): the feed cannot be read: mismatched tag (line 2)\n"
    )
    try await session.run("list feed:recent").expect(
      exits: 2,
      errors: """
        photomirror: error: feed:recent: "recent" is not the address of a feed
        hint: write feed: followed by an http or https address without a fragment
        """)
  }
}
