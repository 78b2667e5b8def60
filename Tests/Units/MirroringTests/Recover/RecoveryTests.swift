import Foundation
import LocalFiles
import Locking
import MirrorCore
import TestSupport
import Testing

@testable import Catalog
@testable import Mirroring

@Suite("The recovery of a catalog from snapshots")
struct RecoveryTests {
  private static let catalogFile = ".photomirror/catalog.sqlite"

  private func recover(
    _ archive: TestArchive, from path: String? = nil
  ) async throws -> (result: Recovery.Result, findings: [Recovery.Finding]) {
    let findings = Locked<[Recovery.Finding]>([])
    let result = try await Recovery(of: archive.mirror, from: path).run { finding in
      findings.withLock { $0.append(finding) }
    }
    return (result, findings.withLock { $0 })
  }

  private func snapshots(of archive: TestArchive) -> [SnapshotName] {
    SnapshotFolder(archive.directory).names
  }

  private func verify(_ archive: TestArchive) async throws -> [Verification.Finding] {
    var findings: [Verification.Finding] = []
    try await Verification(of: archive.mirror).run {
      findings += $0.finding.map { [$0] } ?? []
    }
    return findings
  }

  /// A mirror of photos 1 to 4 with its snapshot, and then of photo 5. Photo 4 is forgotten.
  private func mirrored() async throws -> (TestSite, TestArchive) {
    let (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    site.show(1...4)
    try await site.run(into: archive)
    _ = try await MirrorTrash(of: archive.mirror).forget([TestArchive.id(4)])
    site.show(1...5)
    try await site.run(into: archive)
    return (site, archive)
  }

  @Test("After a lost catalog nothing is fetched again, and what was forgotten stays forgotten")
  func lost() async throws {
    let (site, archive) = try await mirrored()
    try archive.remove(Self.catalogFile)
    let (result, findings) = try await recover(archive)
    #expect(result.photos == 4)
    #expect(result.files?.recorded == 1)
    #expect(findings.isEmpty)
    let before = site.pictures
    let run = try await site.run(into: archive)
    #expect(site.pictures == before)
    #expect(run.results[TestArchive.id(4)] == .forgotten)
    #expect(run.summary.totals.known == 4)
    #expect(run.summary.totals.adopted == 0)
    #expect(try await verify(archive).isEmpty)
  }

  @Test("A damaged snapshot is refused by name, the next older one is taken, no file is deleted")
  func damagedSnapshot() async throws {
    let (site, archive) = try await mirrored()
    let good = try #require(snapshots(of: archive).last)
    let bytes = try #require(archive.bytes("\(MirrorNames.snapshots)/\(good.text)"))
    var flipped = bytes
    flipped[bytes.count / 2] ^= 0x55
    let bad: [(year: Int, bytes: Data)] = [
      (2015, flipped), (2014, bytes.dropLast(9)), (2013, bytes + Data([0])), (2012, Data()),
      (2011, Data("not zstd".utf8)),
    ]
    for (year, bytes) in bad {
      try archive.write(
        bytes, to: "\(MirrorNames.snapshots)/catalog-\(year)0101T000000Z.sqlite.zst")
    }
    try archive.write("damaged, and long enough for a header of SQLite".utf8, to: Self.catalogFile)
    let (result, findings) = try await recover(archive)
    #expect(result.snapshot?.hasSuffix(good.text) == true)
    let refused = findings.compactMap { finding -> String? in
      guard case .refused(let snapshot, _) = finding else { return nil }
      return String(snapshot.suffix(35).prefix(12))
    }
    #expect(refused == bad.map { "catalog-\($0.year)" })
    guard case .setAside(let path)? = findings.last else {
      Issue.record("the damaged catalog is not kept")
      return
    }
    #expect(FileManager.default.contents(atPath: path)?.starts(with: "damaged".utf8) == true)
    let before = site.pictures
    try await site.run(into: archive)
    #expect(site.pictures == before)
  }

  @Test(
    "Without a usable snapshot the damaged catalog is kept under another name, and files are adopted"
  )
  func none() async throws {
    let (site, archive) = try await mirrored()
    for name in snapshots(of: archive) {
      try archive.remove("\(MirrorNames.snapshots)/\(name.text)")
    }
    try archive.write("damaged, and long enough for a header of SQLite".utf8, to: Self.catalogFile)
    let error = await #expect(throws: MirrorError.self) { _ = try await recover(archive) }
    #expect(error?.message.contains(archive.directory.path) == true)
    #expect(!archive.has(Self.catalogFile))
    site.show([1, 2, 3, 5])
    let before = site.pictures
    let run = try await site.run(into: archive)
    #expect(site.pictures == before)
    #expect(run.summary.totals.adopted == 4)
  }

  @Test("A forged snapshot is refused: a bomb, another program's database, a page overwritten")
  func forged() async throws {
    let (_, archive) = try await mirrored()
    let good = try #require(snapshots(of: archive).last)
    var foreign = try #require(archive.bytes(Self.catalogFile))
    var damaged = foreign
    foreign.replaceSubrange(68..<72, with: [1, 2, 3, 4])
    damaged.replaceSubrange(8192..<12288, with: Data(repeating: 0x5A, count: 4096))
    let forged = [(2019, Data(count: 40 << 20)), (2018, foreign), (2017, damaged)]
    for (year, bytes) in forged {
      let name = "\(MirrorNames.snapshots)/catalog-\(year)0101T000000Z.sqlite"
      try archive.write(bytes, to: name)
      let zstd = Process()
      zstd.executableURL = URL(filePath: "/usr/bin/zstd")
      zstd.arguments = ["-q", archive.directory.file(name)]
      try zstd.run()
      zstd.waitUntilExit()
      #expect(archive.has(name + ".zst"))
    }
    try archive.remove(Self.catalogFile)
    let (result, findings) = try await recover(archive)
    #expect(result.snapshot?.hasSuffix(good.text) == true)
    #expect(findings.count == forged.count, "\(findings)")
    let parts = archive.directory.parts
    #expect(try FileManager.default.contentsOfDirectory(atPath: parts).isEmpty)
  }

  @Test(
    "Whatever bytes of its first pages change, a catalog is whole or replaced, and a run can use it",
    arguments: 1...24)
  func firstPages(seed: UInt64) async throws {
    let (site, archive) = try await mirrored()
    var random = SeededGenerator(seed: seed)
    var bytes = try #require(archive.bytes(Self.catalogFile))
    for _ in 0..<(seed % 2 == 0 ? 1 : 24) {
      let end = seed % 3 == 0 ? 100 : 3 * 4096
      let place = Int.random(in: 16..<end, using: &random)
      // The number of a newer version of this program.
      if place != 63 { bytes[place] = UInt8.random(in: 0...255, using: &random) }
    }
    try archive.write(bytes, to: Self.catalogFile)
    let result = try await recover(archive).result
    #expect(result.photos == 4)
    let before = site.pictures
    #expect(try await site.run(into: archive).summary.ending == .finished)
    #expect(site.pictures == before)
  }

  @Test(
    "A catalog with other tables or numbers is damaged beside photos, for each task",
    arguments: ["tables", "application", "version", "encoding", "format", "file format"])
  func schema(damage: String) async throws {
    let (site, archive) = try await mirrored()
    var bytes = try #require(archive.bytes(Self.catalogFile))
    switch damage {
    case "tables":
      let place = try #require(bytes.range(of: Data("CREATE TABLE photo (".utf8)))
      bytes[place.upperBound + 8] ^= 1
    case "application": bytes[70] ^= 1
    case "version": bytes[62] ^= 1
    case "encoding": bytes[59] = 2
    case "format": bytes[47] = 9
    default: bytes[18] = 3
    }
    try archive.write(bytes, to: Self.catalogFile)
    for call in [{ _ = try MirrorStatus(of: $0) }, { try await $0.open(.changing) { _ in } }]
      as [(Mirror) async throws -> Void]
    {
      let error = await #expect(throws: MirrorError.self) { try await call(archive.mirror) }
      guard case .directory(_, .damagedCatalog)? = error else {
        Issue.record("\(error?.message ?? "no error")")
        continue
      }
    }
    #expect(try await recover(archive).result.photos == 4)
    let before = site.pictures
    try await site.run(into: archive)
    #expect(site.pictures == before)
  }

  /// Writes a snapshot of a catalog that somebody changed.
  private func forge(
    _ archive: TestArchive, day: Int64, _ change: (Catalog) throws -> Void
  ) throws {
    let name = SnapshotName(at: day * 86400)
    let (copy, draft) = (archive.outside("forged"), archive.outside("draft"))
    for file in [copy, draft] { try? FileManager.default.removeItem(atPath: file) }
    try archive.catalog().writeCopy(to: copy)
    let catalog = try Catalog(path: copy)
    try change(catalog)
    let path = archive.directory.file("\(MirrorNames.snapshots)/\(name.text)")
    #expect(try CatalogSnapshot.write(catalog, to: path, by: draft))
  }

  @Test("A snapshot whose paths lead out is refused, wherever they are, and the next one is taken")
  func leadingOut() async throws {
    let (_, archive) = try await mirrored()
    let good = try #require(snapshots(of: archive).last)
    let changes = [
      "UPDATE file SET path = '../../../etc/passwd'", "UPDATE photo SET stem = '../out'",
      "UPDATE departure SET place = '../../x'",
      "INSERT INTO version (photo, place, since) SELECT id, '/etc/x', 1 FROM photo",
      "INSERT INTO rename (photo, stem) SELECT id, '../x' FROM photo",
    ]
    for (day, change) in changes.enumerated() {
      try forge(archive, day: Int64(day)) { try $0.database.execute(change) }
    }
    try archive.remove(Self.catalogFile)
    let (result, findings) = try await recover(archive)
    #expect(result.snapshot?.hasSuffix(good.text) == true)
    #expect(findings.count == changes.count, "\(findings)")
  }

  @Test(
    "A snapshot of another mirror is not taken, and one from the future only if it is named")
  func others() async throws {
    let (_, archive) = try await mirrored()
    let own = try #require(snapshots(of: archive).last)
    try forge(archive, day: 20_001) { try $0.noteSetting("mirror-id", "another") }
    try forge(archive, day: 40_000) {
      try $0.database.execute("UPDATE source SET run = run - 1")
      try $0.noteSetting("snapshot-number", "1")
    }
    try archive.remove(Self.catalogFile)
    let (result, findings) = try await recover(archive)
    #expect(result.snapshot?.hasSuffix(own.text) == true)
    let name = SnapshotName(at: 40_000 * 86400).text
    guard case .ahead(_, name)? = findings.first, case .refused(_, let reason)? = findings.last,
      findings.count == 2
    else {
      Issue.record("\(findings)")
      return
    }
    #expect(reason == "it is of another mirror")
    try forge(archive, day: 40_001) { _ in }
    try archive.remove(Self.catalogFile)
    #expect(try await recover(archive).result.snapshot?.hasSuffix(own.text) == true)
    try archive.remove(Self.catalogFile)
    let later = SnapshotName(at: 40_001 * 86400).text
    let named = try await Recovery(of: archive.mirror, snapshot: later).run { _ in }
    #expect(named.snapshot?.hasSuffix(later) == true)
  }

  @Test("Snapshots with names of the far future displace none, and are not taken")
  func farFuture() async throws {
    let (site, archive) = try await mirrored()
    let first = try #require(snapshots(of: archive).last)
    let bytes = try #require(archive.bytes("\(MirrorNames.snapshots)/\(first.text)"))
    let forged = (9980...9999).map { "catalog-\($0)0101T000000Z.sqlite.zst" }
    for name in forged { try archive.write(bytes, to: "\(MirrorNames.snapshots)/\(name)") }
    try archive.remove("\(MirrorNames.snapshots)/\(first.text)")
    site.show(1...6)
    // A run leaves one, as there is none of its time, and what is forgotten leaves one in any case.
    try await site.run(into: archive)
    let own = snapshots(of: archive).filter { $0.text < "catalog-99" }
    #expect(own.count == 1)
    _ = try await MirrorTrash(of: archive.mirror).forget([TestArchive.id(2)])
    let last = try #require(snapshots(of: archive).filter { $0.text < "catalog-99" }.last)
    try archive.remove(Self.catalogFile)
    let (result, findings) = try await recover(archive)
    #expect(result.snapshot?.hasSuffix(last.text) == true)
    #expect(findings.count > 0 && result.photos == 4)
    for finding in findings {
      guard case .ahead(_, let name) = finding else {
        Issue.record("\(finding)")
        continue
      }
      #expect(forged.contains(name))
    }
  }

  @Test("If all snapshots are of the future, the clock may be behind, and the newest is taken")
  func onlyFuture() async throws {
    let (_, archive) = try await mirrored()
    let first = try #require(snapshots(of: archive).last)
    let folder = MirrorNames.snapshots
    let bytes = try #require(archive.bytes("\(folder)/\(first.text)"))
    for name in snapshots(of: archive) { try archive.remove("\(folder)/\(name.text)") }
    try archive.write(bytes, to: "\(folder)/catalog-99990101T000000Z.sqlite.zst")
    try archive.remove(Self.catalogFile)
    let (result, findings) = try await recover(archive)
    #expect(result.snapshot?.hasSuffix("catalog-99990101T000000Z.sqlite.zst") == true)
    #expect(findings == [])
  }

  @Test("Times of a clock that was ahead are not later than now in a recovered catalog")
  func future() async throws {
    let (_, archive) = try await mirrored()
    let year: Int64 = 4_000_000_000
    try forge(archive, day: 20_001) { catalog in
      try catalog.database.execute("UPDATE file SET stored_at = \(year)")
      let photos = try catalog.stored(after: 0, limit: 9).map(\.file.id)
      let checks = photos.map {
        FileCheckRecord(photo: $0, at: year, kind: .digest, problem: nil)
      }
      try catalog.note(checks)
    }
    try archive.remove(Self.catalogFile)
    _ = try await recover(archive)
    let now = Int64(Date().timeIntervalSince1970)
    let unread = try archive.catalog().longestUnread(
      after: .start, before: now + 60, now: now, limit: 9)
    #expect(unread.count == 4)
    let coverage = try archive.catalog().checkCoverage(now: now)
    #expect(coverage.recent == 0)
  }

  @Test("Edits that were accepted after a snapshot stay accepted")
  func acceptedEdit() async throws {
    let (_, archive) = try await mirrored()
    let path = try #require(try archive.catalog().stored(after: 0, limit: 1).first?.file.path)
    try archive.write(try TestArchive.picture("7"), to: path)
    #expect(try await Acceptance(of: archive.mirror).accept([path]) == [.done(path: path)])
    try archive.remove(Self.catalogFile)
    _ = try await recover(archive)
    #expect(try await verify(archive).isEmpty)
  }

  @Test("Photos that a listing brought back from the trash after a snapshot are back")
  func broughtBack() async throws {
    let (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    for numbers in [1...3, 1...2, 1...3] {
      site.show(numbers)
      try await site.run(into: archive) { configuration in
        configuration.gone.action = .trash
        (configuration.gone.passes, configuration.gone.limit) = (1, .photos(9))
      }
      // The photo leaves before a snapshot.
      if numbers.count == 2 {
        _ = try await MirrorTrash(of: archive.mirror).forget(["nothing"])
      }
    }
    try archive.remove(Self.catalogFile)
    let (result, findings) = try await recover(archive)
    #expect(result.photos == 3 && findings.isEmpty)
    #expect(result.files == Recovery.Files())
    #expect(try await verify(archive).isEmpty)
  }

  @Test("A directory that is no mirror does not become one")
  func nothing() async throws {
    let archive = try await TestArchive(photos: 0)
    let error = await #expect(throws: MirrorError.self) { _ = try await recover(archive) }
    let path = archive.directory.path
    #expect(error?.message.contains(path) == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A whole catalog stays as it is")
  func whole() async throws {
    let archive = try await TestArchive(photos: 2)
    let before = archive.files
    let (result, findings) = try await recover(archive)
    #expect(result == Recovery.Result(snapshot: nil, date: nil, photos: 2, files: nil))
    #expect(findings.isEmpty)
    #expect(archive.files == before)
  }

  @Test(
    "A mirror whose state is lost is recovered from the snapshots of a copy, or from its catalog",
    arguments: [true, false])
  func copy(hasSnapshots: Bool) async throws {
    let (site, archive) = try await mirrored()
    let copy = archive.outside("copy")
    if hasSnapshots {
      try FileManager.default.copyItem(atPath: archive.directory.path, toPath: copy)
      try FileManager.default.removeItem(atPath: copy + "/" + Self.catalogFile)
    } else {
      _ = try await MirrorCopy(of: archive.mirror, to: Mirror(copy)).run { _ in }
    }
    try archive.remove(".photomirror")
    let (result, findings) = try await recover(archive, from: copy)
    #expect(result.photos == 4 && findings.isEmpty)
    #expect(result.files?.recorded == (hasSnapshots ? 1 : 0))
    let before = site.pictures
    try await site.run(into: archive)
    #expect(site.pictures == before)
  }

  @Test(
    "A recovery that was killed continues",
    arguments: [
      "catalog.sqlite-wal", "catalog.sqlite-shm", "catalog.sqlite-journal", "parts/x.new",
      "parts/x.new-journal",
    ])
  func killed(left: String) async throws {
    let (site, archive) = try await mirrored()
    try archive.remove(Self.catalogFile)
    try archive.write("of the damaged catalog", to: ".photomirror/\(left)")
    #expect(try await recover(archive).result.photos == 4)
    #expect(!archive.has(".photomirror/\(left)"))
    #expect(try await recover(archive).result.snapshot == nil)
    let before = site.pictures
    try await site.run(into: archive)
    #expect(site.pictures == before)
  }
}
