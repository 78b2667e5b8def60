import Foundation
import TestSupport
import Testing

@Suite("Bringing a mirror up to date by its directory")
struct UpdateTests {
  private func session() async throws -> Session {
    try await Session("--photos", "40", "--pictures", "4")
  }

  @Test(
    "sync DIRECTORY repeats the last run of each source with its options, and has one summary")
  func sources() async throws {
    let session = try await session()
    let lines = [
      "sync flickr:recent photos --limit 3 --size 240 --name {id}",
      "sync flickr:user/10000001@N00 photos --limit 2 --size 500 --keep-undecoded",
    ]
    for line in lines { try await session.run("\(line) -q").expect(exits: 0, errors: "") }
    let before = session.mirror().photos
    try FileManager.default.removeItem(
      atPath: session.folder.appending("photos/\(try #require(before.first))"))
    let run = try await session.run("sync photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos == before && session.mirror().flaws() == [])
    #expect(run.errors.ranges(of: "\nmirrored ").count == 2, "\(run.errors)")
    #expect(run.errors.contains("\nmirrored 1 photo, 4 known  ("), "\(run.errors)")
    #expect(
      run.errors.contains("note      flickr:recent as in its last run: --size 240 --limit 3\n")
        || run.errors.contains("note      flickr:recent as in its last run: --limit 3 --size 240\n"),
      "\(run.errors)")
    let more = try await session.run("sync photos --limit 4 --progress json")
    #expect(try more.events.filter { $0.event == "finished" }.count == 2)
    #expect(session.mirror().photos.count > before.count)
    let status = try await session.status()
    #expect(status.sources.map(\.source) == ["flickr:recent", "flickr:user/10000001@N00"])
  }

  @Test("A source that fails is reported, the others run, and the status is that of the failure")
  func failing() async throws {
    let session = try await session()
    try await session.run("sync flickr:user/10000001@N00 photos --limit 2 -q")
      .expect(exits: 0, errors: "")
    try await session.run("sync flickr:recent photos --limit 2 -q").expect(exits: 0, errors: "")
    _ = try catalogRows(
      session.mirror().catalog,
      "UPDATE source SET address = 'flickr:user/nobody' WHERE address LIKE 'flickr:user%'")
    let run = try await session.run("sync photos")
    #expect(run.exitCode == 3, "\(run.errors)")
    #expect(run.errors.contains("error: flickr says: User not found"), "\(run.errors)")
    #expect(run.errors.contains("\nmirrored 0 photos, 2 known"), "\(run.errors)")
  }

  @Test(
    "Options that no run records are refused, and another endpoint in a catalog gets no key",
    arguments: [
      #"["--set=flickr.endpoint=http://127.0.0.1:9/"]"#, #"["--max-time=1s"]"#, "[1]", "x",
      #"["--size=none such"]"#, #"["other"]"#,
    ])
  func prepared(options: String) async throws {
    let session = try await session()
    try await session.run("sync flickr:recent photos --limit 1 -q").expect(exits: 0, errors: "")
    _ = try catalogRows(
      session.mirror().catalog,
      "UPDATE source SET options = '\(options.replacing("'", with: "''"))'")
    let run = try await session.run("sync photos")
    #expect(run.exitCode != 0 && run.errors.contains("flickr:recent"), "\(run.errors)")
    #expect(run.exitCode == 4 || options.contains("size"), "\(run.errors)")
  }

  @Test("A source in a catalog reads no file, starts no program and asks no private host")
  func stranger() async throws {
    let session = try await session()
    let server = try WireServer { _ in [.ok(Array("<rss/>".utf8))] }
    try await session.run("sync flickr:recent photos --limit 1 -q").expect(exits: 0, errors: "")
    for (source, text) in [
      ("urls:/etc/hostname", "only if you name it"),
      ("feed:\(server.url("/feed"))", "private"),
    ] {
      _ = try catalogRows(session.mirror().catalog, "UPDATE source SET address = '\(source)'")
      let run = try await session.run("sync photos --attempts 1")
      #expect(run.exitCode != 0 && run.errors.contains(text), "\(run.errors)")
    }
    #expect(server.requests.isEmpty)
    let named = try await session.run("sync feed:\(server.url("/feed")) photos --attempts 1")
    #expect(!server.requests.isEmpty, "\(named.errors)")
  }

  @Test("repair asks a private host only if a setting names it; a run with the source fetches then")
  func repair() async throws {
    let session = try await session()
    let feed = "feed:\(session.server.address.absoluteString)services/feeds/photos_public.gne"
    try await session.run("sync \(feed) photos -q").expect(exits: 0, errors: "")
    let before = session.mirror().photos
    try FileManager.default.removeItem(
      atPath: session.folder.appending("photos/\(try #require(before.first))"))
    try await session.server.resetStats()
    let refused = try await session.run("repair photos")
    #expect(refused.exitCode == 1, "\(refused.errors)")
    #expect(refused.errors.contains("no source of the command line"), "\(refused.errors)")
    #expect(try await session.server.stats().imageRequests == 0)
    try await session.run("sync \(feed) photos -q").expect(exits: 0, errors: "")
    #expect(session.mirror().photos == before && session.mirror().flaws() == [])
  }

  @Test("What is no mirror, a source and a directory at once, and a mirror's own directory")
  func words() async throws {
    var session = try await Session(
      configuration: "[mirror.own]\nsource='flickr:recent'\ndirectory='~/photos'\nlimit=2\n")
    session.environment["XDG_STATE_HOME"] = session.folder.appending("state")
    for name in ["empty", "flickr:recent"] {
      try FileManager.default.createDirectory(
        atPath: session.folder.appending(name), withIntermediateDirectories: true)
    }
    let empty = try await session.run("sync empty")
    #expect(empty.exitCode == 4 && empty.errors.contains("there is no mirror in empty"))
    let both = try await session.run("sync flickr:recent")
    #expect(both.exitCode == 2 && both.errors.contains("write ./flickr:recent for the directory"))
    let absent = try await session.run("sync nothere")
    #expect(absent.exitCode == 2 && absent.errors.contains("nothere"), "\(absent.errors)")
    try await session.run("sync own -q").expect(exits: 0, errors: "")
    let own = try await session.run("sync ./photos --progress json")
    #expect(try own.events.last?.ending == "finished", "\(own.errors)")
    #expect(session.mirror().photos.count == 2)
  }

  @Test(
    "A file of --exclude-file is read again if this user named it for the mirror, and else refused")
  func excludeFile() async throws {
    let session = try await Session("--photos", "3", "--pictures", "1")
    let seen = session.folder.appending("seen")
    try Data("# none\n".utf8).write(to: URL(filePath: seen))
    let sync = "sync --size 240 --progress none flickr:recent photos --exclude-file seen"
    try await session.run(sync).expect(exits: 0)
    #expect(try await session.run("sync photos").exitCode == 0)
    var stranger = session
    stranger.environment["XDG_STATE_HOME"] = session.folder.appending("stranger")
    let unnamed = try await stranger.run("sync photos")
    #expect(unnamed.exitCode == 4, "\(unnamed.errors)")
    #expect(unnamed.errors.contains("they name the file \(seen), which you have not named"))
    #expect(unnamed.errors.contains("give --exclude-file \(seen) once"), "\(unnamed.errors)")
    let named = try await stranger.run("sync photos --exclude-file seen")
    #expect(named.exitCode == 0, "\(named.errors)")
    #expect(try await stranger.run("sync photos").exitCode == 0)
  }
}
