import MirrorCore
import TestSupport
import Testing

@testable import Catalog

@Suite("A photo that its site refuses")
struct RefusalTests {
  private static let day: Int64 = 86_400
  private let directory: TemporaryDirectory
  private let catalog: Catalog
  private let source: SourceRecord
  private let id: Int64

  init() throws {
    directory = try TemporaryDirectory()
    catalog = try Catalog(path: directory.appending("catalog.sqlite"))
    source = try catalog.beginRun(ofSource: "a:b")
    id = try #require(
      try catalog.admit(
        [NewPhoto(photo: "1", stem: "o/1", listing: "{}")], provider: "a", source: source
      ).first
    ).id
  }

  private func refuse(at seconds: Int64) throws -> Refusal {
    try catalog.noteRefusal(ofPhoto: id, reason: "status 404", at: seconds)
  }

  private func waiting(_ source: SourceRecord, at now: Int64) throws -> [Int64] {
    try catalog.waiting(in: source, onlyDeferred: false, after: 0, limit: 9, now: now).map(\.id)
  }

  @Test("A refused photo has failed after the first refusal and is unavailable from the second on")
  func confirmed() throws {
    #expect(try refuse(at: 100).retryAt == nil)
    var counts = try #require(try catalog.counts().first)
    #expect(counts.failed == 1 && counts.unavailable == 0 && counts.waiting == 0)
    #expect(
      try refuse(at: 200) == Refusal(since: 100, retryAt: 200 + Self.day, reason: "status 404"))
    counts = try #require(try catalog.counts().first)
    #expect(counts.failed == 0 && counts.unavailable == 1 && counts.waiting == 0)
    #expect(try catalog.failures(limit: 5).isEmpty)
    let group = try #require(try catalog.unavailable(limit: 5).first)
    #expect(group == ("status 404", 1, 100))
    #expect(try catalog.unavailable(because: "status 404", limit: 5).map(\.photo) == ["1"])
  }

  @Test(
    "A refused photo is retried after the time since its first refusal, limited to 1 to 32 days")
  func intervals() throws {
    _ = try refuse(at: 0)
    for (now, wait) in [(1, 1), (1, 1), (2, 2), (4, 4), (31, 31), (400, 32)] as [(Int64, Int64)] {
      #expect(try refuse(at: now * Self.day).retryAt == (now + wait) * Self.day)
    }
    _ = try catalog.database.run("UPDATE photo SET refused_at = ?", .integer(.min))
    #expect(try refuse(at: 7).retryAt == 7 + 32 * Self.day)
  }

  @Test("A refused photo is due at its retry time in later runs, and when deferred in the same run")
  func due() throws {
    _ = try refuse(at: 0)
    let second = try catalog.beginRun(ofSource: "a:b")
    #expect(try waiting(second, at: 5) == [id])
    _ = try refuse(at: 5)
    let third = try catalog.beginRun(ofSource: "a:b")
    #expect(try waiting(third, at: 6).isEmpty)
    #expect(try waiting(third, at: 5 + Self.day) == [id])
    _ = try catalog.admit(
      [NewPhoto(photo: "1", stem: "o/1", listing: "{}")], provider: "a", source: third)
    try catalog.noteFailure(ofPhoto: id, reason: "status 404", isDeferred: true)
    #expect(try waiting(third, at: 6) == [id])
  }

  @Test("A refused photo that fails for another reason has failed, until the next refusal")
  func otherReason() throws {
    for time in [1, 2] as [Int64] { _ = try refuse(at: time) }
    try catalog.noteFailure(ofPhoto: id, reason: "timed out", isDeferred: false)
    #expect(try catalog.counts().first?.failed == 1)
    #expect(try refuse(at: 9).retryAt != nil)
  }

  @Test("A refused photo that was mirrored since starts anew")
  func mirrored() throws {
    for time in [1, 2] as [Int64] { _ = try refuse(at: time) }
    try catalog.record([
      MirroredPhoto(
        id: id, path: "o/1.jpg", format: "jpeg", width: 1, height: 1, byteCount: 1, sha256: "",
        label: "", storedAt: 3)
    ])
    let counts = try #require(try catalog.counts().first)
    #expect(counts.mirrored == 1 && counts.unavailable == 0)
    try catalog.noteLoss(ofPhoto: id)
    #expect(try refuse(at: 4) == Refusal(since: 4, retryAt: nil, reason: "status 404"))
  }
}
