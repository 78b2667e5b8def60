import Foundation
import LocalFiles
import Locking
import MirrorCore
import ObjectStorage
import StrictStore
import TestSupport
import Threads
import Transfer

/// A client of a strict store, with a workspace.
final class StoreBench: Sendable {
  let store: StrictStore
  let client: StoreClient
  let destination: MirrorFiles
  let directory: MirrorDirectory
  /// The pauses between attempts, which take no time.
  let pauses = Locked(0)
  private let folder: TemporaryDirectory
  private let engine: TransferEngine
  private let pool = ThreadPool(name: "store", width: 2)

  static let variables = [
    "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "hush/hush",
    "HOME": "/nonexistent",
  ]

  init(
    prefix: String = "a/mirror", variables: [String: String] = StoreBench.variables,
    isProbed: Bool = true, lock: ObjectLock? = nil, prepare: (StrictStore) -> Void = { _ in }
  ) async throws {
    store = try StrictStore()
    prepare(store)
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
    var configuration = TransferConfiguration()
    configuration.hostLimits.base = .milliseconds(1)
    engine = try TransferEngine(configuration)
    var location = BucketAddress("s3://\(store.bucket)/\(prefix)")
    location?.endpoint = store.endpoint
    location?.lock = lock
    let pauses = pauses
    client = try StoreClient(
      location!, environment: StoreEnvironment(variables), engine: engine, pool: pool,
      pause: { _ in pauses.withLock { $0 += 1 } })
    destination = MirrorFiles(
      in: BucketPlace(client, workspace: directory, pool: pool), extensions: ["jpg"])
    if isProbed { try await client.probe() }
  }

  func part(_ bytes: [UInt8]) throws -> String {
    let part = directory.parts + "/\(UUID()).part"
    try Data(bytes).write(to: URL(filePath: part))
    return part
  }

  /// Stores a photo.
  func place(_ path: String, _ bytes: [UInt8]) async throws -> Result<
    [CompanionFailure], StorageError
  >? {
    await destination.place([
      Placement(path: path, picture: .part(try part(bytes)), companions: [])
    ]).first
  }

  func facts(of path: String, _ evidence: FileEvidence) async throws -> FileFacts? {
    try await destination.place.facts(of: [path], evidence).first.flatMap(\.self)
  }

  func close() async {
    await engine.shutdown()
    await pool.shutdown()
  }
}
