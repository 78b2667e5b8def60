import Foundation
import TestSupport
import Testing

@Suite("The sizes of sync", .serialized)
struct SizeTests {
  /// The pixels of each mirrored photo, by its id.
  private func edges(_ run: CommandRun) throws -> [String: Int] {
    try run.events.endings.mapValues { max($0.width ?? 0, $0.height ?? 0) }
  }

  @Test("An edge selects the smallest size that has it, or else the largest available")
  func edge() async throws {
    let session = try await Session("--photos", "16")
    let run = try await session.run("sync --size 1000 --progress json flickr:recent photos")
    let edges = try edges(run)
    var kinds: Set<String> = []
    for photo in try await session.list() {
      let largest = photo.size("Original") ?? photo.sizes.max { $0.edge < $1.edge }
      let wanted = photo.sizes.map(\.edge).filter { $0 >= 1000 }.min()
      #expect(edges[photo.id] == wanted ?? largest?.edge, "\(photo.id)")
      kinds.insert(wanted == nil ? "smaller" : "found")
    }
    #expect(run.exitCode == 0 && kinds == ["smaller", "found"])
    #expect(session.mirror().flaws() == [])
  }

  @Test("A size label selects that size in any case, or else the photo's largest")
  func label() async throws {
    let session = try await Session("--photos", "4")
    let square = try await session.run(
      words: ["sync", "--size", "large SQUARE", "--progress", "json", "flickr:recent", "squares"])
    #expect(try square.exitCode == 0 && Set(edges(square).values) == [150])
    let run = try await session.run(
      words: ["sync", "--size", "x-large 4K", "--progress", "json", "flickr:recent", "photos"])
    let photos = try await session.list()
    #expect(run.exitCode == 0 && photos.count == 4)
    for photo in photos {
      #expect(try edges(run)[photo.id] == photo.size("Original")?.edge, "\(photo.id)")
    }
  }

  @Test("A size label that the site does not have is refused before any file is changed")
  func unknownLabel() async throws {
    let session = try await Session("--photos", "4")
    let sizes = """
      hint: its sizes are: Square, Large Square, Thumbnail, …, Large 1600, …, Original
      hint: --size also takes the longest edge in pixels, or 'largest'
      """
    for source in ["flickr:recent", "https://www.flickr.com/photos/30000003@N02/"] {
      try await session.run(words: ["sync", "--size", "large 1660", source, "photos"]).expect(
        exits: 2,
        errors: """
          photomirror: error: flickr has no size 'large 1660'
          hint: did you mean 'Large 1600'?
          \(sizes)
          """)
    }
    try await session.run("sync --dry-run --size Poster flickr:recent photos").expect(
      exits: 2,
      errors: """
        photomirror: error: flickr has no size 'Poster'
        \(sizes)
        """)
    #expect(try await session.server.stats().calls.isEmpty)
    #expect(!session.mirror().exists)
  }

  @Test("Thumbnails have the requested edge, and an edge of 0 makes none")
  func thumbnails() async throws {
    let session = try await Session("--photos", "4")
    try await session.run(
      "sync --size Medium --thumbnail 64 --progress none flickr:recent small"
    ).expect(exits: 0)
    let small = session.mirror("small")
    #expect(small.flaws() == [] && small.thumbnails.count == 4)
    #expect(small.thumbnails.allSatisfy { small.thumbnailEdge($0) == 64 })
    try await session.run(
      "sync --size Medium --thumbnail 0 --progress none flickr:recent none"
    ).expect(exits: 0)
    #expect(session.mirror("none").flaws(hasThumbnails: false) == [])
    #expect(session.mirror("none").contents() == small.contents())
  }

  @Test("An upgrade fetches larger files and makes thumbnails of the new edge, and nothing twice")
  func upgraded() async throws {
    let session = try await Session("--photos", "4")
    let sync = "sync --progress lines flickr:recent photos"
    try await session.run(sync + " --size 240 --thumbnail 32").expect(exits: 0, errors: "…")
    let small = session.mirror()
    let before = small.contents()
    let larger = try await session.run(sync + " --size 640 --thumbnail 64 --upgrade")
    #expect(larger.exitCode == 0 && larger.errors.contains(" replaced  ("), "\(larger.errors)")
    let tree = session.mirror()
    #expect(tree.flaws() == [] && tree.photos == small.photos)
    let grown = tree.photos.filter { tree.bytes($0).count > before[$0]?.count ?? 0 }
    #expect(!grown.isEmpty && tree.thumbnails.allSatisfy { tree.thumbnailEdge($0) == 64 })
    #expect(try await session.run("verify photos").exitCode == 0)
    try await session.server.resetStats()
    for options in ["--size 640 --thumbnail 64", "--size 240 --thumbnail 64"] {
      let again = try await session.run(sync + " \(options) --upgrade")
      #expect(again.exitCode == 0 && again.errors.contains("mirrored 0 photos, 4 known"))
    }
    #expect(try await session.server.stats().imageRequests == 0)
    #expect(session.mirror().contents() == tree.contents())
  }

