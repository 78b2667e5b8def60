import Foundation
import TestSupport
import Testing

@Suite("The sizes of sync", .serialized)
struct SizeTests {
  /// The pixels of each mirrored photo, by its id.
  private func edges(_ run: CommandRun) throws -> [String: Int] {
    try run.events.endings.mapValues { max($0.width ?? 0, $0.height ?? 0) }
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
  }
}
