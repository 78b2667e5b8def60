import Foundation
import LocalFiles
import MirrorCore
import MirrorTesting
import ObjectStorage
import TestSupport
import Testing
import Threads
import Transfer

/// The conformance tests against a server that is not ours; `ObjectStorage/run` starts one. The credentials
/// are those of the environment.
@Suite("Another object store", .timeLimit(.minutes(15)))
struct ExternalStoreTests {
  /// `s3://BUCKET/PREFIX`; the endpoint is in the environment.
  private static let location = ProcessInfo.processInfo.environment["PHOTOMIRROR_TEST_STORE"]

  @Test(
    "Another server passes the conformance tests of a destination", .enabled(if: location != nil))
  func conformance() async throws {
    let folder = try TemporaryDirectory()
    let pool = ThreadPool(name: "store", width: 2)
    let engine = try TransferEngine()
    let environment = StoreEnvironment(ProcessInfo.processInfo.environment)
    let broken = try await DestinationConformance.check {
      let location = try #require(BucketAddress("\(Self.location ?? "")/\(UUID())"))
      let client = try StoreClient(
        location, environment: environment, engine: engine, pool: pool)
      try await client.probe()
      let directory = MirrorDirectory(folder.appending("mirror"))
      _ = try directory.prepare()
      let destination = MirrorFiles(
        in: BucketPlace(client, workspace: directory, pool: pool), extensions: ["jpg"])
      return DestinationConformance.Subject(destination) { bytes in
        let part = directory.parts + "/\(UUID()).part"
        try Data(bytes).write(to: URL(filePath: part))
        return part
      } read: { path in
        try await destination.read(path, limit: 1 << 20)
      }
    }
    #expect(broken.isEmpty)
    await engine.shutdown()
    await pool.shutdown()
  }
}