  @Test("A partial download of an upgrade is resumed by the next upgrade")
  func resumedUpgrade() async throws {
    var session = try await Session("--photos", "1")
    let sync = "sync --progress lines --attempts 1 --thumbnail 0 flickr:recent photos"
    try await session.run(sync + " --size 240").expect(exits: 0, errors: "…")
    let (path, id) = (
      try #require(session.mirror().photos.first), try #require(try await session.list().first).id
    )
    let before = session.mirror().bytes(path)
    try await session.restartServer(["--photos", "1", "--fault-photo", "\(id)=truncate"])
    let cut = try await session.run(sync + " --size 1024 --upgrade")
    #expect(cut.exitCode == 1, "\(cut.errors)")
    #expect(session.mirror().bytes(path) == before && session.mirror().parts.count == 2)
    try await session.restartServer(["--photos", "1"])
    let run = try await session.run(sync + " --size 1024 --upgrade")
    #expect(run.exitCode == 0 && run.errors.contains(" 1 replaced  ("), "\(run.errors)")
    #expect(session.mirror().bytes(path).count > before.count && session.mirror().parts == [])
    #expect(try await session.server.stats().partialAnswers == 1)
  }

  @Test("An upgrade asks for the streams of each video, and fetches a better one")
  func videos() async throws {
    let session = try await Session("--photos", "8", "--pictures", "2", "--video-every", "4")
    let sync = "sync --progress lines --media video --thumbnail 0 flickr:recent photos"
    try await session.run(sync).expect(exits: 0, errors: "…")
    let catalog = session.mirror().catalog
    let pixels = "SELECT DISTINCT label, width FROM files WHERE format = 'mp4'"
    #expect(try catalogRows(catalog, pixels) == ["720p|1280"])
    try await session.server.resetStats()
    #expect(try await session.run(sync + " --upgrade").exitCode == 0)
    #expect(try await session.server.stats().imageRequests == 0)
    // As if the better stream had not been there.
    let sql =
      "insert into term (text) values ('360p'); "
      + "update file set width = 640, height = 360, label = (select id from term where text = '360p')"
    _ = try await CommandRun.run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", catalog,
        sql,
      ])
    #expect(try catalogRows(catalog, pixels) == ["360p|640"])
    for _ in 0..<2 {
      let run = try await session.run(sync + " --upgrade")
      #expect(run.exitCode == 0 && run.errors.contains("2 known"), "\(run.errors)")
      #expect(try catalogRows(catalog, pixels) == ["720p|1280"])
    }
    let stats = try await session.server.stats()
    #expect(stats.imageRequests == 2 && stats.calls["flickr.photos.getSizes"] == 6)
    #expect(try await session.run("verify photos").exitCode == 0)
  }

  @Test(
    "A changed size is noted once, with the number of unaffected photos and how to replace them")
  func otherSize() async throws {
    let session = try await Session("--photos", "3")
    let told =
      "note      2 photos keep their old settings (--size 240 --thumbnail 256); --size 'Square' "
      + "--thumbnail 0 applies to new photos; --upgrade fetches larger files of the others\n"
    var runs: [Bool] = []
    for options in [
      "--limit 2 --size 240", "--limit 2 --size 240", "--size Square --thumbnail 0",
      "--size Square --thumbnail 0",
    ] {
      let run = try await session.run("sync \(options) flickr:recent photos")
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.errors.contains("note") == run.errors.contains(told), "\(run.errors)")
      runs.append(run.errors.contains(told))
    }
    #expect(runs == [false, false, true, false])
    let tree = session.mirror()
    try FileManager.default.removeItem(atPath: tree.path + "/" + tree.photos[0])
    let again = try await session.run(
      "sync --progress json --size Square --thumbnail 0 flickr:recent photos")
    #expect(try again.events.endings.values.compactMap(\.width) == [75])
  }
}
