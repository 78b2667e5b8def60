import Foundation
import Locking
import StrictStore
import TestSupport
import Testing

/// Mirrors whose photos are in an object store that checks every request.
@Suite("A mirror in an object store", .serialized, .timeLimit(.minutes(15)))
struct ObjectStoreTests {
  private let store: StrictStore
  private let session: Session

  init() async throws {
    store = try StrictStore()
    var session = try await Session("--photos", "6", "--pictures", "6")
    session.environment["AWS_ACCESS_KEY_ID"] = "AKIDEXAMPLE"
    session.environment["AWS_SECRET_ACCESS_KEY"] = "hush/hush"
    for name in ["AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL", "AWS_PROFILE"] {
      session.environment[name] = .some(nil)
    }
    session.environment["XDG_STATE_HOME"] = session.folder.appending("state")
    self.session = session
  }

  private var options: String { "--store s3://photos/my/mirror --s3-endpoint \(store.endpoint)" }

  private func sync(_ more: String = "") async throws -> CommandRun {
    try await session.run("sync --progress none \(more) flickr:recent photos")
  }

  /// The objects outside of the mirror's own folder, relative to the prefix.
  private var objects: [String] {
    store.state.withLock(\.objects.keys).map { String($0.dropFirst("my/mirror/".count)) }
      .filter { !$0.hasPrefix(".photomirror") }.sorted()
  }

  private var puts: Int { store.requests.count { $0.method == "PUT" } }

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

  @Test("A copy with its photos in a bucket is updated, verified, and a source of lost files")
  func copy() async throws {
    try await session.run("sync --progress none --limit 5 flickr:recent photos").expect(exits: 0)
    let first = try await session.run("copy photos backup \(options)")
    #expect(
      first.exitCode == 0 && first.errors.hasPrefix("copied 5 of 5 photos"), "\(first.errors)")
    #expect(objects.count == 10 && store.complaints.isEmpty)
    let before = puts
    // The copy remembers its store.
    #expect(try await session.run("copy photos backup").errors.hasPrefix("copied 0 of 5 photos"))
    #expect(puts <= before + 1)
    let gone = try #require(session.mirror().photos.first)
    #expect(try await session.run("forget photos \(gone)").exitCode == 0)
    try await sync().expect(exits: 0)
    let again = try await session.run("copy photos backup")
    #expect(again.exitCode == 0 && again.errors.contains("2 of 5 photos"), "\(again.errors)")
    #expect(objects.count == 10 && !objects.contains(gone), "\(objects)")
    #expect(store.state.withLock(\.objects.keys).contains { $0.contains("/trash/") })
    let verify = try await session.run("verify backup")
    #expect(verify.exitCode == 0 && verify.output.isEmpty, "\(verify.output) \(verify.errors)")

