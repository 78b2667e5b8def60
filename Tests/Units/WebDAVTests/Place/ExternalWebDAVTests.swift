import Foundation
import LocalFiles
import Locking
import MirrorCore
import MirrorTesting
import TestSupport
import Testing
import Threads
import Transfer

@testable import WebDAV

/// The conformance tests against a server that is not ours; `WebDAV/run` starts some. The password is that of the
/// environment.
@Suite("Another WebDAV server", .timeLimit(.minutes(15)))
struct ExternalWebDAVTests {
  /// `webdav://USER@HOST:PORT/PATH`
  private static let location = ProcessInfo.processInfo.environment["PHOTOMIRROR_TEST_WEBDAV"]

  private final class Bench: Sendable {
    let folder: TemporaryDirectory
    let pool = ThreadPool(name: "store", width: 2)
    let engine: TransferEngine

    init() throws { (folder, engine) = (try TemporaryDirectory(), try TransferEngine()) }

    /// A place in a new folder.
    func place() async throws -> WebDAVPlace {
      let name = "\(ExternalWebDAVTests.location ?? "")/\(UUID())/my%20photos"
      let address = try #require(WebDAVAddress(StoreLocation(name: name)))
      let credentials = try WebDAVCredentials.read(
        ProcessInfo.processInfo.environment, for: address)
      let client = WebDAVClient(address, credentials, engine: engine, pool: pool)
      let directory = MirrorDirectory(folder.appending("mirror"))
      _ = try directory.prepare()
      let place = WebDAVPlace(client, workspace: directory, pool: pool)
      try await place.probe()
      return place
    }

    func part(_ bytes: [UInt8]) throws -> String {
      let part = MirrorDirectory(folder.appending("mirror")).parts + "/\(UUID()).part"
      try Data(bytes).write(to: URL(filePath: part))
      return part
    }

    func close() async {
      await engine.shutdown()
      await pool.shutdown()
    }
  }

  @Test(
    "Another server passes the conformance tests of a destination", .enabled(if: location != nil))
  func conformance() async throws {
    let bench = try Bench()
    let broken = try await DestinationConformance.check {
      let destination = MirrorFiles(in: try await bench.place(), extensions: ["jpg"])
      return DestinationConformance.Subject(destination) { bytes in
        try bench.part(bytes)
      } read: { path in
        try await destination.read(path, limit: 1 << 20)
      }
    }
    #expect(broken.isEmpty)
    await bench.close()
  }

  private static let names = [
    "ö ü/a b+c&d=e.jpg", "日本/写真 (1).jpg", "o'b/100%/x~y.jpg", "p/a.b.c.jpg", "q/#hash?.jpg",
    "r/%41;a=b.jpg", "s/e\u{301}.jpg", "s/\u{E9}.jpg", "t/<&>\"'.jpg",
  ]

  @Test(
    "Another server keeps names with signs and accents, large files, and folders that are in the way",
    .enabled(if: location != nil))
  func files() async throws {
    let bench = try Bench()
    let place = try await bench.place()
    var stored: [String] = []
    for path in Self.names {
      let results = await place.apply([[.write(PlaceWrite(path, .bytes([1, 2]), .exclusive))]])
      switch results.first {
      case .success: stored.append(path)
      // WsgiDAV cuts names.
      case .failure(let error): #expect(error.isOfEntry, "\(error.error.message)")
      case nil: Issue.record("there is no result for \(path)")
      }
    }
    #expect(stored.count >= 7, "\(stored)")
    let listed = Locked<[[UInt8]]>([])
    try await place.list(PlaceList()) { files in
      listed.withLock { $0 += files.map { Array($0.path.utf8) } }
      return true
    }
    let found = listed.withLock(\.self)
    #expect(found == found.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(stored.allSatisfy { found.contains(Array($0.utf8)) })
    #expect(try await place.facts(of: stored, .listed).allSatisfy { $0?.byteCount == 2 })

    let bytes = (0..<(20 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let part = try bench.part(bytes)
    var write = PlaceWrite("large.bin", .part(part), .exclusive)
    write.modifiedAt = 1_600_000_000
    #expect(await place.apply([[.write(write)]]) == [.success([.done])])
    let copy = try #require(try await place.take("large.bin", limit: .max))
    #expect(FileManager.default.contents(atPath: copy.path).map(Array.init) == bytes)
    await place.release(copy)
    #expect(try await place.read("large.bin", limit: 9, isWhole: false)?.count == 9)

    let results = await place.apply([
      [.write(PlaceWrite("p", .bytes([3]), .replace))], [.remove("p")],
      [.write(PlaceWrite("p/a.b.c.jpg/x.jpg", .bytes([3]), .exclusive))],
    ])
    for result in results {
      guard case .failure(let error) = result else {
        Issue.record("a folder was changed")
        continue
      }
      #expect(error.isOfEntry, "\(error.error.message)")
    }
    #expect(try await place.facts(of: ["p/a.b.c.jpg"], .listed).first??.byteCount == 2)
    await bench.close()
  }

  @Test(
    "Another server lists a folder of 10,000 files", .enabled(if: location != nil),
    .enabled(if: ProcessInfo.processInfo.environment["PHOTOMIRROR_TEST_MANY"] != nil))
  func many() async throws {
    let bench = try Bench()
    let place = try await bench.place()
    for start in stride(from: 0, to: 10_000, by: 100) {
      let groups = (start..<start + 100).map { number in
        [PlaceChange.write(PlaceWrite("many/\(number).jpg", .bytes([1]), .exclusive))]
      }
      #expect(await place.apply(groups).allSatisfy { (try? $0.get()) != nil })
    }
    let count = Locked(0)
    try await place.list(PlaceList()) { files in
      count.withLock { $0 += files.count }
      return true
    }
    #expect(count.withLock(\.self) == 10_000)
    await bench.close()
  }
}
