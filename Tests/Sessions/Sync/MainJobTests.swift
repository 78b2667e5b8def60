import Foundation
import TestSupport
import Testing

@Suite("The main use of sync", .serialized)
struct MainJobTests {
  @Test("A sync stores 60 photos with sidecars and thumbnails, and a second run downloads none")
  func sixty() async throws {
    let session = try await Session("--photos", "60")
    try await session.run("sync flickr:recent photos").expect(
      exits: 0,
      errors: """
        mirroring flickr:recent into photos, a new mirror
        …
        mirrored  …/…_54320999918.jpg  938x1251  191 KB
        …
        mirrored 60 photos  (… MB in …, …B/s)
        """)
    let tree = session.mirror()
    let contents = tree.contents()
    #expect(tree.photos.count == 60 && tree.flaws() == [])
    var stats = try await session.server.stats()
    #expect(stats.imageRequests == 60 && stats.distinctImages == 60)

    try await session.server.resetStats()
    try await session.run("sync flickr:recent photos").expect(
      exits: 0,
      errors: """
        mirroring flickr:recent into photos
        mirrored 0 photos, 60 known  (… in …, …B/s)
        """)
    stats = try await session.server.stats()
    #expect(stats.imageRequests == 0 && stats.imageBytes == 0)
    #expect(stats.calls == ["flickr.photos.getRecent": 1])
    #expect(session.mirror().contents() == contents)
  }

  @Test("A sync of 1,000 photos makes three calls at most, and none for their sizes")
  func calls() async throws {
    let session = try await Session("--photos", "1000", "--pictures", "20")
    let run = try await session.run(
      "sync --size Square --thumbnail 0 --progress none flickr:recent photos")
    run.expect(exits: 0)
    #expect(session.mirror().photos.count == 1000)
    let stats = try await session.server.stats()
    #expect(Array(stats.calls.keys) == ["flickr.photos.getRecent"])
    #expect(stats.calls["flickr.photos.getRecent"] ?? 0 <= 3 && stats.imageRequests == 1000)
  }

  @Test("A sync requests each photo's sizes if the listing has no addresses")
  func sizesAskedFor() async throws {
    let session = try await Session("--photos", "12", "--without-url-extras")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    #expect(session.mirror().photos.count == 12 && session.mirror().flaws() == [])
    #expect(try await session.server.stats().calls["flickr.photos.getSizes"] == 12)
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    #expect(try await session.server.stats().calls["flickr.photos.getSizes"] == 12)
  }

  @Test("A dry run lists the photos to download, downloads nothing and creates no directory")
  func dryRun() async throws {
    let session = try await Session("--photos", "3")
    let first = try #require(try await session.list().first)
    try await session.run("sync --dry-run --size Square flickr:recent photos").expect(
      exits: 0,
      errors: """
        dry run of flickr:recent into photos
        fetch     …\(first.id)…: Square  \(first.size("Square")?.url ?? "")
        fetch     …: Square  http://…
        fetch     …: Square  http://…
        would fetch 3 photos  (…)
        """)
    #expect(!session.mirror().exists)
    #expect(try await session.server.stats().imageRequests == 0)
  }
}
