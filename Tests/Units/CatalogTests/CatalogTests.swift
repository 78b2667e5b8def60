import Foundation
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Catalog

@Suite struct CatalogTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.appending("catalog.sqlite")
  }

  private func new(_ id: String, stem: String? = nil) -> NewPhoto {
    NewPhoto(photo: id, stem: stem ?? "owner/\(id)", listing: "{\"id\":\"\(id)\"}")
  }

  private func mirrored(_ record: PhotoRecord) -> MirroredPhoto {
    MirroredPhoto(
      id: record.id, path: record.stem + ".jpg", format: "jpeg", width: 3, height: 2, byteCount: 10,
      sha256: "00", label: "Large", storedAt: 1_700_000_000)
  }

  @Test("Runs of a source are counted, and the count of another source starts anew")
  func runs() throws {
    let catalog = try Catalog(path: path)
    #expect(try catalog.beginRun(ofSource: "flickr:recent").run == 1)
    #expect(try catalog.beginRun(ofSource: "flickr:recent").run == 2)
    #expect(try catalog.beginRun(ofSource: "flickr:user/1").run == 1)
  }

  @Test("Committed photos are present when the catalog is opened again")
  func reopening() throws {
    do {
      let catalog = try Catalog(path: path)
      let source = try catalog.beginRun(ofSource: "a:b")
      let rows = try catalog.admit([new("1"), new("2")], provider: "a", source: source)
      try catalog.record([mirrored(rows[0])])
      let pass = try catalog.beginPass(of: source, isLimited: false, at: 1)
      try catalog.noteCursor("7", ofPass: pass.number, of: source)
    }
    let catalog = try Catalog(path: path)
    let known = try catalog.known(["1", "2", "3"], site: "a")
    #expect(known["1"]?.isMirrored == true)
    #expect(known["1"]?.path == "owner/1.jpg")
    #expect(known["2"]?.isMirrored == false)
    #expect(known["3"] == nil)
    let source = try #require(try catalog.source("a:b"))
    #expect(source.isUnderway)
    #expect(source.cursor == "7")
  }

  @Test("The size that a site refused is recorded with the photo that was stored in a smaller one")
  func refusedSize() throws {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let rows = try catalog.admit([new("1"), new("2")], provider: "a", source: source)
    let smaller = MirroredPhoto(
      id: rows[0].id, path: "a", format: "jpeg", width: 3, height: 2, byteCount: 10, sha256: "00",
      label: "Large", refusedLabel: "Original", storedAt: 1_700_000_000)
    try catalog.record([smaller, mirrored(rows[1])])
    func refused() throws -> [String?] {
      try catalog.database.rows("SELECT refused_label FROM file ORDER BY photo") { $0.text(0) }
    }
    #expect(try refused() == ["Original", nil])
    try catalog.record([mirrored(rows[0])])
    #expect(try refused() == [nil, nil])
  }

  @Test(
    "Each of many photos whose names differ at most in case gets a name of its own, and keeps it")
  func oneName() throws {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let photos = ["xy", "xY", "Xy", "XY"].map { new($0) }
    let rows = try catalog.admit(photos, provider: "a", source: source)
    #expect(rows.map(\.photo) == photos.map(\.photo))
    #expect(Set(rows.map { $0.stem.lowercased() }).count == photos.count)
    try catalog.record(rows.map(mirrored))
    #expect(
      try catalog.admit(photos, provider: "a", source: source).map(\.stem) == rows.map(\.stem))
  }

  @Test("A photo keeps its first name when its title changes")
  func stemIsKept() throws {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    _ = try catalog.admit([new("1", stem: "o/old_1")], provider: "a", source: source)
    let again = try catalog.admit([new("1", stem: "o/new_1")], provider: "a", source: source)
    #expect(again.map(\.stem) == ["o/old_1"])
  }

  @Test("One id at two sites is two photos")
  func sites() throws {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let photos = ["one.example", "two.example"].map {
      NewPhoto(photo: "1", site: $0, stem: "o/1", listing: "{}")
    }
    let rows = try catalog.admit(photos + [new("1")], provider: "a", source: source)
    #expect(Set(rows.map(\.id)).count == 3 && Set(rows.map(\.stem)).count == 3)
    #expect(try catalog.record("1", site: "two.example")?.id == rows[1].id)
  }

  @Test("Two photos whose names differ only in case get different names")
  func stemsAreUnique() throws {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let rows = try catalog.admit(
      [new("aB", stem: "o/aB"), new("Ab", stem: "o/Ab")], provider: "a", source: source)
    #expect(rows.map(\.stem) == ["o/aB", "o/Ab_a"])
  }

  @Test("Photos of an earlier run wait; photos of this run wait only if they were deferred")
  func waiting() throws {
    let catalog = try Catalog(path: path)
    let first = try catalog.beginRun(ofSource: "a:b")
    let rows = try catalog.admit(
      [new("1"), new("2"), new("3")], provider: "a", source: first)
    #expect(try catalog.waiting(in: first, onlyDeferred: false, after: 0, limit: 9, now: 0).isEmpty)
    try catalog.noteFailure(ofPhoto: rows[1].id, reason: "gone", isDeferred: true)
    let deferred = try catalog.waiting(in: first, onlyDeferred: true, after: 0, limit: 9, now: 0)
    #expect(deferred.map(\.photo) == ["2"])
    try catalog.record([mirrored(rows[0])])
    let second = try catalog.beginRun(ofSource: "a:b")
    let left = try catalog.waiting(in: second, onlyDeferred: false, after: 0, limit: 9, now: 0)
    #expect(left.map(\.photo) == ["2", "3"])
    let rest = try catalog.waiting(
      in: second, onlyDeferred: false, after: left[0].id, limit: 9, now: 0)
    #expect(rest.map(\.photo) == ["3"])
  }

  @Test("A mirrored photo whose file is missing is downloaded again under its old name")
  func loss() throws {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let row = try catalog.admit([new("1", stem: "o/x")], provider: "a", source: source)[0]
    try catalog.record([mirrored(row)])
    try catalog.noteLoss(ofPhoto: row.id)
    let again = try catalog.admit([new("1", stem: "o/y")], provider: "a", source: source)[0]
    #expect(!again.isMirrored)
    #expect(again.stem == "o/x")
    #expect(try catalog.record("1", site: "a")?.listing != nil)
  }

  @Test("The counts separate mirrored, waiting and failed photos, the most frequent reasons first")
  func counts() throws {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let rows = try catalog.admit(
      (1...5).map { new("\($0)") }, provider: "a", source: source)
    try catalog.record([mirrored(rows[0])])
    for (row, reason) in zip(rows[1...], ["gone", "gone", "late"]) {
      try catalog.noteFailure(ofPhoto: row.id, reason: reason, isDeferred: false)
    }
    let counts = try #require(try catalog.counts().first)
    #expect(counts.mirrored == 1 && counts.waiting == 1 && counts.failed == 3)
    #expect(counts.byteCount == 10)
    let failures = try catalog.failures(limit: 5)
    #expect(failures.map(\.reason) == ["gone", "late"])
    #expect(failures.map(\.photos) == [2, 1])
    #expect(try catalog.failed(because: "gone", limit: 5).map(\.photo) == ["2", "3"])
    #expect(try catalog.failed(because: "gone", limit: 1).map(\.photo) == ["2"])
  }

  @Test("A deferred photo waits and has not failed, even after a later run has listed it again")
  func deferred() throws {
    let catalog = try Catalog(path: path)
    let first = try catalog.beginRun(ofSource: "a:b")
    let rows = try catalog.admit([new("1"), new("2")], provider: "a", source: first)
    try catalog.noteFailure(ofPhoto: rows[0].id, reason: "late", isDeferred: true)
    try catalog.noteFailure(ofPhoto: rows[1].id, reason: "gone", isDeferred: false)
    func expectOneWaits() throws {
      let counts = try #require(try catalog.counts().first)
      #expect(counts.waiting == 1 && counts.failed == 1)
      #expect(try catalog.failures(limit: 5).map(\.reason) == ["gone"])
      #expect(try catalog.failed(because: "late", limit: 5).isEmpty)
    }
    try expectOneWaits()
    let second = try catalog.beginRun(ofSource: "a:b")
    _ = try catalog.admit([new("1"), new("2")], provider: "a", source: second)
    try expectOneWaits()
  }

  @Test("A source can be forgotten only if it never gave a photo")
  func forget() throws {
    let catalog = try Catalog(path: path)
    let typo = try catalog.beginRun(ofSource: "a:typo")
    #expect(try catalog.forget(typo) && catalog.sources().isEmpty)
    let source = try catalog.beginRun(ofSource: "a:b")
    _ = try catalog.admit([new("1")], provider: "a", source: source)
    let ended = try catalog.beginRun(ofSource: "a:empty")
    let pass = try catalog.beginPass(of: ended, isLimited: false, at: 6)
    try catalog.endPass(pass.number, of: ended, as: .complete, at: 7)
    let underway = try catalog.beginRun(ofSource: "a:known")
    let open = try catalog.beginPass(of: underway, isLimited: false, at: 6)
    try catalog.noteCursor("2", ofPass: open.number, of: underway)
    for source in [source, ended, underway] { #expect(try !catalog.forget(source)) }
    #expect(try catalog.sources().map(\.address) == ["a:b", "a:empty", "a:known"])
  }

  @Test("Text with a NUL, quotes and any script is read back unchanged")
  func text() throws {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let odd = "a\0b'\"; DROP TABLE photo; -- 日本 \u{1F600} e\u{301}"
    _ = try catalog.admit(
      [NewPhoto(photo: odd, stem: odd, listing: odd)], provider: "a", source: source)
    let record = try #require(try catalog.known([odd], site: "a")[odd])
    #expect(Array(record.photo.utf8) == Array(odd.utf8))
    #expect(record.listing.map { Array($0.json.utf8) } == Array(odd.utf8))
  }

  @Test("A listed photo is kept as its listing says until it is mirrored")
  func keptListing() throws {
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "a:b")
    let photo = Photo(
      id: "1", owner: "o", title: "é / \"x\"", latitude: -12.5,
      renditions: [Rendition(label: "Large", url: "https://example.org/1?a=b/c", width: 3)])
    let admitted = try catalog.admit(
      [NewPhoto(photo: "1", stem: "o/1", metadata: photo)], provider: "a", source: source)
    #expect(admitted.map(\.listing) == [nil])
    #expect(try catalog.record("1", site: "a")?.listing?.photo() == photo)
  }

  @Test("A transaction that fails changes nothing")
  func rollback() throws {
    let database = try SQLiteDatabase(path: path, isReadOnly: false)
    try database.execute("CREATE TABLE t (x INTEGER UNIQUE)")
    #expect(throws: CatalogError.self) {
      try database.transaction { () throws(CatalogError) in
        try database.run("INSERT INTO t VALUES (1)")
        try database.run("INSERT INTO t VALUES (1)")
      }
    }
    #expect(try database.rows("SELECT count(*) FROM t") { $0.integer(0) } == [0])
  }
}
