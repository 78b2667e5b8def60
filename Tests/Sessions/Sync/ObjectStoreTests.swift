import Foundation
import Locking
import StrictStore
import TestSupport
import Testing

/// Mirrors whose photos are in an object store that checks every request.
@Suite("A mirror in an object store", .serialized, .timeLimit(.minutes(15)))
struct ObjectStoreTests: StoreUser {
  let store: StrictStore
  let session: Session

  init() async throws { (store, session) = try await Self.start() }

  @Test("sync stores photos, sidecars and thumbnails in the bucket, and finds them again")
  func sync() async throws {
    try await sync(options).expect(exits: 0)
    #expect(objects.count == 12 && objects.count { $0.hasSuffix(".xmp") } == 6)
    let thumbnails = store.state.withLock(\.objects.keys).count { $0.contains("/thumbnails/") }
    #expect(thumbnails == 6 && store.complaints.isEmpty)
    let local = session.mirror().contents().keys.filter { !$0.hasPrefix(".photomirror") }
    #expect(local.isEmpty)
    let before = puts
    try await session.server.resetStats()
    // The mirror remembers its store.
    let again = try await sync("--full")
    again.expect(exits: 0)
    #expect(try await session.server.stats().imageRequests == 0 && puts == before + 1)
    #expect(!again.errors.contains("hush") && !again.output.contains("hush"))
  }

  @Test("Thumbnails in the bucket are made again in another format, and the old ones deleted")
  func thumbnails() async throws {
    try await sync(options + " --size 640").expect(exits: 0)
    try await session.run("thumbnails photos --rebuild --thumbnail-format webp").expect(
      exits: 0, errors: "made 6 thumbnails, 0 unchanged")
    let keys = store.state.withLock(\.objects.keys).filter { $0.contains("/thumbnails/") }
    #expect(keys.count == 6 && keys.allSatisfy { $0.hasSuffix(".webp") })
    #expect(store.complaints.isEmpty)
  }

  @Test("A key that may not delete mirrors into locked objects, and says what it refuses")
  func archive() async throws {
    store.state.withLock { ($0.undeletable, $0.allowsLocks) = ([""], true) }
    let lock = "--s3-lock governance --s3-retain 3650d"
    try await sync("\(options) \(lock) --limit 3").expect(exits: 0)
    // The lock is remembered with the store.
    try await sync(options).expect(exits: 0)
    let locked = store.state.withLock { state in
      state.objects.filter { $0.value.headers["x-amz-object-lock-mode"] == "GOVERNANCE" }.keys
    }
    #expect(locked.count == 12 && !locked.contains { $0.contains(".photomirror") })
    let photo = try #require(objects.first { !$0.hasSuffix(".xmp") })
    let forget = try await session.run(words: ["forget", "photos", photo])
    #expect(forget.exitCode == 1 && forget.errors.contains("does not delete"), "\(forget.errors)")
    #expect(objects.count == 12)
    let doctor = try await session.run("doctor photos")
    #expect(doctor.output.contains("the key may not delete"), "\(doctor.output)")
    try await sync("--full").expect(exits: 0)
    #expect(try await session.run("verify photos").exitCode == 0 && store.complaints.isEmpty)
  }

  @Test("A dry run writes nothing to the bucket")
  func dryRun() async throws {
    try await sync(options + " --limit 2").expect(exits: 0)
    let before = puts
    #expect(try await sync("--dry-run").exitCode == 0)
    #expect(puts == before)
  }

  @Test("A mirror has one store, and commands for files refuse it")
  func oneStore() async throws {
    try await sync(options).expect(exits: 0)
    let other = try await sync("--store s3://other/place --s3-endpoint \(store.endpoint)")
    #expect(
      other.exitCode == 4 && other.errors.contains("stores its photos in s3://photos/my/mirror"))
    try await session.run("gallery photos").expect(
      exits: 4, errors: "photomirror: error: the photos of this mirror are in s3://…\nhint: …")
    let alone = try await sync("--s3-region x")
    #expect(alone.exitCode == 2 && alone.errors.contains("--store"))
  }

  @Test("Wrong credentials and a missing bucket end the run before anything is fetched")
  func refused() async throws {
    store.state.withLock { $0.secrets = ["AKIDEXAMPLE": "other"] }
    let run = try await sync(options)
    #expect(run.exitCode == 4 && run.errors.contains("SignatureDoesNotMatch"))
    #expect(!run.errors.contains("hush") && run.errors.contains("AWS_ACCESS_KEY_ID"))
    #expect(try await session.server.stats().imageRequests == 0)
    // Nothing was stored, so that another store can be chosen.
    store.state.withLock { $0.secrets = ["AKIDEXAMPLE": "hush/hush"] }
    try await sync("--store s3://photos/else --s3-endpoint \(store.endpoint)").expect(exits: 0)
  }

  @Test("A kill between two objects costs nothing: the next run completes the mirror")
  func kill() async throws {
    let reached = Latch()
    store.fail("PUT", ".jpg.xmp") { [.open(reached), .untilClosed] }
    let run = try session.start("sync --progress none \(options) flickr:recent photos")
    await reached.wait()
    run.send(SIGKILL)
    _ = await run.end()
    #expect(try await sync().exitCode == 0)
    #expect(objects.count == 12 && store.complaints.isEmpty)
    #expect(try await session.run("verify photos").exitCode == 0)
  }
}
