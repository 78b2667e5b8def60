import MirrorCore
import ObjectStorage
import StrictStore
import TestSupport
import Testing

@Suite("Digests that an object store computes", .timeLimit(.minutes(15)))
struct StoreProofTests {
  private static let one = "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a"

  @Test("A store that checks digests tells them when it is asked, also after a move")
  func told() async throws {
    let bench = try await StoreBench()
    #expect(try await bench.place("o/a.jpg", [1]) == .success([]))
    #expect(try await bench.facts(of: "o/a.jpg", .proven)?.proof == Self.one)
    #expect(try await bench.facts(of: "o/a.jpg", .told)?.proof == nil)
    let aside = try #require(await bench.destination.setAside("o/a.jpg"))
    #expect(try await bench.facts(of: aside, .proven)?.proof == Self.one)
    #expect(bench.store.complaints.isEmpty)
    #expect(bench.store["a/mirror/.photomirror/probe"]?.count == 12)
    await bench.close()
  }

  @Test("Digests of a store that believes any are not used")
  func believed() async throws {
    let bench = try await StoreBench { $0.state.withLock { $0.digests = .believed } }
    #expect(try await bench.place("o/a.jpg", [1]) == .success([]))
    let facts = try await bench.facts(of: "o/a.jpg", .proven)
    #expect(facts?.sha256 == Self.one && facts?.proof == nil)
    await bench.close()
  }

  @Test("A store that refuses digests gets its requests without them")
  func refused() async throws {
    let bench = try await StoreBench { $0.state.withLock { $0.digests = .refused } }
    #expect(try await bench.place("o/a.jpg", [1]) == .success([]))
    #expect(try await bench.place("o/b.jpg", [2]) == .success([]))
    let facts = try await bench.facts(of: "o/b.jpg", .proven)
    #expect(facts?.byteCount == 1 && facts?.proof == nil && bench.pauses.withLock(\.self) == 0)
    let sent = bench.store.requests.count { $0.headers["x-amz-checksum-sha256"] != nil }
    #expect(sent == 1)
    await bench.close()
  }

  @Test("Asking for the digest does not hide an object that is missing")
  func missing() async throws {
    for digests in [StrictStore.Digests.checked, .refused] {
      let bench = try await StoreBench { $0.state.withLock { $0.digests = digests } }
      #expect(try await bench.facts(of: "o/a.jpg", .proven) == nil)
      await bench.close()
    }
  }

  @Test("A key that may not write gets no proofs, and no error")
  func readOnly() async throws {
    let bench = try await StoreBench()
    bench.store.fail("PUT", "probe") { [.error("403 Forbidden", "AccessDenied")] }
    #expect(try await bench.place("o/a.jpg", [1]) == .success([]))
    let facts = try await bench.facts(of: "o/a.jpg", .proven)
    #expect(facts?.sha256 == Self.one && facts?.proof == nil)
    await bench.close()
  }
}
