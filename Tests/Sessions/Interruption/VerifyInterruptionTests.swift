import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("Interruption of verify", .serialized)
struct VerifyInterruptionTests {
  /// A line of `verify --json`.
  private struct Line: Decodable {
    var finding: String?
    var ending: String?
    var checked: Int?
    var total: Int?
    var bytes: Int?
    var missing: Int?
    var changed: Int?
  }

  /// A session with a mirror of `count` photos, each replaced by zeros of the recorded length, so
  /// that it has changed.
  private func mirrored(_ count: Int, byteCount: UInt64) async throws -> Session {
    let session = try await Session("--photos", "\(count)", "--pictures", "1")
    try await session.run("sync --size Square --progress none flickr:recent photos").expect(
      exits: 0)
    let zeros = session.folder.appending("zeros")
    #expect(FileManager.default.createFile(atPath: zeros, contents: nil))
    // A hole, which occupies no disk space.
    try #require(FileHandle(forWritingAtPath: zeros)).truncate(atOffset: byteCount)
    let mirror = session.mirror()
    for path in mirror.photos.map({ mirror.path + "/" + $0 }) {
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.linkItem(atPath: zeros, toPath: path)
    }
    let catalog = try SQLiteDatabase(path: mirror.catalog, isReadOnly: false)
    try catalog.execute("UPDATE file SET byte_count = \(byteCount)")
    return session
  }

  /// A minute of reading, so that signals arrive in time; each file takes a moment.
  private static let (photos, byteCount) = (120, UInt64(500_000_000))

  @Test(
    "An interrupted verify reports its findings and its progress", arguments: [SIGINT, SIGTERM])
  func text(number: Int32) async throws {
    let session = try await mirrored(Self.photos, byteCount: Self.byteCount)
    let process = try session.start("verify photos")
    _ = try #require(await process.line(containing: "* "))
    process.send(number)
    let run = await process.end()
    let found = run.output.split(separator: "\n")
    #expect(found.allSatisfy { $0.hasPrefix("* ") } && run.output.hasSuffix("\n"))
    #expect(found.count < Self.photos)
    run.expect(
      exits: 130, output: "…",
      errors: """
        verified \(found.count) of 120 photos, …: 0 missing, \(found.count) changed (\(found.count) damaged)
        interrupted
        hint: 'verify --resume' continues
        hint: 'photomirror repair' fetches missing and damaged files again, and keeps edited ones
        """)
  }

  @Test("An interrupted verify --json prints complete lines, the last of which is the summary")
  func json() async throws {
    let session = try await mirrored(Self.photos, byteCount: Self.byteCount)
    let process = try session.start("verify --json photos")
    _ = try #require(await process.line(containing: "finding"))
    process.send(SIGINT)
    let run = await process.end()
    let lines = try run.lines(of: Line.self)
    let summary = try #require(lines.last)
    #expect(run.status == .exited(130) && run.output.hasSuffix("\n"))
    #expect(summary.ending == "interrupted" && summary.total == Self.photos)
    #expect(summary.checked == lines.count - 1 && lines.count - 1 < Self.photos)
    #expect(summary.changed == summary.checked && summary.missing == 0)
    #expect(summary.bytes == (lines.count - 1) * Int(Self.byteCount))
  }

  @Test("An interrupted verify on a terminal removes its progress line")
  func terminal() async throws {
    let session = try await mirrored(Self.photos, byteCount: Self.byteCount)
    let process = try session.startAtTerminal("verify photos", columns: 120)
    _ = try #require(await process.line(containing: "* "))
    try session.sendAtTerminal(SIGINT)
    let run = await process.end()
    let text = try #require(run.lastOnTerminal)
    #expect(run.status == .exited(130) && run.output.contains("verified 0 of 120 photos"))
    #expect(
      TextPattern("…\nverified … of 120 photos, …\ninterrupted\nhint: …\nhint: …").matches(text),
      "\(text)")
    #expect(text.ranges(of: "verified").count == 1)
  }

  @Test("A complete verify --json prints a summary, too")
  func finished() async throws {
    let session = try await Session("--photos", "3", "--pictures", "1")
    try await session.run("sync --size Square --progress none flickr:recent photos").expect(
      exits: 0)
    let run = try await session.run("verify --json photos")
    let lines = try run.lines(of: Line.self)
    #expect(run.exitCode == 0 && lines.count == 1)
    #expect(lines.first?.ending == "finished" && lines.first?.checked == 3)
  }

  @Test("A second signal ends verify during a file that takes hours")
  func second() async throws {
    // A terabyte: half a day at 25 MB/s.
    let session = try await mirrored(2, byteCount: 1 << 40)
    let mirror = session.mirror()
    let first = try Catalog(readingFrom: mirror.catalog).mirrored(after: 0, limit: 1).map(\.path)
    try FileManager.default.removeItem(atPath: mirror.path + "/" + #require(first.first))
    let process = try session.start("verify --json photos")
    _ = try #require(await process.line(containing: "missing"))
    // Two signals of one kind that arrive at once are delivered as one.
    process.send(SIGINT)
    process.send(SIGTERM)
    await process.end().expect(
      exits: 130,
      output: """
        {"finding":"missing","path":"\(first[0])","reason":null}
        {"ending":"interrupted","checked":1,"total":2,…,"missing":1,"changed":0,…}
        """,
      errors: """
        verified 1 of 2 photos, 1.1 TB: 1 missing, 0 changed
        interrupted
        hint: 'verify --resume' continues
        hint: 'photomirror repair' fetches missing and damaged files again, and keeps edited ones
        """)
  }
}
