import Foundation
import StrictStore
import TestSupport
import Testing

/// Tests of a mirror in an object store that checks every request.
protocol StoreUser {
  var store: StrictStore { get }
  var session: Session { get }
}

extension StoreUser {
  /// A store, and a session with the keys of it.
  static func start() async throws -> (store: StrictStore, session: Session) {
    let store = try StrictStore()
    var session = try await Session("--photos", "6", "--pictures", "6")
    session.environment["AWS_ACCESS_KEY_ID"] = "AKIDEXAMPLE"
    session.environment["AWS_SECRET_ACCESS_KEY"] = "hush/hush"
    for name in ["AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL", "AWS_PROFILE"] {
      session.environment[name] = .some(nil)
    }
    session.environment["XDG_STATE_HOME"] = session.folder.appending("state")
    return (store, session)
  }

  var options: String { "--store s3://photos/my/mirror --s3-endpoint \(store.endpoint)" }

  func sync(_ more: String = "") async throws -> CommandRun {
    try await session.run("sync --progress none \(more) flickr:recent photos")
  }

  /// The objects outside of the mirror's own folder, relative to the prefix.
  var objects: [String] {
    store.state.withLock(\.objects.keys).map { String($0.dropFirst("my/mirror/".count)) }
      .filter { !$0.hasPrefix(".photomirror") }.sorted()
  }

  var puts: Int { store.requests.count { $0.method == "PUT" } }

  /// The next run knows all photos, and the mirror is whole.
  func expectNothingStored(_ photos: [String]) async throws {
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
}
