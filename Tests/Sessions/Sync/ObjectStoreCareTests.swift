import Foundation
import StrictStore
import TestSupport
import Testing

@Suite("Care of a mirror in an object store", .serialized, .timeLimit(.minutes(15)))
struct ObjectStoreCareTests: StoreUser {
  let store: StrictStore
  let session: Session

  init() async throws { (store, session) = try await Self.start() }

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

  @Test("An edited object is accepted, and an object that is no whole picture is not")
  func accepted() async throws {
    try await sync(options).expect(exits: 0)
    let photos = objects.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
    let (edited, cut) = ("my/mirror/" + photos[0], "my/mirror/" + photos[1])
    store.state.withLock { state in
      state.objects[edited] = .init(bytes: state.objects[cut]?.bytes ?? [], headers: [:])
      state.objects[cut]?.bytes.removeLast(500)
    }
    #expect(try await session.run("verify photos").exitCode == 1)
    for (photo, code) in [(photos[0], 0), (photos[1], 1)] {
      let accepted = try await session.run(words: ["verify", "photos", "--accept", photo])
      #expect(accepted.exitCode == Int32(code), "\(accepted.errors)")
    }
    let verify = try await session.run("verify photos")
    #expect(!verify.output.contains(photos[0]) && verify.output.contains("* \(photos[1])"))
    #expect(store.complaints.isEmpty)
  }

  @Test(
    "rename gives photos, sidecars and thumbnails of a bucket other names, also after a failure")
  func renamed() async throws {
    try await sync(options).expect(exits: 0)
    let before = objects
    let words = ["rename", "photos", "--name", "{id}"]
    let plan = try await session.run(words: words + ["--dry-run"])
    #expect(plan.exitCode == 0 && objects == before)
    // Each of six photos is three copies and three deletions, and each request is tried five times.
    for _ in 1...(5 * 6) {
      store.fail("DELETE", ".xmp") { [.error("500 Internal Server Error", "InternalError")] }
    }
    #expect(try await session.run(words: words).exitCode == 4)
    #expect(try await session.run(words: words).exitCode == 0)
    let after = objects
    #expect(after.count == before.count && Set(after).isDisjoint(with: before))
    #expect(try await session.run("verify photos").exitCode == 0 && store.complaints.isEmpty)
  }

  @Test("A bag of photos in a bucket has their bytes, and a continued one fetches none again")
  func bundled() async throws {
    try await sync(options).expect(exits: 0)
    let photos = objects.filter { !$0.hasSuffix(".xmp") }
    let first = try await session.run("bundle --gallery photos bag")
    #expect(first.exitCode == 0, "\(first.output) \(first.errors)")
    let bag = session.folder.appending("bag")
    let data = bag + "/data/objects/"
    for object in objects {
      let bytes = FileManager.default.contents(atPath: data + object).map(Array.init)
      #expect(bytes == store["my/mirror/" + object], "\(object)")
    }
    let pages = try FileManager.default.subpathsOfDirectory(atPath: bag + "/data/gallery")
    #expect(pages.count { $0.hasPrefix("thumbnails/") && $0.contains(".") } == photos.count)

    try FileManager.default.removeItem(atPath: bag + "/bagit.txt")
    #expect(FileManager.default.createFile(atPath: bag + "/.photomirror-bundle", contents: nil))
    try Data().write(to: URL(filePath: data + photos[0]))
    let fetched = { [store] in
      store.requests.count { request in
        request.method == "GET" && !request.target.contains("/thumbnails/")
          && photos.contains { request.target.hasSuffix(URL(filePath: $0).lastPathComponent) }
      }
    }
    let before = fetched()
    let again = try await session.run("bundle --gallery photos bag")
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(fetched() == before + 1 && store.complaints.isEmpty)
    store.state.withLock { $0.objects["my/mirror/" + photos[1]]?.bytes.removeLast(500) }
    let left = try await session.run("bundle photos other")
    #expect(left.exitCode == 1 && left.output.contains(photos[1]), "\(left.output)")
  }

  @Test("A gallery of a mirror in a bucket has its own copies of the photos, and keeps them")
  func published() async throws {
    try await sync(options).expect(exits: 0)
    let photos = objects.filter { !$0.hasSuffix(".xmp") }
    store.state.withLock { $0.objects["my/mirror/" + photos[0]]?.bytes.removeLast(500) }
    let first = try await session.run("gallery photos -o site")
    #expect(first.exitCode == 0, "\(first.errors)")
    let site = session.folder.appending("site")
    for photo in photos.dropFirst() {
      let bytes = FileManager.default.contents(atPath: site + "/files/" + photo).map(Array.init)
      #expect(bytes == store["my/mirror/" + photo], "\(photo)")
    }
    #expect(!FileManager.default.fileExists(atPath: site + "/files/" + photos[0]))
    let pages = try FileManager.default.subpathsOfDirectory(atPath: site)
    #expect(pages.contains { $0.hasPrefix("thumbnails/") })
    let gets = { [store] in store.requests.count { $0.method == "GET" } }
    let before = gets()
    let again = try await session.run("gallery photos -o site")
    #expect(again.exitCode == 0 && again.errors.contains(" 0 written"), "\(again.errors)")
    let new = store.requests.filter { $0.method == "GET" }.dropFirst(before).map(\.target)
    #expect(
      !photos.dropFirst().contains { photo in
        new.contains { $0.hasSuffix(URL(filePath: photo).lastPathComponent) }
      })
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

  @Test("Snapshots of the far future in a bucket displace none, and are taken only if named")
  func farFuture() async throws {
    try await sync(options).expect(exits: 0)
    let folder = "my/mirror/.photomirror/snapshots/"
    let names = { [store] in
      store.state.withLock { $0.objects.keys.filter { $0.hasPrefix(folder) } }
    }
    let first = try #require(names().first)
    store.state.withLock { state in
      for year in 9976...9999 {
        state.objects["\(folder)catalog-\(year)0101T000000Z.sqlite.zst"] = state.objects[first]
      }
    }
    let photo = try #require(objects.first { !$0.hasSuffix(".xmp") })
    #expect(try await session.run(words: ["forget", "photos", photo]).exitCode == 0)
    #expect(names().count <= 23 && names().contains { !$0.contains("catalog-99") })
    #expect(!names().contains { $0.contains("catalog-9976") })
    try FileManager.default.removeItem(atPath: session.mirror().path)
    let server = "--s3-endpoint \(store.endpoint)"
    let recovered = try await session.run("recover s3://photos/my/mirror \(server) photos")
    #expect(recovered.exitCode == 0 && recovered.errors.contains("with 5 photos"))
    let last = "catalog-99990101T000000Z.sqlite.zst"
    #expect(
      recovered.errors.contains("skipped .photomirror/snapshots/\(last) in the store: its time"))
    #expect(recovered.errors.contains("hint: 'photomirror recover \(last) photos' takes it"))
    try FileManager.default.removeItem(atPath: session.mirror().catalog)
    let named = try await session.run(
      "recover \(last) photos --store s3://photos/my/mirror \(server)")
    #expect(named.exitCode == 0 && named.errors.contains("the catalog of 9999-01-01"))
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
}
