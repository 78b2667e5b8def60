import Foundation
import MirrorCore
import StrictStore
import TestSupport
import Testing

@testable import ObjectStorage

@Suite("Uploads in parts", .timeLimit(.minutes(15)))
struct MultipartTests {
  private static let partSize: Int64 = 1 << 20
  private static let bytes = (0..<(3 << 20) + 5).map {
    UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9)
  }

  private func upload(_ bench: StoreBench) async throws -> Bool {
    let part = try bench.part(Self.bytes)
    return try await bench.client.upload(
      part, size: Int64(Self.bytes.count), digest: "d", to: "o/v.mp4", headers: [],
      partSize: Self.partSize)
  }

  private func sentParts(_ bench: StoreBench) -> Int {
    bench.store.requests.count { $0.method == "PUT" && $0.target.contains("partNumber") }
  }

  @Test("A large file arrives whole, with its digest")
  func whole() async throws {
    let bench = try await StoreBench()
    #expect(try await upload(bench))
    #expect(bench.store["a/mirror/o/v.mp4"] == Self.bytes && sentParts(bench) == 4)
    #expect(try await bench.client.facts(of: "o/v.mp4")?.sha256 == "d")
    #expect(bench.store.complaints.isEmpty)
    await bench.close()
  }

  @Test("An interrupted upload continues, and sends only the parts that are missing")
  func resumed() async throws {
    let bench = try await StoreBench()
    for _ in 1...5 {
      bench.store.fail("PUT", "partNumber=3") {
        [.error("500 Internal Server Error", "InternalError")]
      }
    }
    await #expect(throws: StoreError.self) { try await upload(bench) }
    let before = sentParts(bench)
    #expect(try await upload(bench))
    #expect(sentParts(bench) == before + 2 && bench.store["a/mirror/o/v.mp4"] == Self.bytes)
    #expect(bench.store.state.withLock(\.uploads.isEmpty))
    await bench.close()
  }

  @Test("A join whose answer was lost, or that reports an error late, is done once")
  func join() async throws {
    let bench = try await StoreBench()
    bench.store.fail("POST", "uploadId", isPerformed: true) { [.reset] }
    #expect(try await upload(bench))
    bench.store.state.withLock { $0.objects = [:] }
    bench.store.fail("POST", "uploadId") {
      [.ok(Array("  <Error><Code>InternalError</Code></Error>".utf8))]
    }
    #expect(try await upload(bench) && bench.store["a/mirror/o/v.mp4"] == Self.bytes)
    await bench.close()
  }

  @Test("An existing object stays, and the parts are given up")
  func exists() async throws {
    let bench = try await StoreBench()
    bench.store.state.withLock { $0.objects["a/mirror/o/v.mp4"] = .init(bytes: [9], headers: [:]) }
    #expect(try await !upload(bench) && sentParts(bench) == 0)
    await bench.close()
  }

  @Test("An object that is too large for one copy is copied in parts, with what is stored about it")
  func copied() async throws {
    let bench = try await StoreBench()
    bench.store.state.withLock {
      $0.objects["a/mirror/o/v.mp4"] = .init(
        bytes: Self.bytes,
        headers: ["content-type": "video/mp4", "x-amz-meta-sha256": "d", "x-amz-meta-mtime": "7"])
    }
    try await bench.client.copy("o/v.mp4", to: "t/v.mp4", partSize: Self.partSize)
    let objects = bench.store.state.withLock(\.objects)
    #expect(objects["a/mirror/t/v.mp4"]?.bytes == Self.bytes && sentParts(bench) == 4)
    #expect(objects["a/mirror/t/v.mp4"]?.headers == objects["a/mirror/o/v.mp4"]?.headers)
    #expect(bench.store.complaints.isEmpty)
    bench.store.fail("PUT", "partNumber=3") { [.error("403 Forbidden", "AccessDenied")] }
    await #expect(throws: StoreError.self) {
      try await bench.client.copy("o/v.mp4", to: "t/w.mp4", partSize: Self.partSize)
    }
    let isGivenUp = bench.store.state.withLock { $0.uploads.isEmpty }
    #expect(bench.store["a/mirror/t/w.mp4"] == nil && isGivenUp)
    await bench.close()
  }

  @Test("A refused part gives the upload up")
  func refused() async throws {
    let bench = try await StoreBench()
    bench.store.fail("PUT", "partNumber=2") { [.error("400 Bad Request", "EntityTooLarge")] }
    await #expect(throws: StoreError.self) { try await upload(bench) }
    #expect(bench.store.state.withLock(\.uploads.isEmpty))
    await bench.close()
  }
}
