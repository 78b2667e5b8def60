import Foundation
import Locking
import MirrorCore
import MirrorTesting
import StrictStore
import TestSupport
import Testing

@testable import WebDAV

@Suite("A WebDAV server as a destination", .timeLimit(.minutes(15)))
struct WebDAVPlaceTests {
  @Test(
    "A WebDAV server passes the conformance tests of a destination, however it writes references",
    arguments: StrictDAV.References.allCases)
  func conformance(_ references: StrictDAV.References) async throws {
    let benches = Locked<[DAVBench]>([])
    let broken = try await DestinationConformance.check {
      let bench = try await DAVBench { server in
        server.state.withLock { $0.references = references }
      }
      benches.withLock { $0.append(bench) }
      return DestinationConformance.Subject(bench.destination) { bytes in
        try bench.part(bytes)
      } read: { path in
        bench[path]
      }
    }
    #expect(broken.isEmpty)
    for bench in benches.withLock(\.self) {
      #expect(bench.server.complaints.isEmpty)
      #expect(!bench.server.files.contains { $0.contains("/incoming/") })
      await bench.close()
    }
  }

  private static let names = [
    "ö ü/a b+c&d=e.jpg", "日本/写真 (1).jpg", "o'b/100%/x~y.jpg", "p/a.b.c.jpg", "q/#hash?.jpg",
    "r/%41;a=b.jpg", "s/e\u{301}.jpg", "s/\u{E9}.jpg", "t/<&>\"'.jpg",
  ]

  @Test(
    "Names with spaces, signs, accents in both spellings and other scripts are stored and found",
    arguments: StrictDAV.References.allCases)
  func names(_ references: StrictDAV.References) async throws {
    let bench = try await DAVBench { $0.state.withLock { $0.references = references } }
    for path in Self.names {
      #expect(try await bench.store(path, [1]) == nil)
      let stem = String(path.dropLast(4))
      // What a place stored itself may be left out.
      let other = WebDAVPlace(bench.client, workspace: bench.directory, pool: bench.client.pool)
      let found = try await other.find(stems: [stem], extensions: ["png", "jpg"])
      #expect(found.values.map { Array($0.utf8) } == [Array(path.utf8)])
      #expect(try await bench.facts(of: path, .listed)?.byteCount == 1)
      #expect(bench[path] == [1])
    }
    let listed = try await bench.list().map { Array($0.utf8) }
    #expect(
      listed
        == Self.names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(bench.server.complaints.isEmpty)
    await bench.close()
  }

  @Test("A folder of 10,000 files is listed whole, in the order of the paths' bytes, from any path")
  func manyFiles() async throws {
    let bench = try await DAVBench()
    let paths = (0..<10_000).map { "a/\($0).jpg" } + ["a-b/1.jpg", "a.jpg", "a/7/x.jpg", "b.jpg"]
    for path in paths { bench[path] = [1] }
    let sorted = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(try await bench.list() == sorted)
    for start in [0, 1, 2, 5000, 10_001, 10_003] {
      let list = PlaceList(after: sorted[start])
      #expect(try await bench.list(list) == Array(sorted[(start + 1)...]))
    }
    let stored = (0..<500).map { number in
      StoredFiles(path: "a/\(number * 5).jpg", stem: "a/\(number * 5)", thumbnail: .absent)
    }
    let before = bench.server.requests.count
    #expect(try await bench.destination.look(for: stored).allSatisfy(\.isThere))
    #expect(bench.server.requests.count == before + 1)
    await bench.close()
  }

  @Test(
    "What is listed outside of the folder, twice, or under a name that no file has, is left out")
  func hostileList() async throws {
    let bench = try await DAVBench()
    bench["o/a.jpg"] = [1]
    let folder = "/dav/my%20photos/o/"
    let references = [
      "/etc/passwd", "/dav/my%20photos/b.jpg", folder + "..%2F..%2Fb.jpg", folder + "../b.jpg",
      folder + "..", folder + "%2e%2e", folder + "c%2Fd.jpg", folder + "x/y.jpg",
      folder + "%00.jpg",
      folder + "%0A.jpg", folder + "%ff.jpg", folder + "a.jpg", "b.jpg", "", folder + "//e.jpg",
      "http://elsewhere.example/x/b.jpg",
    ]
    bench.server.state.withLock { state in
      state.added = references.map {
        "<D:response><D:href>\($0)</D:href><D:propstat><D:prop><D:resourcetype/>"
          + "<D:getcontentlength>1</D:getcontentlength></D:prop><D:status>HTTP/1.1 200 OK</D:status>"
          + "</D:propstat></D:response>"
      }.joined()
    }
    #expect(try await bench.list(PlaceList(below: "o")) == ["o/a.jpg"])
    await bench.close()
  }

