import Foundation
import LocalFiles
import Locking
import MirrorCore
import StrictStore
import TestSupport
import Threads
import Transfer

@testable import WebDAV

/// A place on a strict WebDAV server, with a workspace.
final class DAVBench: Sendable {
  let server: StrictDAV
  let client: WebDAVClient
  let place: WebDAVPlace
  let destination: MirrorFiles
  let directory: MirrorDirectory
  /// The pauses between attempts, which take no time.
  let pauses = Locked(0)
  private let folder: TemporaryDirectory
  private let engine: TransferEngine
  private let pool = ThreadPool(name: "store", width: 2)

  init(
    path: String = "dav/my photos", password: String? = "hush/hush", isProbed: Bool = true,
    prepare: (StrictDAV) -> Void = { _ in }
  ) async throws {
    server = try StrictDAV()
    server.makeFolder("dav")
    prepare(server)
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
    var configuration = TransferConfiguration()
    configuration.hostLimits.base = .milliseconds(1)
    (configuration.width, configuration.widthPerHost) = (16, 16)
    engine = try TransferEngine(configuration)
    let location = StoreLocation(name: server.location(path))
    let address = WebDAVAddress(location)!
    let pauses = pauses
    client = WebDAVClient(
      address, password.map { WebDAVCredentials(user: "ada", password: $0) }, engine: engine,
      pool: pool, pause: { _ in pauses.withLock { $0 += 1 } })
    place = WebDAVPlace(client, workspace: directory, pool: pool)
    destination = MirrorFiles(in: place, extensions: ["jpg"])
    if isProbed { try await place.probe() }
  }

  /// The bytes of a file of the place.
  subscript(_ path: String) -> [UInt8]? {
    get { server["dav/my photos/" + path] }
    set { server["dav/my photos/" + path] = newValue }
  }

  func part(_ bytes: [UInt8]) throws -> String {
    let part = directory.parts + "/\(UUID()).part"
    try Data(bytes).write(to: URL(filePath: part))
    return part
  }

  /// Stores a photo.
  func store(_ path: String, _ bytes: [UInt8]) async throws -> StorageError? {
    let results = await destination.place([
      Placement(path: path, picture: .part(try part(bytes)), companions: [])
    ])
    guard case .failure(let error) = results.first else { return nil }
    return error
  }

  func facts(of path: String, _ evidence: FileEvidence) async throws -> FileFacts? {
    try await place.facts(of: [path], evidence).first.flatMap(\.self)
  }

  /// The paths of all files, in parts' order.
  func list(_ list: PlaceList = PlaceList()) async throws -> [String] {
    let paths = Locked<[String]>([])
    try await place.list(list) { files in
      paths.withLock { $0 += files.map(\.path) }
      return true
    }
    return paths.withLock(\.self)
  }

  func close() async {
    await engine.shutdown()
    await pool.shutdown()
  }
}
