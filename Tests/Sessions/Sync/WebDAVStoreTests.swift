import Foundation
import StrictStore
import TestSupport
import Testing

/// Mirrors whose photos are on a WebDAV server that checks every request.
@Suite("A mirror on a WebDAV server", .serialized, .timeLimit(.minutes(15)))
struct WebDAVStoreTests {
  private let server: StrictDAV
  private var session: Session

  init() async throws {
    server = try StrictDAV()
    session = try await Session("--photos", "6", "--pictures", "6")
    session.environment["PHOTOMIRROR_WEBDAV_PASSWORD"] = "hush/hush"
    session.environment["XDG_STATE_HOME"] = session.folder.appending("state")
  }

  private var options: String { "--store \(server.location("my/mirror"))" }

  private func sync(_ more: String = "") async throws -> CommandRun {
    try await session.run("sync --progress none \(more) flickr:recent photos")
  }

  /// The files outside of the mirror's own folder, relative to it.
  private var files: [String] {
    server.files.map { String($0.dropFirst("my/mirror/".count)) }
      .filter { !$0.hasPrefix(".photomirror") }
  }

  private var photos: [String] { files.filter { !$0.hasSuffix(".xmp") } }

  private var puts: Int { server.requests.count { $0.method == "PUT" } }

  @Test("sync stores photos, sidecars and thumbnails on the server, and finds them again")
  func stored() async throws {
    let first = try await sync(options)
    first.expect(exits: 0)
    #expect(files.count == 12 && photos.count == 6 && server.complaints.isEmpty)
    #expect(server.files.count { $0.contains("/thumbnails/") } == 6)
    #expect(session.mirror().contents().keys.allSatisfy { $0.hasPrefix(".photomirror") })
    let before = puts
    try await session.server.resetStats()
    // The mirror remembers its store.
    let again = try await sync("--full -v")
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(try await session.server.stats().imageRequests == 0)
    // The probe, and the snapshot at most.
    #expect(puts <= before + 2 && photos.count == 6)
    for run in [first, again] { #expect(!(run.output + run.errors).contains("hush")) }
    #expect(!server.files.contains { $0.contains("/incoming/") })
  }

  @Test("verify reads the photos, and repair fetches a damaged one again")
  func verify() async throws {
    try await sync(options).expect(exits: 0)
    #expect(try await session.run("verify photos").exitCode == 0)
    let photo = "my/mirror/" + photos[0]
    var bytes = try #require(server[photo])
    bytes[bytes.count / 2] ^= 1
    server[photo] = bytes
    let damaged = try await session.run("verify photos")
    #expect(damaged.exitCode == 1 && damaged.output.contains(photos[0]), "\(damaged.output)")
    let repair = try await session.run("repair --progress none photos")
    #expect(repair.exitCode == 0, "\(repair.errors)")
    #expect(try await session.run("verify photos").exitCode == 0 && server.complaints.isEmpty)
  }

  @Test("A photo that somebody edited on the server is kept, and verify --quick reads only that")
  func edited() async throws {
    try await sync(options).expect(exits: 0)
    let gets = { self.server.requests.count { $0.method == "GET" } }
    let before = gets()
    #expect(try await session.run("verify --quick photos").exitCode == 0)
    #expect(gets() <= before + 1)
    let photo = photos[0]
    let other = try #require(server["my/mirror/" + photo]) + [1]
    let time = Int64(Date().timeIntervalSince1970) + 3600
    server.write("my/mirror/" + photo, other, modifiedAt: time)
    let verify = try await session.run("verify --quick photos")
    #expect(verify.exitCode == 1 && verify.output.contains(photo), "\(verify.output)")
    _ = try await session.run("repair --progress none photos")
    #expect(server["my/mirror/" + photo] == other)
  }

  @Test("A photo goes to the trash on the server, and comes back")
  func trash() async throws {
    try await sync(options).expect(exits: 0)
    let photo = photos[0]
    let bytes = server["my/mirror/" + photo]
    #expect(try await session.run(words: ["forget", "photos", photo]).exitCode == 0)
    #expect(!files.contains(photo) && server.files.contains { $0.contains("/trash/") })
    #expect(try await session.run(words: ["restore", "photos", photo]).exitCode == 0)
    #expect(server["my/mirror/" + photo] == bytes && server.complaints.isEmpty)
  }

  @Test("A copy on the server is updated, verified, and a source of lost files")
  func copy() async throws {
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    let first = try await session.run("copy photos backup \(options)")
    #expect(first.errors.hasPrefix("copied 6 of 6 photos"), "\(first.errors)")
    #expect(try await session.run("copy photos backup").errors.hasPrefix("copied 0 of 6 photos"))
    #expect(files.count == 12 && server.complaints.isEmpty)
    #expect(try await session.run("verify backup").exitCode == 0)
    let lost = try #require(session.mirror().photos.last)
    let bytes = session.mirror().bytes(lost)
    try await session.server.resetStats()
    for source in ["backup", server.location("my/mirror")] {
      try FileManager.default.removeItem(atPath: session.mirror().path + "/" + lost)
      let repair = try await session.run("repair --progress none --from \(source) photos")
      #expect(repair.exitCode == 0 && session.mirror().bytes(lost) == bytes, "\(repair.errors)")
    }
    #expect(try await session.server.stats().imageRequests == 0)
  }

  @Test("A copy that was killed goes on, and sets nothing aside of what it sent")
  func killedCopy() async throws {
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    let reached = Latch()
    server.fail("PUT", isPerformed: true, times: 12, status: "201 Created")
    server.fail("PUT") { [.open(reached), .untilClosed] }
    let run = try session.start("copy photos backup \(options)")
    await reached.wait()
    run.send(SIGKILL)
    _ = await run.end()
    let again = try await session.run("copy photos backup \(options)")
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(files.count == 12 && !server.files.contains { $0.contains("/set-aside/") })
    #expect(try await session.run("verify backup").exitCode == 0 && server.complaints.isEmpty)
  }

  @Test("A lost catalog is made again from a snapshot on the server, and from later files")
  func recover() async throws {
    try await sync(options + " --limit 3").expect(exits: 0)
    let isSnapshot = { (path: [UInt8]) in
      String(decoding: path, as: UTF8.self).contains("/snapshots/")
    }
    let early = server.state.withLock { state in state.nodes.filter { isSnapshot($0.key) } }
    let first = photos
    try await sync().expect(exits: 0)
    server.state.withLock { state in
      state.nodes = state.nodes.filter { !isSnapshot($0.key) }.merging(early) { $1 }
    }
    // The server tells no digest: a picture that no snapshot knows is judged by its bytes.
    let damaged = try #require(photos.first { !first.contains($0) })
    let path = "my/mirror/" + damaged
    server[path] = Array(try #require(server[path]).prefix(2000))
    try FileManager.default.removeItem(atPath: session.mirror().path)
    let recover = try await session.run(
      words: ["recover", server.location("my/mirror"), "photos"])
    #expect(recover.exitCode == 0 && recover.output.contains(damaged), "\(recover.output)")
    #expect(recover.errors.contains("2 of them from the sidecars"), "\(recover.errors)")
    try await session.server.resetStats()
    _ = try await session.run("repair --progress none photos")
    #expect(try await sync("--full").exitCode == 0)
    #expect(try await session.server.stats().imageRequests == 1 && photos.count == 6)
    #expect(try await session.run("verify photos").exitCode == 0 && server.complaints.isEmpty)
  }

  @Test("A photo that somebody locked fails alone, and the next run stores it")
  func locked() async throws {
    try await sync(options + " --limit 1").expect(exits: 0)
    let pictures = { self.photos.filter { $0.hasSuffix(".jpg") }.sorted() }
    let before = pictures()
    server.state.withLock { $0.locked = ".jpg" }
    let run = try await sync("--attempts 2")
    #expect(run.exitCode == 1 && run.errors.contains("423"), "\(run.errors)")
    #expect(pictures() == before && photos.count > before.count)
    server.state.withLock { $0.locked = nil }
    try await sync().expect(exits: 0)
    #expect(photos.count == 6)
  }

  @Test("A sidecar that the server does not give costs a copy that sidecar alone")
  func withheld() async throws {
    try await sync(options).expect(exits: 0)
    let sidecar = try #require(files.first { $0.hasSuffix(".xmp") })
    let name = String(sidecar.drop { $0 != "_" })
    // As often as a request is tried.
    server.fail("GET", name, times: 5, status: "423 Locked")
    let first = try await session.run("copy photos copy")
    #expect(first.exitCode == 1 && first.output.contains("423"), "\(first.output)")
    let copy = session.mirror("copy")
    #expect(Set(copy.photos + copy.sidecars) == Set(files).subtracting([sidecar]))
    let second = try await session.run("copy photos copy")
    #expect(second.exitCode == 0, "\(second.errors)")
    #expect(session.mirror("copy").sidecars.contains(sidecar))
  }

  @Test("A full server ends the run before more is fetched")
  func full() async throws {
    try await sync(options + " --limit 1").expect(exits: 0)
    server.state.withLock { $0.isFull = true }
    let run = try await sync()
    #expect(run.exitCode == 4 && run.errors.contains("no room"), "\(run.errors)")
    server.state.withLock { $0.isFull = false }
    try await sync().expect(exits: 0)
    #expect(photos.count == 6)
  }

  @Test("A kill between two files costs nothing: the next run completes the mirror")
  func kill() async throws {
    let reached = Latch()
    server.fail("MOVE", isPerformed: true) { [.response("201 Created", ["Content-Length: 0"])] }
    server.fail("MOVE") { [.open(reached), .untilClosed] }
    let run = try session.start("sync --progress none \(options) flickr:recent photos")
    await reached.wait()
    run.send(SIGKILL)
    _ = await run.end()
    #expect(try await sync(options).exitCode == 0)
    #expect(photos.count == 6 && server.complaints.isEmpty)
    #expect(try await session.run("verify photos").exitCode == 0)
  }

  @Test("A wrong password ends the run before anything is fetched, and no output has a password")
  func refused() async throws {
    server.state.withLock { $0.password = "other" }
    let run = try await sync(options)
    #expect(run.exitCode == 4 && run.errors.contains("PHOTOMIRROR_WEBDAV_PASSWORD"))
    #expect(!(run.output + run.errors).contains("hush"))
    #expect(try await session.server.stats().imageRequests == 0)
    let given = "webdav://ada:hush@127.0.0.1:\(server.port)/x"
    for words in [
      "sync --store \(given) flickr:recent photos", "copy photos \(given)", "doctor \(given)",
      "repair --from \(given) photos", "recover \(given) photos",
      "fetch --units x --store \(given)",
    ] {
      let refused = try await session.run(words)
      #expect(refused.exitCode != 0 && !(refused.output + refused.errors).contains("hush"))
    }
  }

  @Test("A host without TLS gets the password only if it is named for that")
  func clearText() async throws {
    let run = try await sync("--store webdav://ada@nas.invalid/x")
    #expect(run.exitCode == 4 && run.errors.contains("--webdav-clear-text nas.invalid"))
    let wrong = try await sync(
      "--store webdavs://ada@nas.invalid/x --webdav-clear-text nas.invalid")
    #expect(wrong.exitCode == 2 && wrong.errors.contains("--webdav-clear-text"))
    let mixed = try await sync("--store webdavs://ada@nas.invalid/x --s3-region x")
    #expect(mixed.exitCode == 2 && mixed.errors.contains("--s3-"))
  }

  @Test("A server that a catalog names is not used by a user who has not named it")
  func unknown() async throws {
    try await sync(options).expect(exits: 0)
    var other = session
    other.environment["XDG_STATE_HOME"] = session.folder.appending("elsewhere")
    let before = server.requests.count
    let run = try await other.run("verify photos")
    #expect(run.exitCode == 4 && server.requests.count == before)
    #expect(run.errors.contains("--store \(server.location("my/mirror"))"), "\(run.errors)")
    #expect(try await other.run("verify photos \(options)").exitCode == 0)
  }

  @Test("doctor says what the user may do")
  func doctor() async throws {
    try await sync(options).expect(exits: 0)
    let run = try await session.run("doctor -v photos")
    for text in [
      "the user may list, read and write", "the user may delete", "an existing file is kept",
      "'verify' reads the photos",
    ] {
      #expect(run.output.contains(text), "\(run.output)")
    }
  }
}
