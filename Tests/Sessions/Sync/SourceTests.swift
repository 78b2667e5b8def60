import Foundation
import TestSupport
import Testing

@Suite("The sources of sync", .serialized)
struct SourceTests {
  @Test(
    "A person's photos, an album and a search each give their own photos",
    arguments: [
      ("flickr:user/30000003@N02", "flickr.people.getPublicPhotos"),
      ("flickr:album/72157720000000004", "flickr.photosets.getPhotos"),
      ("flickr:album/30000003@N02/72157720000000005", "flickr.photosets.getPhotos"),
      ("flickr:favorites/30000003@N02", "flickr.favorites.getPublicList"),
      ("flickr:group/1000001@N20", "flickr.groups.pools.getPhotos"),
      ("flickr:gallery/72157719000000002", "flickr.galleries.getPhotos"),
      ("flickr:search?tags=cat", "flickr.photos.search"),
    ])
  func selectors(source: String, method: String) async throws {
    let session = try await Session("--photos", "80", "--pictures", "8")
    let run = try await session.run("sync --size Small --progress json \(source) photos")
    let listed = try await session.list(source)
    #expect(!listed.isEmpty && listed.count < 80)
    #expect(try run.exitCode == 0 && Set(run.events.endings.keys) == Set(listed.map(\.id)))
    #expect(session.mirror().photos.count == listed.count && session.mirror().flaws() == [])
    #expect(Array(try await session.server.stats().calls.keys) == [method])
    #expect(try await session.status().sources.map(\.source) == [source])
  }

  @Test(
    "A Flickr page with a name in its address is mirrored after one lookup of the name",
    arguments: [
      ("photos/harbourlight/", "flickr:user/harbourlight", "flickr.people.getPublicPhotos"),
      ("photos/foxden/favorites/", "flickr:favorites/foxden", "flickr.favorites.getPublicList"),
      (
        "photos/harbourlight/albums/72157720000000000",
        "flickr:album/harbourlight/72157720000000000", "flickr.photosets.getPhotos"
      ),
      ("groups/fog-lovers/pool/", "flickr:group/fog-lovers", "flickr.groups.pools.getPhotos"),
    ])
  func names(path: String, source: String, method: String) async throws {
    let session = try await Session("--photos", "60", "--pictures", "6")
    let address = "https://www.flickr.com/\(path)"
    try await session.run("sync --size Small --progress none \(address) photos").expect(exits: 0)
    let lookup = path.hasPrefix("groups") ? "flickr.urls.lookupGroup" : "flickr.urls.lookupUser"
    #expect(try await session.server.stats().calls == [lookup: 1, method: 1])
    let listed = try await session.list(source)
    #expect(!listed.isEmpty && session.mirror().photos.count == listed.count)
    #expect(session.mirror().flaws() == [])
    let status = try #require(try await session.status().sources.first)
    #expect(status.source == source && !status.isInterrupted && status.mirrored == listed.count)
  }

  @Test("The page of one photo, as list prints it, is a source of that photo")
  func singlePhoto() async throws {
    let session = try await Session("--photos", "20", "--pictures", "4")
    struct Line: Decodable {
      let id: String
      let pageUrl: String
    }
    let photo = try #require(
      try await session.run("list --limit 20 flickr:recent").lines(of: Line.self)
        .first { $0.pageUrl.contains("/harbourlight/") })
    try await session.run("sync --size Small --progress none \(photo.pageUrl) photos")
      .expect(exits: 0)
    #expect(session.mirror().photos.count == 1 && session.mirror().photo(photo.id) != nil)
    #expect(session.mirror().flaws() == [])
    let stats = try await session.server.stats()
    #expect(stats.calls["flickr.photos.getInfo"] == 1 && stats.calls["flickr.photos.getSizes"] == 1)
    let again = try await session.run("sync flickr:photo/\(photo.id) photos")
    #expect(again.exitCode == 0 && again.errors.contains("1 known"), "\(again.errors)")
  }

  @Test("Any JSON Feed is a source, by its name or by its address")
  func jsonFeed() async throws {
    let session = try await Session("--photos", "3")
    let items = try await session.list().map { photo in
      #"{"id":"\#(photo.id)","title":"from a feed","image":"\#(photo.size("Medium")?.url ?? "")"}"#
    }
    let feed =
      #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items.joined(separator: ","))]}"#
    let site = try WireServer { request in
      request.target == "/feed.json"
        ? [.ok(Array(feed.utf8), ["Content-Type: application/feed+json"])]
        : [.response("404 Not Found", ["Content-Length: 0"])]
    }
    try await session.run("sync --progress none jsonfeed:\(site.url("/feed.json")) photos")
      .expect(exits: 0)
    #expect(session.mirror().photos.count == 3 && session.mirror().flaws() == [])
    try await session.run("sync \(site.url("/feed.json")) photos").expect(
      exits: 0,
      errors: """
        mirroring jsonfeed:\(site.url("/feed.json")) into photos
        mirrored 0 photos, 3 known  (… in …, …B/s)
        """)
    let gone = try await session.run("sync jsonfeed:\(site.url("/no.json")) photos")
    #expect(gone.exitCode == 3)
    #expect(gone.errors.contains("photomirror: error: the feed answers with HTTP status 404"))
  }

  @Test("A feed of the newest photos that shares none with the last run adds a note")
  func gap() async throws {
    let session = try await Session("--photos", "9")
    let photos = try await session.list()
    let file = session.folder.appending("feed.json")
    func publish(_ range: Range<Int>) throws {
      let items = photos[range].map {
        #"{"id":"\#($0.id)","image":"\#($0.sizes[0].url)"}"#
      }
      let feed =
        #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items.joined(separator: ","))]}"#
      try Data(feed.utf8).write(to: URL(filePath: file))
    }
    let site = try WireServer { _ in
      let feed = FileManager.default.contents(atPath: file) ?? Data()
      return [.ok(Array(feed), ["Content-Type: application/feed+json"])]
    }
    let note = "note      this listing shares no photo with the last run"
    var told: [Bool] = []
    for range in [6..<9, 4..<7, 4..<7, 0..<3] {
      try publish(range)
      let run = try await session.run("sync jsonfeed:\(site.url("/")) photos")
      #expect(run.exitCode == 0, "\(run.errors)")
      told.append(run.errors.contains(note))
    }
    #expect(told == [false, false, false, true])
  }

  @Test(
    "A short address is mirrored as the page that it leads to, which is looked up once",
    arguments: [
      ("s/1", "flickr:album/72157720000000001", 0), ("y/2", "flickr:gallery/72157719000000002", 0),
      ("ps/0", "flickr:user/10000001@N00", 1),
    ])
  func short(path: String, source: String, lookups: Int) async throws {
    var session = try await Session("--photos", "80", "--pictures", "8")
    session.environment["PHOTOMIRROR_FLICKR_SHORT"] = session.server.address.absoluteString
    let listed = try await session.list(source)
    try await session.server.resetStats()
    for mirrored in [listed.count, 0] {
      let run = try await session.run("sync --size Small https://flic.kr/\(path) photos")
      #expect(
        run.exitCode == 0 && run.errors.contains("mirrored \(mirrored) photo"), "\(run.errors)")
    }
    #expect(!listed.isEmpty && session.mirror().photos.count == listed.count)
    #expect(try await session.server.stats().calls["flickr.urls.lookupUser"] ?? 0 == lookups)
    let missing = try await session.run("sync https://flic.kr/s/zzz other")
    #expect(
      missing.exitCode == 3 && missing.errors.contains("leads to no page"), "\(missing.errors)")
  }
}
