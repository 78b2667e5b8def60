import Foundation
import TestSupport
import Testing

@Suite("The identity of a photo", .serialized)
struct IdentityTests {
  @Test(
    "A photo is stored once, whether a feed or the site's own API lists it first",
    arguments: [true, false])
  func once(isFeedFirst: Bool) async throws {
    let session = try await Session("--photos", "15", "--pictures", "3")
    let feed = "feed:\(session.server.address.absoluteString)services/feeds/photos_public.gne"
    let sources = isFeedFirst ? [feed, "flickr:recent"] : ["flickr:recent", feed]
    try await session.run("sync --size 640 --progress none \(sources[0]) photos").expect(exits: 0)
    let contents = session.mirror().contents()
    let run = try await session.run("sync --size 640 \(sources[1]) photos")
    let states = try FileStates(session.mirror().path)
    #expect(
      run.exitCode == 0 && run.errors.contains("mirrored 0 photos, 15 known  ("), "\(run.errors)")
    #expect(session.mirror().contents() == contents && contents.count == 15)
    // They describe the photos differently, and do not rewrite the sidecars in turns.
    for source in sources {
      try await session.run("sync --size 640 --progress none --full \(source) photos")
        .expect(exits: 0)
      #expect(try FileStates(session.mirror().path).differences(from: states) == [])
    }
  }

  @Test("A feed on another host that repeats a photo's id lists another photo, in either order")
  func otherHost() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    let id = try #require(try await session.list().first?.id)
    let site = try WireServer { request in
      guard request.target == "/feed" else { return [.ok(TinyPicture.png)] }
      let guid = "<guid>tag:flickr.com,2005:/photo/\(id)</guid>"
      let picture =
        "<enclosure url='http://\(request.headers["host"] ?? "")/p.png' type='image/png'/>"
      return [.ok(Array("<rss><channel><item>\(guid)\(picture)</item></channel></rss>".utf8))]
    }
    let evil = "feed:http://localhost:\(site.port)/feed"
    for (directory, sources) in [
      ("one", [evil, "flickr:recent"]), ("two", ["flickr:recent", evil]),
    ] {
      for source in sources {
        try await session.run("sync --size 640 --progress none \(source) \(directory)")
          .expect(exits: 0)
      }
      let tree = session.mirror(directory)
      #expect(tree.photos.count == 2 && tree.flaws() == [])
      let real = tree.photos.filter { tree.bytes($0) != Data(TinyPicture.png) }
      #expect(real.count == 1 && real[0].contains("@N"), "\(tree.photos)")
    }
  }

  @Test("A photo of two feeds belongs to the first one, and the other feed does not change it")
  func repeated() async throws {
    let session = try await Session()
    let (ada, mallory) = (
      try ChangingFeed(in: session.folder), try ChangingFeed(in: session.folder)
    )
    func sync(_ feed: ChangingFeed) async throws -> String {
      let run = try await session.run("sync --progress json \(feed.source) photos")
      return try run.events.endings["1"]?.result ?? "-"
    }
    try ada.show(["1": "late.png"])
    try mallory.show(["1": "good/m.png"])
    #expect(try await sync(ada) == "failed")
    #expect(try await sync(mallory) == "mirrored")
    try ada.show(["1": "good/a.png"])
    #expect(try await sync(ada) == "mirrored")
    #expect(ada.pictures.contains("/good/a.png") && session.mirror().photos.count == 2)
    for feed in [ada, mallory] { #expect(try await sync(feed) == "known") }
    let third = try ChangingFeed(in: session.folder)
    try third.show(["1": ada.url("good/a.png")])
    #expect(try await sync(third) == "known")
    #expect(session.mirror().photos.count == 2 && session.mirror().flaws() == [])
  }
}
