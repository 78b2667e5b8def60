import Foundation
import MirrorCore
import ObjectStorage
import StrictStore
import TestSupport
import Testing

@Suite("Objects that are locked, and not deleted", .timeLimit(.minutes(15)))
struct ObjectLockTests {
  private static let record = Array("{}".utf8)

  private func files(_ path: String) -> StoredFiles {
    StoredFiles(path: path, stem: path.replacing(".jpg", with: ""), thumbnail: .absent)
  }

  @Test("Photos and sidecars are locked, also back from the trash; other objects are not")
  func locked() async throws {
    let bench = try await StoreBench(lock: ObjectLock(.governance, days: 10)) {
      $0.state.withLock { $0.allowsLocks = true }
    }
    let file = Placement(
      path: "o/a.jpg", picture: .part(try bench.part([1])),
      companions: [.sidecar([2], .xmp), .thumbnail([3], stem: "o/a", .png)])
    #expect(await bench.destination.place([file]) == [.success([])])
    func lock(of key: String) -> (mode: String?, end: String?) {
      bench.store.state.withLock {
        let headers = $0.objects["a/mirror/" + key]?.headers ?? [:]
        return (
          headers["x-amz-object-lock-mode"], headers["x-amz-object-lock-retain-until-date"]
        )
      }
    }
    for key in ["o/a.jpg", "o/a.jpg.xmp"] {
      #expect(lock(of: key).mode == "GOVERNANCE")
      let end = try Date(#require(lock(of: key).end), strategy: .iso8601)
      #expect(abs(end.timeIntervalSinceNow - 10 * 86_400) < 600)
    }
    #expect(lock(of: ".photomirror/thumbnails/o/a.png").mode == nil)
    let place = try await bench.destination.trashPlace(of: "o/a.jpg", label: "2026-01-02")
    try await bench.destination.discard(files("o/a.jpg"), to: place, record: Self.record)
    #expect(bench.store["a/mirror/" + place] == [1])
    try await bench.destination.recover(files("o/a.jpg"), from: place)
    #expect(lock(of: "o/a.jpg").mode == "GOVERNANCE" && bench.store.complaints.isEmpty)
    await bench.close()
  }

  @Test("A bucket that was not made for locks ends the run, and says so")
  func unlockable() async throws {
    let bench = try await StoreBench(lock: ObjectLock(.compliance, days: 1))
    guard case .failure(let error)? = try await bench.place("o/a.jpg", [1]) else {
      Issue.record("stored without a lock")
      return
    }
    #expect(!error.isOfEntry && error.error.message.contains("Object Lock"))
    await bench.close()
  }

  @Test("A store that deletes nothing is asked once, and nothing is copied or moved")
  func undeletable() async throws {
    let bench = try await StoreBench { $0.state.withLock { $0.undeletable = [""] } }
    #expect(try await bench.place("o/a.jpg", [1]) == .success([]))
    let before = bench.store.state.withLock(\.objects.keys).sorted()
    for _ in 1...2 {
      let error = await #expect(throws: StorageError.self) {
        try await bench.destination.discard(
          files("o/a.jpg"), to: ".photomirror/trash/2026-01-02/o/a.jpg", record: Self.record)
      }
      #expect(error?.isOfEntry == true && error?.error.message.contains("does not delete") == true)
      await #expect(throws: StorageError.self) { try await bench.destination.setAside("o/a.jpg") }
    }
    #expect(bench.store.state.withLock(\.objects.keys).sorted() == before)
    #expect(bench.store.requests.count { $0.method == "DELETE" } == 1)
    await bench.close()
  }

  @Test("A store tells what a key may do")
  func rights() async throws {
    let bench = try await StoreBench(isProbed: false) {
      $0.state.withLock { $0.undeletable = ["a/mirror"] }
    }
    let rights = await bench.client.rights()
    #expect(rights.lists == nil && rights.reads == nil && rights.writes == nil)
    #expect(rights.deletes?.contains("AccessDenied") == true)
    #expect(rights.keepsExisting && rights.provesFiles)
    bench.store.fail("PUT", "probe") { [.error("403 Forbidden", "AccessDenied")] }
    #expect(await bench.client.rights().writes?.contains("AccessDenied") == true)
    await bench.close()
  }
}
