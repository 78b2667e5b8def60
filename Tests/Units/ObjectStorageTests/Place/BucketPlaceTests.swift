import Foundation
import Locking
import MirrorCore
import MirrorTesting
import ObjectStorage
import StrictStore
import TestSupport
import Testing

@Suite("An object store as a destination", .timeLimit(.minutes(15)))
struct BucketPlaceTests {
  private func conformance(honoursConditions: Bool) async throws {
    let benches = Locked<[StoreBench]>([])
    let broken = try await DestinationConformance.check {
      let bench = try await StoreBench { store in
        store.state.withLock { $0.honoursConditions = honoursConditions }
      }
      benches.withLock { $0.append(bench) }
      return DestinationConformance.Subject(bench.destination) { bytes in
        try bench.part(bytes)
      } read: { path in
        bench.store["a/mirror/" + path]
      }
    }
    #expect(broken.isEmpty)
    for bench in benches.withLock(\.self) {
      #expect(bench.store.complaints.isEmpty)
      await bench.close()
    }
  }

  @Test("A store that honours If-None-Match passes the conformance tests of a destination")
  func conformance() async throws { try await conformance(honoursConditions: true) }

  @Test("A store that ignores If-None-Match passes them too, because it is found out")
  func olderConformance() async throws { try await conformance(honoursConditions: false) }

  @Test("The edge of a thumbnail is read from the first bytes of its object")
  func thumbnailEdge() async throws {
    let bench = try await StoreBench()
    let header = Array("IHDR".utf8) + [0, 0, 1, 0x2C, 0, 0, 0, 200, 8, 2, 0, 0, 0]
    let picture =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + header
      + [UInt8](repeating: 0, count: 5000)
    let file = Placement(
      path: "o/a.jpg", picture: .part(try bench.part([1])),
      companions: [.thumbnail(picture, stem: "o/a", .png)])
    #expect(await bench.destination.place([file]) == [.success([])])
    #expect(await bench.destination.thumbnailEdge(ofStem: "o/a", .png) == 300)
    #expect(await bench.destination.thumbnailEdge(ofStem: "o/b", .png) == nil)
    await bench.close()
  }

