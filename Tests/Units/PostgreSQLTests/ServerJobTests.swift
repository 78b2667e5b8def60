import MirrorCore
import PostgreSQL
import TestSupport
import Testing

@testable import Catalog

@Suite(
  "The jobs of the queue on PostgreSQL",
  .enabled(if: TestServer.isThere, "Tests/Programs/PostgreSQL/run starts one"))
struct ServerJobTests {
  private static let host = "pictures.example:8080"

  /// A server's catalog with a stored photo (1), a queued one (2), a delayed one (3), and dead ones (4, 5). The
  /// last one has its host in its listing only.
  private func catalog(_ database: TestServer.Database) throws -> Catalog {
    let catalog = try Catalog(sharing: database.server)
    let source = try catalog.beginRun(ofSource: "site:all")
    let photos = (1...5).map {
      NewPhoto(
        photo: "\($0)", stem: "x/\($0)",
        listing: $0 == 5 ? #"{"url":"http://other.example/5.jpg"}"# : "{}")
    }
    let ids = try catalog.admit(photos, provider: "site", source: source).map(\.id)
    try catalog.enqueue(ids, ofSource: source.id)
    let worker = try catalog.register("test", "1", lease: 60)
    let jobs = try catalog.claim(5, ofSource: source.id, for: worker).sorted { $0.photo < $1.photo }
    let file = MirroredPhoto(
      id: ids[0], path: "x/1.jpg", format: "jpeg", width: 1, height: 1, byteCount: 1,
      sha256: String(repeating: "0", count: 64), label: "", storedAt: 1)
    #expect(try catalog.complete([file], [ids[0]: jobs[0].claim]).isEmpty)
    let setback = Setback(reason: "http://\(Self.host): status 503")
    #expect(try catalog.postpone(ids[2], jobs[2].claim, setback))
    for (place, reason) in [(3, "http://\(Self.host): status 404"), (4, "not a photo")] {
      #expect(
        try catalog.bury(
          ids[place], jobs[place].claim, reason: reason, isRefusal: false, at: 1))
    }
    try catalog.release(ofSource: source.id, by: worker)
    return catalog
  }

  private func jobs(_ database: TestServer.Database) throws -> [String] {
    try database.read(
      """
      SELECT photo || ' ' || state || ' ' || attempts || ' ' || coalesce(reason, '')
      FROM photomirror.job ORDER BY photo
      """)
  }

  @Test("One statement shows a fleet: counts of photos and jobs, workers, and failures by host")
  func fleet() throws {
    let database = try TestServer.Database()
    let catalog = try catalog(database)
    let fleet = try catalog.fleet()
    let queue = try #require(fleet.queues.first)
    #expect(fleet.queues.count == 1 && queue.source == "site:all")
    #expect([queue.mirrored, queue.missing, queue.queued] == [1, 4, 2])
    #expect([queue.delayed, queue.claimed, queue.dead] == [1, 0, 2])
    #expect((0...60).contains(queue.oldest ?? -1))
    #expect(fleet.workers.map(\.name) == ["test"] && fleet.workers[0].lease > 0)
    #expect(fleet.failures.map(\.host) == [Self.host, ""])
    #expect(fleet.failures.map { [$0.delayed, $0.dead] } == [[1, 1], [0, 1]])
    #expect(fleet.failures[1].reason == "not a photo")
    #expect(fleet.order == .work && !fleet.isListing && fleet.pauses.isEmpty)
    #expect(try database.wrongCounts() == [])
  }

  @Test(
    "Dead photos are queued again as new ones, by their id, their host, or the host in the listing",
    arguments: [
      ("4", [4]), ("pictures.example", [4]), (host, [4]), ("other.example", [5]), ("9", []),
    ])
  func retried(_ what: String, _ photos: [Int]) throws {
    let database = try TestServer.Database()
    let catalog = try catalog(database)
    #expect(try catalog.requeue(what) == photos.count)
    let dead = Set([4, 5]).subtracting(photos)
    #expect(
      try database.read("SELECT photo::text FROM photomirror.job WHERE state = 2 ORDER BY photo")
        == dead.sorted().map { "\($0)" })
    #expect(
      try jobs(database).filter { $0.hasSuffix(" 0 0 ") }
        == [2, photos.first].compactMap(\.self).map { "\($0) 0 0 " })
    #expect(try database.wrongCounts() == [])
  }

  @Test("A queue travels with its catalog into a file and to another server, with its dead photos")
  func moved() throws {
    let folder = try TemporaryDirectory()
    let (database, other) = (try TestServer.Database(), try TestServer.Database())
    let file = CatalogLocation.file(folder.appending("catalog.sqlite"))
    do {
      let original = try catalog(database)
      try original.keepJobs()
      _ = try CatalogCopy(original, to: Catalog(copying: file), origin: "a").run { _ in }
    }
    // A run over the file stores one of them.
    let catalog = try Catalog(at: file)
    try catalog.record([
      MirroredPhoto(
        id: 2, path: "x/2.jpg", format: "jpeg", width: 1, height: 1, byteCount: 1,
        sha256: String(repeating: "0", count: 64), label: "", storedAt: 1)
    ])
    let copy = try Catalog(copying: .server(other.server))
    _ = try CatalogCopy(catalog, to: copy, origin: "b").run { _ in }
    let expected = try jobs(database).filter { !$0.hasPrefix("2 ") }
    #expect(expected.count == 3)
    #expect(try jobs(other) == expected)
    #expect(try other.read("SELECT count(*)::text FROM photomirror.kept_job") == ["0"])
    #expect(try other.wrongCounts() == [])
  }
}