  @Test("A server that lists another folder than the one that was asked for is an error")
  func otherFolder() async throws {
    let bench = try await DAVBench()
    bench["o/a.jpg"] = [1]
    bench.server.fail("PROPFIND", "/o/") {
      let body = Array("<multistatus xmlns=\"DAV:\"></multistatus>".utf8)
      return [.response("207 Multi-Status", ["Content-Length: \(body.count)"], body)]
    }
    let error = await #expect(throws: StorageError.self) {
      try await bench.list(PlaceList(below: "o"))
    }
    #expect(error?.error.message.contains("another folder") == true)
    await bench.close()
  }

  @Test(
    "An answer that is no list is an error, and not an empty folder",
    arguments: [
      "", "<html></html>", "<multistatus xmlns=\"DAV:\"><response>",
      "<!DOCTYPE a [<!ENTITY b \"c\">]><multistatus xmlns=\"DAV:\"/>",
    ])
  func unreadable(_ text: String) async throws {
    let bench = try await DAVBench()
    bench.server.fail("PROPFIND") {
      [.response("207 Multi-Status", ["Content-Length: \(text.utf8.count)"], Array(text.utf8))]
    }
    await #expect(throws: StorageError.self) { try await bench.list() }
    await bench.close()
  }

  @Test("A file has the time of the photo, and the digest that the server tells proves nothing")
  func facts() async throws {
    let bench = try await DAVBench { $0.state.withLock { $0.tellsDigests = true } }
    let part = try bench.part([1, 2, 3])
    let file = Placement(
      path: "o/a.jpg", picture: .part(part), companions: [], modifiedAt: 1_600_000_000)
    #expect(await bench.destination.place([file]) == [.success([])])
    #expect(!FileManager.default.fileExists(atPath: part))
    let digest = "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"
    let told = try #require(try await bench.facts(of: "o/a.jpg", .proven))
    #expect(told.modifiedAt == 1_600_000_000 && told.sha256 == digest && told.proof == nil)
    bench["o/a.jpg"] = [1, 2, 4]
    let read = try #require(try await bench.facts(of: "o/a.jpg", .read))
    #expect(read.proof != nil && read.proof != digest && read.byteCount == 3)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.directory.parts).isEmpty)
    await bench.close()
  }

  @Test(
    "A copy for the decoder has the file's bytes, and one with more bytes than allowed is refused")
  func copy() async throws {
    let bench = try await DAVBench()
    let bytes = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try await bench.store("o/a.jpg", bytes) == nil)
    try await bench.destination.withFile(at: "o/a.jpg") { file in
      #expect(FileManager.default.contents(atPath: file).map(Array.init) == bytes)
    }
    let error = await #expect(throws: StorageError.self) {
      try await bench.place.take("o/a.jpg", limit: 1)
    }
    #expect(error?.isOfEntry == true)
    #expect(try await bench.place.take("o/none.jpg", limit: 1) == nil)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.directory.parts).isEmpty)
    await bench.close()
  }

  @Test("A folder is neither replaced nor deleted in the place of a file")
  func foldersStay() async throws {
    let bench = try await DAVBench()
    bench["o/a.jpg.xmp/important.txt"] = [1]
    let results = await bench.place.apply([
      [.write(PlaceWrite("o/a.jpg.xmp", .bytes([2]), .replace))], [.remove("o/a.jpg.xmp")],
      [.write(PlaceWrite("o/a.jpg.xmp", .bytes([2]), .exclusive))],
      [.write(PlaceWrite("o/a.jpg.xmp/important.txt/b.jpg", .bytes([2]), .exclusive))],
    ])
    for result in results {
      guard case .failure(let error) = result else {
        Issue.record("a folder was changed")
        continue
      }
      #expect(error.isOfEntry)
    }
    #expect(bench["o/a.jpg.xmp/important.txt"] == [1])
    await bench.close()
  }

  @Test("Folders that somebody removes meanwhile are made again")
  func removedFolder() async throws {
    let bench = try await DAVBench()
    #expect(try await bench.store("o/p/a.jpg", [1]) == nil)
    bench.server.state.withLock { state in
      state.nodes = state.nodes.filter {
        !String(decoding: $0.key, as: UTF8.self).contains("photos/")
      }
    }
    #expect(try await bench.store("o/p/b.jpg", [2]) == nil)
    #expect(bench["o/p/b.jpg"] == [2])
    await bench.close()
  }

  @Test("Less space on the server than here is what can be stored")
  func capacity() async throws {
    let bench = try await DAVBench { $0.state.withLock { $0.available = 12_345 } }
    #expect(await bench.place.capacity().byteCount == 12_345)
    await bench.close()
  }
}
