import Foundation
import StrictStore
import TestSupport
import Testing

/// A directory from somebody else whose catalog says that the photos are in an object store.
@Suite("Bad input: the object store of a directory", .serialized)
struct PreparedStoreTests {
  private let store: StrictStore
  private var session: Session

  init() async throws {
    store = try StrictStore()
    session = try await Session("--photos", "3", "--pictures", "3")
    session.environment["AWS_ACCESS_KEY_ID"] = "AKIDEXAMPLE"
    session.environment["AWS_SECRET_ACCESS_KEY"] = "hush/hush"
    for name in ["AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL", "AWS_PROFILE"] {
      session.environment[name] = .some(nil)
    }
    session.environment["XDG_STATE_HOME"] = session.folder.appending("state")
  }

  private var options: String { "--store s3://photos/a --s3-endpoint \(store.endpoint)" }
  private let sync = "sync --progress log flickr:recent photos"

  @Test(
    "A store that the user did not name for a directory gets no request, and the line to type is shown"
  )
  func unknown() async throws {
    #expect(try await session.run("\(sync) \(options) --limit 1").exitCode == 0)
    var other = session
    other.environment["XDG_STATE_HOME"] = session.folder.appending("other")
    let before = store.requests.count
    for command in [
      sync, "verify photos",
    ] {
      let run = try await other.run(command)
      #expect(run.exitCode == 4, "\(command): \(run.errors)")
      #expect(
        run.errors.contains(
          "the photos are in s3://photos/a at \(store.endpoint), a store that you have not named for it"
        ),
        "\(command): \(run.errors)")
      #expect(run.errors.contains("give it once with \(options)\n"), "\(run.errors)")
    }
    #expect(store.requests.count == before)
    #expect(try await other.run("verify photos \(options)").exitCode == 0)
    #expect(try await other.run("verify photos").exitCode == 0)
    #expect(store.requests.count > before)
  }

  @Test(
    "A copy of a mirror's directory does not have its store, and the first line of a run names the store"
  )
  func copied() async throws {
    let first = try await session.run("\(sync) \(options) --limit 1")
    #expect(
      first.errors.contains(
        "into s3://photos/a at \(store.endpoint), with the catalog in photos, a new mirror"),
      "\(first.errors)")
    #expect(
      first.errors.contains("\nthe photos are in s3://photos/a at \(store.endpoint)\n"),
      "\(first.errors)")
    let again = try await session.run("sync --progress none flickr:recent photos --full")
    #expect(again.exitCode == 0, "\(again.errors)")
    try FileManager.default.copyItem(
      atPath: session.folder.appending("photos"), toPath: session.folder.appending("copy"))
    let before = store.requests.count
    let run = try await session.run("sync --progress none flickr:recent copy")
    #expect(run.exitCode == 4 && store.requests.count == before, "\(run.errors)")
  }

  @Test(
    "A store that a catalog on a server names gets no request, and the line to type is shown",
    .enabled(if: TestDatabase.address != nil, "Tests/Programs/PostgreSQL/run starts a server"))
  func onServer() async throws {
    let catalog = "--catalog \(TestDatabase.address ?? "")"
    #expect(try await session.run("\(sync) \(catalog) \(options) --limit 1").exitCode == 0)
    var other = session
    other.environment["XDG_STATE_HOME"] = session.folder.appending("other")
    let before = store.requests.count
    for command in [sync, "verify photos", "trash photos", "verify elsewhere"] {
      let run = try await other.run("\(command) \(catalog)")
      #expect(run.exitCode == 4, "\(command): \(run.errors)")
      #expect(
        run.errors.contains(
          "says that the photos are in s3://photos/a at \(store.endpoint), a store that you have not"
        ),
        "\(command): \(run.errors)")
      #expect(run.errors.contains("give it once with \(options)\n"), "\(run.errors)")
    }
    #expect(store.requests.count == before)
    // It is named for the catalog, in whatever directory.
    #expect(try await other.run("verify photos \(catalog) \(options)").exitCode == 0)
    #expect(try await other.run("verify photos \(catalog)").exitCode == 0)
    #expect(try await session.run("\(sync) \(catalog)").exitCode == 0)
    #expect(try await session.run("verify elsewhere \(catalog)").exitCode == 0)
    // The catalog moves into the directory, with the word of this user.
    let address = TestDatabase.address ?? ""
    let moved = try await session.run("catalog copy \(address) sqlite:photos")
    #expect(moved.exitCode == 0, "\(moved.errors)")
    #expect(try await session.run(sync).exitCode == 0)
  }

  @Test("A lock that only a catalog names is in no request, and a note says so")
  func foreignLock() async throws {
    store.state.withLock { $0.allowsLocks = true }
    var stranger = session
    stranger.environment["XDG_STATE_HOME"] = session.folder.appending("stranger")
    let lock = "--s3-lock compliance --s3-retain 36525d"
    #expect(try await stranger.run("\(sync) \(options) \(lock) --limit 1").exitCode == 0)
    let before = store.requests.count
    let run = try await session.run("\(sync) \(options)")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("note      new objects in s3://photos/a are not locked"))
    #expect(run.errors.contains(lock), "\(run.errors)")
    let requests = store.requests.dropFirst(before)
    #expect(requests.contains { $0.method == "PUT" })
    #expect(!requests.contains { $0.headers.keys.contains { $0.hasPrefix("x-amz-object-lock") } })
    // The user's own lock is remembered.
    let own = try await stranger.run("\(sync) --full")
    #expect(own.exitCode == 0 && !own.errors.contains("not locked"), "\(own.errors)")
  }
}

/// The server of `Tests/Programs/PostgreSQL/run`.
private enum TestDatabase {
  static var address: String? {
    ProcessInfo.processInfo.environment["PHOTOMIRROR_TEST_POSTGRESQL"]
  }
}
