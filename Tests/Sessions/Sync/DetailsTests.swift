import Foundation
import TestSupport
import Testing

@Suite("Details of photos in sync", .serialized)
struct DetailsTests {
  private static let site = ["--photos", "40", "--pictures", "4"]
  private static let sync = "sync --size Small --thumbnail 0 --sidecar xmp,json"

  /// Calls by method since the server's counts were reset.
  private func calls(_ session: Session) async throws -> [String: Int] {
    try await session.server.stats().calls
  }

  @Test(
    "Details are requested once, are in the catalog and in JSON sidecars, and no listing costs more"
  )
  func all() async throws {
    let session = try await Session(Self.site)
    let run = try await session.run("\(Self.sync) --with all flickr:recent photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("the details of 40 photos were fetched"), "\(run.errors)")
    let tree = session.mirror()
    var calls = try await calls(session)
    #expect(calls["flickr.photos.getRecent"] == 1 && calls["flickr.photos.getInfo"] == 40)
    #expect(
      calls["flickr.photos.getExif"] == 40 && calls["flickr.photos.getAllContexts"] == 40)
    // getInfo says which photos have comments and people.
    let commented = try catalogRows(tree.catalog, "SELECT count(DISTINCT photo) FROM comments")
    let shown = try catalogRows(tree.catalog, "SELECT count(*) FROM people")
    #expect(commented == ["\(calls["flickr.photos.comments.getList"] ?? 0)"] && commented != ["0"])
    #expect(shown == ["\(calls["flickr.photos.people.getList"] ?? 0)"] && shown != ["0"])
    #expect(
      try catalogRows(
        tree.catalog, "SELECT part, count(*) FROM details GROUP BY part ORDER BY part")
        == ["comments|40", "contexts|40", "exif|40", "geo|40", "info|40", "notes|40", "people|40"])
    #expect(
      try catalogRows(tree.catalog, "SELECT DISTINCT text, width, edge FROM notes")
        == ["the old quay|100|500"])
    #expect(
      try catalogRows(tree.catalog, "SELECT DISTINCT locality, country FROM places")
        .contains("Göteborg|Sverige"))
    let path = try #require(
      try catalogRows(
        tree.catalog,
        "SELECT path FROM photos JOIN comments ON comments.photo = photos.id ORDER BY photos.id"
      ).first)
    let sidecar = try #require(
      try JSONSerialization.jsonObject(with: tree.bytes(path + ".json")) as? [String: Any])
    let comment = (sidecar["comments"] as? [[String: Any]])?.first
    #expect(comment?["text"] as? String == "Lovely <b>light</b> & fog – 素敵")
    #expect((sidecar["info"] as? [String: Any])?["views"] != nil)
    #expect(sidecar["title"] != nil && sidecar["contexts"] != nil)
    let person = try #require(
      try catalogRows(
        tree.catalog, "SELECT path FROM photos JOIN people ON people.photo = photos.id"
      ).first)
    let regions = String(decoding: tree.bytes(person + ".xmp"), as: UTF8.self)
    #expect(regions.contains("<mwg-rs:Name>") && regions.contains("Iptc4xmpExt:PersonInImage"))
    #expect(regions.contains("stArea:unit=\"normalized\""), "\(regions)")
    let place = try #require(
      try catalogRows(
        tree.catalog,
        "SELECT path FROM photos JOIN places ON places.photo = photos.id WHERE locality IS NOT NULL"
      ).first)
    let words = String(decoding: tree.bytes(place + ".xmp"), as: UTF8.self)
    #expect(words.contains("<photoshop:City>Göteborg</photoshop:City>"), "\(words)")

    let states = try FileStates(tree.path)
    try await session.server.resetStats()
    #expect(try await session.run("\(Self.sync) --with all flickr:recent photos").exitCode == 0)
    calls = try await self.calls(session)
    #expect(calls == ["flickr.photos.getRecent": 1], "\(calls)")
    #expect(try FileStates(tree.path).differences(from: states) == [])
  }

  @Test(
    "A run that is interrupted at its details has mirrored all photos, and the next one completes it"
  )
  func interrupted() async throws {
    let session = try await Session(Self.site)
    // A tenth of the hour's calls at once: one for the listing, nine for details.
    let process = try session.start(
      "\(Self.sync) --with exif --calls-per-hour 100 flickr:recent photos")
    #expect(await process.line(containing: "calls an hour", of: .errors) != nil)
    process.send(SIGINT)
    let first = await process.end()
    #expect(first.exitCode == 130, "\(first.errors)")
    #expect(
      first.errors.contains(
        "note      calls are spread, 90 an hour, because of your limit of 100 calls"),
      "\(first.errors)")
    let tree = session.mirror()
    #expect(tree.photos.count(where: { !$0.hasSuffix(".json") }) == 40)
    let status = try #require(try await session.status().sources.first)
    let pending = "the details of \(status.detailsPending) photos are pending"
    #expect(first.errors.contains(pending), "\(first.errors)")
    let done = try catalogRows(tree.catalog, "SELECT count(*) FROM details")
    #expect((1..<40).contains(Int(done[0]) ?? 0), "\(done)")
    #expect(status.detailsPending == 40 - (Int(done[0]) ?? 0))
    var other = session
    other.environment["FLICKR_API_KEY"] = String(repeating: "7391", count: 8)
    let second = try await other.run("\(Self.sync) --with exif flickr:recent photos")
    #expect(second.exitCode == 0, "\(second.errors)")
    #expect(try catalogRows(tree.catalog, "SELECT count(*) FROM details") == ["40"])
  }

  @Test("A limit of calls that is above the site's is refused with the site's")
  func tooManyCalls() async throws {
    let session = try await Session("--photos", "1")
    let run = try await session.run("sync --calls-per-hour 100000 flickr:recent photos")
    #expect(run.exitCode == 2 && !session.mirror().exists)
    #expect(
      run.errors.contains(
        "--calls-per-hour 100000 is above the limit of flickr, 3,600 calls an hour"),
      "\(run.errors)")
  }

  @Test("A provider without details says so before it is asked")
  func unknown() async throws {
    let session = try await Session("--photos", "1")
    let run = try await session.run("sync --with exif feed:http://127.0.0.1:1/x photos")
    #expect(run.exitCode == 2 && run.errors.contains("feed cannot request exif of a photo"))
    #expect(!session.mirror().exists)
    let typo = try await session.run("sync --with exfi flickr:recent photos")
    #expect(typo.exitCode == 2 && typo.errors.contains("--with takes info, comments"))
  }
}
