import Foundation
import StrictStore
import TestSupport
import Testing

@Suite("A copy in an object store", .serialized, .timeLimit(.minutes(15)))
struct ObjectStoreCopyTests: StoreUser {
  let store: StrictStore
  let session: Session

  init() async throws { (store, session) = try await Self.start() }

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
    #expect(again.exitCode == 0 && again.errors.contains("1 of 5 photos"), "\(again.errors)")
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
    // What was left out is a photo of the copy, too.
    let verified = try await session.run("verify other")
    #expect(verified.exitCode == 1 && verified.output.hasPrefix("- \(photos[1])"))

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
}