    let lost = try #require(session.mirror().photos.last)
    let bytes = session.mirror().bytes(lost)
    try FileManager.default.removeItem(atPath: session.mirror().path + "/" + lost)
    try await session.server.resetStats()
    let repair = try await session.run("repair --progress none --from backup photos")
    #expect(repair.exitCode == 0 && session.mirror().bytes(lost) == bytes, "\(repair.errors)")
    #expect(try await session.server.stats().imageRequests == 0)
    let object = try #require(objects.first { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") })
    store.state.withLock { $0.objects["my/mirror/" + object] = nil }
    let restored = try await session.run("repair --progress none --from photos backup")
    #expect(restored.exitCode == 0 && objects.contains(object), "\(restored.errors)")
    #expect(try await session.server.stats().imageRequests == 0)
  }

  @Test("A mirror in a bucket is copied into a directory and into another bucket, and updated")
  func copyFromBucket() async throws {
    try await sync(options).expect(exits: 0)
    let photos = objects.filter { !$0.hasSuffix(".xmp") }
    let first = try await session.run("copy photos backup")
    #expect(
      first.exitCode == 0 && first.errors.hasPrefix("copied 6 of 6 photos"), "\(first.errors)")
    let copy = session.mirror("backup")
    #expect(copy.photos.sorted() == photos && copy.parts == [] && session.mirror().parts == [])
    let gone = photos[0]
    let bytes = try #require(store["my/mirror/" + gone])
    #expect(copy.bytes(gone) == Data(bytes))
    #expect(try await session.run("verify backup").exitCode == 0)
    let reads = { store.requests.count { $0.method == "GET" && !$0.target.contains("list-type") } }
    let before = reads()
    #expect(try await session.run("copy photos backup").errors.hasPrefix("copied 0 of 6 photos"))
    #expect(reads() == before)

    #expect(try await session.run(words: ["forget", "photos", gone]).exitCode == 0)
    store.state.withLock { $0.objects["my/mirror/" + photos[1]]?.bytes[100] ^= 1 }
    let again = try await session.run("copy photos backup")
    #expect(again.exitCode == 0 && again.errors.contains("of 5 photos"), "\(again.errors)")
    let trash = try #require(
      FileManager.default.subpaths(atPath: copy.path + "/.photomirror/trash"))
    let trashed = try #require(trash.first { $0.hasSuffix(gone) })
    #expect(copy.bytes(".photomirror/trash/" + trashed) == Data(bytes))
    let other = try await session.run(
      "copy photos other --store s3://photos/other --s3-endpoint \(store.endpoint)")
    #expect(other.exitCode == 1 && other.output.contains(photos[1]), "\(other.errors)")
    #expect(store["other/" + photos[2]] == store["my/mirror/" + photos[2]])
    #expect(store["other/" + photos[2] + ".xmp"] != nil && store["other/" + photos[1]] == nil)
    #expect(try await session.run("verify backup").exitCode == 0 && store.complaints.isEmpty)
    #expect(try await session.run("verify other").exitCode == 0)

    // On another machine the store is named once.
    var elsewhere = session
    elsewhere.environment["XDG_STATE_HOME"] = session.folder.appending("elsewhere")
    let unknown = try await elsewhere.run("copy photos third")
    #expect(unknown.exitCode == 4 && unknown.errors.contains("--store s3://photos/my/mirror"))
    #expect(try await elsewhere.run("copy photos third \(options)").exitCode == 1)
    #expect(session.mirror("third").photos.count == 4)
  }

  @Test("Lost photos are taken from a bucket without a mirror, and only with the right bytes")
  func bucket() async throws {
    try await sync().expect(exits: 0)
    #expect(try await session.run("copy photos backup \(options)").exitCode == 0)
    try FileManager.default.removeItem(atPath: session.folder.appending("backup"))
    let photos = session.mirror().photos
    let bytes = photos.map { session.mirror().bytes($0) }
    for photo in photos {
      try FileManager.default.removeItem(atPath: session.mirror().path + "/" + photo)
    }
    // It says that it has the right bytes.
    store.state.withLock { $0.objects["my/mirror/" + photos[0]]?.bytes[100] ^= 1 }
    try await session.server.resetStats()
    var other = session
    other.environment["AWS_ENDPOINT_URL"] = store.endpoint
    let repair = try await other.run("repair --progress none --from s3://photos/my/mirror photos")
    #expect(repair.exitCode == 0, "\(repair.errors)")
    #expect(try await session.server.stats().imageRequests == 1)
    #expect(photos.map { session.mirror().bytes($0) } == bytes && store.complaints.isEmpty)
    let wrong = try await session.run("repair --from s3:x photos")
    #expect(wrong.exitCode == 2 && wrong.errors.contains("--from takes a directory, s3://BUCKET"))
  }

  @Test("A bucket with other objects gets no copy, and a copy keeps its place")
  func copyElsewhere() async throws {
    try await session.run("sync --progress none --limit 2 flickr:recent photos").expect(exits: 0)
    store.state.withLock {
      $0.objects["my/mirror/x"] = StrictStore.Object(bytes: [1], headers: [:])
    }
    let refused = try await session.run("copy photos backup \(options)")
    #expect(refused.exitCode == 4 && refused.errors.contains("has other objects"))
    #expect(objects == ["x"])
    #expect(try await session.run("copy photos local").exitCode == 0)
    let moved = try await session.run("copy photos local \(options)")
    #expect(moved.exitCode == 4 && moved.errors.contains("stores its photos in its directory"))
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

  @Test("A lost directory is recovered from the bucket, and the next run stores nothing again")
  func recovered() async throws {
    try await sync(options).expect(exits: 0)
    try FileManager.default.removeItem(atPath: session.mirror().path)
    let recovered = try await session.run(
      "recover s3://photos/my/mirror --s3-endpoint \(store.endpoint) photos")
    #expect(recovered.exitCode == 0 && recovered.errors.contains("with 6 photos"))
    let before = objects
    try await session.server.resetStats()
    try await sync("--full").expect(exits: 0)
    #expect(try await session.server.stats().imageRequests == 0)
    #expect(objects == before && store.complaints.isEmpty)
    #expect(try await session.run("verify photos").exitCode == 0)
  }

  @Test("Objects that the snapshot does not know are recorded without their bytes, or named")
  func recoveredLater() async throws {
    try await sync(options + " --limit 2").expect(exits: 0)
    try await sync("").expect(exits: 0)
    try FileManager.default.removeItem(atPath: session.mirror().path)
    let photos = objects.filter { !$0.hasSuffix(".xmp") }
    store.state.withLock { state in
      state.objects["my/mirror/../../etc/x.jpg"] = .init(bytes: [1], headers: [:])
      state.objects["my/mirror/stray.jpg"] = .init(bytes: [1], headers: [:])
      state.objects["my/mirror/odd.jpg"] = .init(bytes: [1], headers: [:])
      state.objects["my/mirror/odd.jpg.xmp"] = .init(
        bytes: [UInt8](repeating: 32, count: 3 << 20), headers: [:])
    }
    let recovered = try await session.run(
      "recover s3://photos/my/mirror --s3-endpoint \(store.endpoint) photos")
    #expect(recovered.exitCode == 0, "\(recovered.errors)")
    #expect(recovered.errors.contains("with 6 photos, 4 of them from the sidecars"))
    for name in ["stray.jpg", "odd.jpg", "../../etc/x.jpg"] {
      #expect(recovered.output.contains("not recorded: \(name): "), "\(recovered.output)")
    }
    try await expectNothingStored(photos)
  }

  @Test("Without a snapshot, adopt records the objects of a bucket by their sidecars")
  func adopted() async throws {
    try await sync(options).expect(exits: 0)
    try FileManager.default.removeItem(atPath: session.mirror().path)
    store.state.withLock { state in
      for key in state.objects.keys where key.contains("/snapshots/") { state.objects[key] = nil }
    }
    let photos = objects.filter { !$0.hasSuffix(".xmp") }
    let failed = try await session.run(
      "recover s3://photos/my/mirror --s3-endpoint \(store.endpoint) photos")
    #expect(failed.exitCode == 4 && failed.errors.contains("photomirror adopt"))
    let dry = try await session.run("adopt --dry-run --offline \(options) flickr:recent photos")
    #expect(dry.errors.contains("would adopt 6 photos"), "\(dry.errors)")
    let adopted = try await session.run("adopt --offline \(options) flickr:recent photos")
    #expect(adopted.exitCode == 0 && adopted.errors.contains("adopted 6 photos"))
    try await expectNothingStored(photos)
  }

  /// The next run knows all photos, and the mirror is whole.
  private func expectNothingStored(_ photos: [String]) async throws {
    let reads = store.requests.count { request in
      request.method == "GET"
        && photos.contains { request.target.contains($0) && !request.target.contains(".xmp") }
    }
    #expect(reads == 0)
    let before = objects
    try await session.server.resetStats()
    try await sync("--full").expect(exits: 0)
    #expect(try await session.server.stats().imageRequests == 0)
    #expect(objects == before && store.complaints.isEmpty)
    let verify = try await session.run("verify --quick photos")
    #expect(!verify.output.contains("- ") && !verify.output.contains("* "), "\(verify.output)")
  }

  @Test("verify and repair read the objects, and trash and restore move them")
  func care() async throws {
    try await sync(options).expect(exits: 0)
    let photos = objects.filter { !$0.hasSuffix(".xmp") }
    #expect(try await session.run("verify photos").exitCode == 0)
    let damaged = "my/mirror/" + photos[0]
    store.state.withLock { state in
      state.objects[damaged]?.bytes.removeLast(500)
      state.objects["my/mirror/" + photos[1]] = nil
      state.objects["my/mirror/" + photos[2] + ".xmp"] = nil
      state.objects["my/mirror/stray.jpg"] = .init(bytes: [1], headers: [:])
    }
    let verify = try await session.run("verify photos")
    #expect(verify.exitCode == 1)
    for line in ["* \(photos[0])", "- \(photos[1])", "- \(photos[2])", "+ stray.jpg"] {
      #expect(verify.output.contains(line), "\(verify.output)")
    }
    #expect(try await session.run("verify --quick photos").exitCode == 1)
    #expect(try await session.run("repair --progress none photos").exitCode == 0)
    #expect(try await session.run("verify photos").exitCode == 0)
    #expect(store["my/mirror/.photomirror/set-aside/" + photos[0]] != nil)

    #expect(try await session.run(words: ["forget", "photos", photos[3]]).exitCode == 0)
    #expect(!objects.contains(photos[3]))
    #expect(try await session.run("trash photos").output.contains(photos[3]))
    #expect(try await session.run(words: ["restore", "photos", photos[3]]).exitCode == 0)
    #expect(objects.contains(photos[3]) && objects.contains(photos[3] + ".xmp"))
    #expect(store.complaints.isEmpty)
  }

  @Test("verify believes the digests of a store that checks them, and reads photos with --download")
  func withoutReading() async throws {
    try await sync(options).expect(exits: 0)
    let gets = {
      store.requests.count {
        $0.method == "GET" && $0.target.contains("/my/mirror/") && !$0.target.contains("mirror-id")
      }
    }
    let before = gets()
    #expect(try await session.run("verify photos").exitCode == 0)
    #expect(gets() == before)
    #expect(try await session.run("verify --download photos").exitCode == 0)
    #expect(gets() >= before + 6)
    store.state.withLock { $0.digests = .believed }
    let read = gets()
    #expect(try await session.run("verify photos").exitCode == 0)
    #expect(gets() >= read + 6)
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

  /// Requests are sent by sendto(2).
  @Test("A command that is killed at a request to the bucket is completed when it is repeated")
  func killedAtRequests() async throws {
    try await sync(options).expect(exits: 0)
    let photos = objects.filter { !$0.hasSuffix(".xmp") }
    let catalog = session.mirror().catalog
    let digests = try await session.run("export --format sha256sum photos").output
    let recover = "recover s3://photos/my/mirror --s3-endpoint \(store.endpoint) photos"
    for (call, number) in [("sendto", 1), ("sendto", 5), ("write", 4)] {
      try FileManager.default.removeItem(atPath: session.mirror().path)
      _ = try await session.killed(at: call, number, recover)
      if !FileManager.default.fileExists(atPath: catalog) {
        #expect(try await session.run(recover).exitCode == 0)
      }
      #expect(try await session.run("export --format sha256sum photos").output == digests)
      _ = try await session.killed(at: call, 6 * number, "copy photos backup")
      #expect(try await session.run("copy photos backup").exitCode == 0)
      #expect(session.mirror("backup").photos.sorted() == photos)
      #expect(session.mirror("backup").parts == [])
      try FileManager.default.removeItem(atPath: session.mirror("backup").path)
    }
    let gone = photos[0]
    _ = try await session.killed(at: "sendto", 6, "forget photos \(gone)")
    _ = try await session.run(words: ["forget", "photos", gone])
    try FileManager.default.removeItem(atPath: session.mirror().path)
    #expect(try await session.run(recover).exitCode == 0)
    try await session.server.resetStats()
    try await sync("--full").expect(exits: 0)
    #expect(try await session.server.stats().imageRequests == 0)
    #expect(!objects.contains(gone) && objects.count == 10 && store.complaints.isEmpty)
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
