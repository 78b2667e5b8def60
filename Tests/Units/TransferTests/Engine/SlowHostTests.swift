import Locking
import TestSupport
import Testing

@testable import Transfer

@Suite("A host whose files come slowly")
struct SlowHostTests {
  private static let body = photo(40_000)

  @Test(
    "A slow host yields half of the places to others, and its downloads resume later",
    arguments: [2, 4])
  func putBack(places: Int) async throws {
    let bench = try DownloadBench {
      ($0.width, $0.widthPerHost, $0.turnTime) = (places, places, .milliseconds(1))
      $0.stallTimeout = .seconds(60)
    }
    let (quick, released, begun) = (Latch(), Latch(), Locked(0))
    let slow = try WireServer { request in
      if request.headers["range"] != nil {
        return [
          .response(
            "206 Partial Content",
            DownloadBench.etag + [
              "Content-Range: bytes 20000-39999/40000", "Content-Length: 20000",
            ],
            Array(Self.body[20_000...]))
        ]
      }
      return [
        .response(
          "200 OK", DownloadBench.etag + ["Content-Length: 40000"], Array(Self.body[..<20_000])),
        .call {
          if begun.withLock({
            $0 += 1
            return $0 == places
          }) {
            quick.open()
          }
        },
        .hold(released), .send(Array(Self.body[20_000...])),
      ]
    }
    let fast = try WireServer { _ in [.ok(Self.body)] }
    let download = { @Sendable (server: WireServer, name: String) in
      var request = bench.request(server)
      request.partPath = bench.folder.appending(name)
      return try await bench.engine.download(request).byteCount
    }
    try await withThrowingTaskGroup { group in
      for number in 0..<places { group.addTask { try await download(slow, "slow\(number)") } }
      // Each slow transfer has bytes to resume from.
      await quick.wait()
      // All transfers of the other host complete while the slow ones continue.
      try await withThrowingTaskGroup { others in
        for number in 0..<6 { others.addTask { try await download(fast, "fast\(number)") } }
        for try await count in others { #expect(count == 40_000) }
      }
      released.open()
      for try await count in group { #expect(count == 40_000) }
    }
    #expect(slow.requests.contains { $0.headers["range"] == "bytes=20000-" })
  }

  @Test("The time limit for a file is proportional to its length")
  func allowance() {
    let watch = StallWatch(limit: .seconds(30), now: .now)
    #expect(watch.allowance(bytes: 0) == .seconds(60))
    #expect(watch.allowance(bytes: 3_000_000) == .seconds(1560))
    #expect(watch.allowance(bytes: -1) == .seconds(60))
    #expect(watch.allowance(bytes: .max) > .seconds(1 << 40))
    #expect(StallWatch.longest(promised: 0, received: 0) == .seconds(300))
    #expect(StallWatch.longest(promised: 8 << 20, received: 0) == .seconds(300 + 1024))
    #expect(StallWatch.longest(promised: nil, received: 1000) == .seconds(1800))
    #expect(StallWatch.longest(promised: nil, received: 16 << 20) == .seconds(300 + 2048))
  }
}