  @Test("An object has its digest, its type and the time of the photo")
  func headers() async throws {
    let bench = try await StoreBench()
    let part = try bench.part([1, 2, 3])
    let file = Placement(
      path: "o/a.jpg", picture: .part(part), companions: [], modifiedAt: 1_700_000_000)
    #expect(await bench.destination.place([file]) == [.success([])])
    let headers = bench.store.state.withLock { $0.objects["a/mirror/o/a.jpg"]?.headers }
    #expect(
      headers == [
        "content-type": "image/jpeg", "x-amz-meta-mtime": "1700000000",
        "x-amz-meta-sha256": "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81",
        "x-amz-checksum-sha256": "A5BYxvLAy0ksUzsKTRTvd8wPeKvMztUofYShogEc+4E=",
      ])
    #expect(!FileManager.default.fileExists(atPath: part))
    await bench.close()
  }

  @Test(
    "Names with spaces, signs and other scripts are stored and found",
    arguments: [
      "ö ü/a b+c&d=e.jpg", "日本/写真 (1).jpg", "o'b/100%/x~y.jpg", "p/a.b.c.jpg", "q/#hash?.jpg",
    ])
  func names(_ path: String) async throws {
    let bench = try await StoreBench()
    #expect(try await bench.place(path, [1]) == .success([]))
    let stem = String(path.dropLast(4))
    #expect(try await bench.destination.find(stems: [stem]) == [stem: path])
    let files = StoredFiles(path: path, stem: stem, thumbnail: .absent)
    #expect(try await bench.destination.look(for: [files]).first?.isThere == true)
    #expect(bench.store["a/mirror/" + path] == [1] && bench.store.complaints.isEmpty)
    await bench.close()
  }

  @Test("A page of neighbours is looked for by one list, and others among them are left out")
  func neighbours() async throws {
    let bench = try await StoreBench(prefix: "")
    bench.store.state.withLock { state in
      for number in 0..<2500 {
        state.objects["o/\(number + 10_000).jpg"] = .init(bytes: [1], headers: [:])
      }
    }
    let files = (0..<500).map { number in
      let stem = "o/\(number * 5 + 10_000)"
      return StoredFiles(path: stem + ".jpg", stem: stem, thumbnail: .absent)
    }
    let before = bench.store.requests.count
    let looks = try await bench.destination.look(for: files)
    #expect(looks.allSatisfy(\.isThere) && bench.store.requests.count == before + 3)
    let few = try await bench.destination.look(for: [files[0], files[400]])
    #expect(few.allSatisfy(\.isThere) && bench.store.requests.count == before + 5)
    await bench.close()
  }

  @Test("If lists of a crowded folder do not help, each photo is looked for by itself")
  func crowd() async throws {
    let bench = try await StoreBench(prefix: "")
    bench.store.state.withLock { state in
      for number in 0..<6000 {
        state.objects["o/\(number + 10_000).jpg"] = .init(bytes: [1], headers: [:])
      }
    }
    let stems = ["o/10000", "o/12345", "o/15999", "o/99999"]
    let found = try await bench.destination.find(stems: stems)
    #expect(found.keys.sorted() == Array(stems.dropLast()))
    await bench.close()
  }

  @Test("A store that cannot be asked is an error, and not an empty one")
  func outage() async throws {
    let bench = try await StoreBench()
    _ = try await bench.place("o/a.jpg", [1])
    for _ in 1...5 {
      bench.store.fail("GET") { [.error("500 Internal Server Error", "InternalError")] }
    }
    let files = StoredFiles(path: "o/a.jpg", stem: "o/a", thumbnail: .absent)
    await #expect(throws: StorageError.self) { try await bench.destination.look(for: [files]) }
    await bench.close()
  }

  @Test("A copy for the decoder has the object's bytes, and is deleted after use")
  func copy() async throws {
    let bench = try await StoreBench()
    let bytes = (0..<(9 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    _ = try await bench.place("o/a.jpg", bytes)
    let file = try await bench.destination.withFile(at: "o/a.jpg") { file in
      #expect(FileManager.default.contents(atPath: file).map(Array.init) == bytes)
      return file
    }
    #expect(!FileManager.default.fileExists(atPath: file))
    // As of a mirror whose catalog is in a database, on a machine that has nothing of it.
    try FileManager.default.removeItem(atPath: bench.directory.path)
    let print = try await bench.destination.fingerprint(of: "o/a.jpg")
    #expect(print?.byteCount == Int64(bytes.count))
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.directory.parts).isEmpty)
    await bench.close()
  }

  @Test("Two damaged objects of one photo are both set aside, whatever digest they have")
  func damagedTwins() async throws {
    let bench = try await StoreBench()
    for damage: UInt8 in [7, 8] {
      _ = try await bench.place("o/a.jpg", [1, 2])
      // The store keeps the digest and the tag that the object had.
      bench.store.state.withLock { $0.objects["a/mirror/o/a.jpg"]?.bytes = [1, damage] }
      _ = try await bench.destination.setAside("o/a.jpg")
    }
    let aside = "a/mirror/.photomirror/set-aside/o/a.jpg"
    #expect(bench.store[aside] == [1, 7] && bench.store[aside + "~2"] == [1, 8])
    await bench.close()
  }

  @Test("A rename that was interrupted between copies and deletions is completed")
  func renamed() async throws {
    let bench = try await StoreBench()
    for path in ["o/a.jpg", "o/a.jpg.xmp"] {
      _ = try await bench.place(path, [1])
      bench.store.state.withLock { state in
        let new = path.replacing("o/a", with: "p/b")
        state.objects["a/mirror/" + new] = state.objects["a/mirror/" + path]
      }
    }
    let change = NameChange(path: "o/a.jpg", newPath: "p/b.jpg", stem: "o/a", newStem: "p/b")
    #expect(await bench.destination.rename([change]) == [.success([])])
    #expect(bench.store["a/mirror/p/b.jpg"] == [1] && bench.store["a/mirror/p/b.jpg.xmp"] == [1])
    #expect(bench.store["a/mirror/o/a.jpg"] == nil && bench.store["a/mirror/o/a.jpg.xmp"] == nil)
    await bench.close()
  }

  @Test("An object with more bytes than allowed is not fetched")
  func tooLong() async throws {
    let bench = try await StoreBench()
    _ = try await bench.place("o/a.jpg", [1, 2])
    let before = bench.store.requests.count { $0.method == "GET" }
    let error = await #expect(throws: StorageError.self) {
      _ = try await bench.destination.place.take("o/a.jpg", limit: 1)
    }
    #expect(error?.isOfEntry == true)
    #expect(bench.store.requests.count { $0.method == "GET" } == before)
    await bench.close()
  }

  @Test("A store that lists its objects again and again is an error, and no endless list")
  func repeatedList() async throws {
    let bench = try await StoreBench()
    for token in ["one", "two"] {
      bench.store.fail("GET", "list-type") {
        [
          .ok(
            Array(
              "<ListBucketResult><Contents><Key>a/mirror/o/a.jpg</Key><Size>1</Size></Contents><IsTruncated>true</IsTruncated><NextContinuationToken>\(token)</NextContinuationToken></ListBucketResult>"
                .utf8))
        ]
      }
    }
    var seen: [String] = []
    let error = await #expect(throws: StorageError.self) {
      try await bench.destination.place.list(PlaceList()) { files in
        seen += files.map(\.path)
        return true
      }
    }
    #expect(error?.error.message.contains("in no order") == true && seen == ["o/a.jpg"])
    await bench.close()
  }
}
